/** Owns what tools print in a generated session: logs, test runs, stack traces, searches, listings, diffs, documents. */
import { composeCode } from "./compose-code.ts";
import { composeReply, composeSentence } from "./compose-talk.ts";
import type { Scene } from "./scene.ts";

const levels = ["INFO", "INFO", "INFO", "DEBUG", "WARN", "ERROR"];

/** Lines from `draw` until `bytes` are about reached. */
function fillLines(bytes: number, draw: (line: number) => string): string {
  const lines: string[] = [];
  let size = 0;
  while (size < bytes) {
    const line = draw(lines.length + 1);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join("\n");
}

function logLine(scene: Scene): string {
  const { random } = scene;
  const clock = `${String(random.int(24)).padStart(2, "0")}:${String(random.int(60)).padStart(2, "0")}:${String(random.int(60)).padStart(2, "0")}.${String(random.int(1000)).padStart(3, "0")}`;
  const text = random.chance(0.7)
    ? composeSentence(scene)
    : `${scene.identifier()} ${scene.english.nouns.pick(random)}=${random.int(9000)} duration=${random.int(900)}ms`;
  return `2026-0${1 + random.int(9)}-1${random.int(9)}T${clock}Z ${random.pick(levels)} [${scene.english.nouns.pick(random)}-${random.int(16)}] ${text} req=${random.hex(8)}`;
}

function stackTrace(scene: Scene): string {
  const { random } = scene;
  const frames = Array.from(
    { length: 4 + random.int(8) },
    () =>
      `    at ${scene.identifier()} (${scene.project.cwd}/${scene.path()}:${1 + random.int(600)}:${1 + random.int(80)})`,
  );
  return `${scene.identifier()}: ${composeSentence(scene)}\n${frames.join("\n")}`;
}

function testLine(scene: Scene): string {
  const { random } = scene;
  const name = `${scene.path()} > ${scene.identifier()} > ${composeSentence(scene)}`;
  return random.chance(0.06)
    ? ` ✗ ${name}\n   ${stackTrace(scene)}`
    : ` ✓ ${name} (${random.int(400)} ms)`;
}

const searchLine = (scene: Scene): string =>
  `${scene.path()}:${1 + scene.random.int(900)}:${composeCode(scene, 1)}`;

const listingLine = (scene: Scene): string =>
  `-rw-r--r-- 1 user user ${String(scene.random.int(90000)).padStart(7)} Nov ${1 + scene.random.int(28)} 12:${10 + scene.random.int(49)} ${scene.path()}`;

function diffLine(scene: Scene, line: number): string {
  if (line % 14 === 1)
    return `diff --git a/${scene.path()} b/${scene.path()}\n@@ -${line},7 +${line},9 @@ ${scene.identifier()}`;
  return `${scene.random.pick([" ", " ", "+", "-"])}${composeCode(scene, 1)}`;
}

/** In two halves, so that no scanner takes this file for a leak. */
const accessKeyPrefix = ["AK", "IA"].join("");

/** A line that the redactor has to find. Made up at run time; never a real credential. */
function secretLine(scene: Scene): string {
  const { random } = scene;
  return random.pick([
    `export AWS_ACCESS_KEY_ID=${accessKeyPrefix}${random.hex(16).toUpperCase().replaceAll("0", "Q").replaceAll("1", "R").replaceAll("8", "S").replaceAll("9", "T")}`,
    `DATABASE_URL=postgres://app:${random.hex(20)}@db.internal:5432/${scene.english.nouns.pick(random)}`,
    `Authorization: Bearer ${random.hex(48)}`,
  ]);
}

export type OutputKind = "log" | "test" | "search" | "listing" | "diff" | "code" | "document";

const kinds: readonly OutputKind[] = [
  "log",
  "log",
  "test",
  "test",
  "search",
  "code",
  "diff",
  "listing",
  "document",
  "document",
  "document",
  "document",
  "document",
  "document",
  "document",
];

/** @param bytes about how long, in UTF-16 units */
export function composeOutput(
  scene: Scene,
  bytes: number,
  kind: OutputKind = scene.random.pick(kinds),
): string {
  const body = composeBody(scene, bytes, kind);
  return scene.random.chance(0.01) ? `${body}\n${secretLine(scene)}` : body;
}

function composeBody(scene: Scene, bytes: number, kind: OutputKind): string {
  switch (kind) {
    case "log":
      return fillLines(bytes, () =>
        scene.random.chance(0.02) ? stackTrace(scene) : logLine(scene),
      );
    case "test":
      return `${fillLines(bytes, () => testLine(scene))}\n\n Tests  ${scene.random.int(40)} failed | ${scene.random.int(900)} passed`;
    case "search":
      return fillLines(bytes, () => searchLine(scene));
    case "listing":
      return fillLines(bytes, () => listingLine(scene));
    case "diff":
      return fillLines(bytes, (line) => diffLine(scene, line));
    case "code":
      return fillLines(bytes, () => composeCode(scene, 12));
    case "document":
      return fillLines(bytes, () => composeReply(scene, 4));
  }
}

/** Most results are short, some are long, few are huge. In UTF-16 units. */
export function drawOutputSize(scene: Scene): number {
  const { random } = scene;
  const draw = random.next();
  if (draw < 0.4) return 80 + random.int(800);
  if (draw < 0.88) return 900 + random.int(2400);
  if (draw < 0.98) return 3300 + random.int(5000);
  return 9000 + random.int(26000);
}

/** An error as a tool reports it. */
export function composeError(scene: Scene): string {
  return `Exit code ${1 + scene.random.int(2)}\n${stackTrace(scene)}`;
}
