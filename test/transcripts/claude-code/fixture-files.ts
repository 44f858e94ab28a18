/** Owns finding transcript files below a host folder and making them samples. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { claudeCode } from "../../../src/transcripts/claude-code/claude-code.ts";
import { splitLines, type TranscriptSample } from "../../contracts/transcript-format.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const FIXTURES = join(ROOT, "test/fixtures/claude-code");
const SHARED = join(ROOT, "../shared");

/** The shared folder's `name`, undefined where the checkout stands alone. */
export function findShared(name: string): string | undefined {
  const path = join(SHARED, name);
  return existsSync(path) ? path : undefined;
}

/** Every file below `home` that Claude Code's format claims, in path order. */
export function listSamples(home: string): readonly TranscriptSample[] {
  const paths = readdirSync(home, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  return paths.sort().flatMap((path) => {
    const classified = claudeCode.classify(path);
    if (classified === null) return [];
    return [toSample(join(home, path), path, classified)];
  });
}

/** One file as a sample of the given kind. */
export function toSample(
  path: string,
  name: string,
  file: Pick<TranscriptSample, "kind" | "fileId" | "session">,
): TranscriptSample {
  return {
    name,
    kind: file.kind,
    fileId: file.fileId,
    session: file.session,
    lines: splitLines(readFileSync(path)),
  };
}
