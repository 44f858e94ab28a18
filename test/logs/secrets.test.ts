/** Owns what logs must not tell: whole secrets, and parts of them by asking. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Engine } from "../../src/engine/engine.ts";
import { safeReadings } from "../../src/engine/logs/safe-readings.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { replied, toolResult, typed } from "../acceptance/made-sessions.ts";
import { makeRedactor } from "../redaction/make-redactor.ts";
import { ask, askAll, called, openLogs, SESSION, thought } from "./logs-store.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const TOKEN = ["ghp", "9fK2mQ7xL4vT8wR1sY6bN3cJ5hD0gZaPqEuW"].join("_");
const PASSWORD = ["tram", "Quartz", "77", "velvet"].join("-");

function openWithSecrets(): Engine {
  return openLogs({
    [SESSION]: [
      typed({ id: 1, session: SESSION, parent: null }, `use the token ${TOKEN} please`),
      thought(2, `The token is ${TOKEN}, the person said so.`),
      called(3, "Bash", {
        command: `curl -u admin:${PASSWORD} https://admin:${PASSWORD}@db.example.org/x`,
      }),
      toolResult(
        { id: 4, session: SESSION },
        `${"line of output\n".repeat(600)}token=${TOKEN}\n${"more output\n".repeat(600)}`,
      ),
      replied({ id: 5, session: SESSION }, "done, visible-text stays"),
    ],
  });
}

/** Every part of the secret that a person could guess step by step. */
function partsOf(secret: string): readonly string[] {
  const parts: string[] = [];
  for (let length = 5; length <= secret.length; length += 5) parts.push(secret.slice(0, length));
  return [...parts, secret.slice(5, 20), secret.slice(-10)];
}

const WAYS = [
  { mode: "words" },
  { mode: "exact" },
  { mode: "exact", allBytes: true },
  { mode: "regex" },
  { mode: "regex", allBytes: true },
] as const;

test("half a key finds nothing, in no way of looking", async () => {
  const engine = openWithSecrets();
  for (const secret of [TOKEN, PASSWORD]) {
    for (const part of partsOf(secret).filter((each) => each.length < secret.length)) {
      for (const way of WAYS) {
        const answer = await ask(engine, part, way).catch((error: unknown) => String(error));
        if (typeof answer === "string") continue;
        if (way.mode === "words" && answer.hits.length > 0) {
          // Words such as `tram` may stand elsewhere; the secret itself is shown nowhere.
          expect(JSON.stringify(answer)).not.toContain(secret);
          continue;
        }
        expect(answer.hits, `${part} ${JSON.stringify(way)}`).toEqual([]);
      }
    }
  }
});

test("an expression cannot ask for what redaction hides, by matching it or by not matching it", async () => {
  const engine = openWithSecrets();
  const [right, wrong] = [TOKEN.slice(4, 6), "zz"];
  for (const make of [
    (guess: string) => `^(?!.*ghp_${guess}).*$`,
    (guess: string) => `(?=.*ghp_${guess}).*visible`,
    (guess: string) => `token is (?:ghp_${guess})?`,
    (guess: string) => `token is [^${guess.charAt(0)}]`,
    (guess: string) => `token is gh.{0,3}${guess}`,
  ]) {
    const find = async (guess: string): Promise<unknown> =>
      (await askAll(engine, make(guess), { mode: "regex", allBytes: true })).map(
        ({ ref, snippet }) => [ref, snippet],
      );
    expect(await find(right), make(right)).toEqual(await find(wrong));
  }
});

test("no answer shows a secret that stands beside what was found", async () => {
  const engine = openWithSecrets();
  for (const way of WAYS) {
    for (const query of ["token", "The token is", "use the token", "curl", "admin"]) {
      const text = JSON.stringify(await askAll(engine, query, way));
      for (const secret of [TOKEN, PASSWORD])
        expect(text, `${query} ${JSON.stringify(way)}`).not.toContain(secret);
    }
  }
});

test("a pasted key is looked up by the mark that stands in its place, and never echoed", async () => {
  const engine = openWithSecrets();
  const answer = await ask(engine, TOKEN, { mode: "exact" });
  expect(answer.hits.map(({ anchor }) => anchor)).toContain("line 1");
  expect(answer.header.query).toMatch(/^\[redacted:[\w-]+:[0-9a-f]{8}\]$/);
  expect(JSON.stringify(answer)).not.toContain(TOKEN.slice(0, 12));
});

test("words that a person marked private are not found in the rest of the session's bytes", async () => {
  const engine = openLogs({
    [SESSION]: [
      typed(
        { id: 1, session: SESSION, parent: null },
        "the code name is <private>Nightjarberg</private>, keep it",
      ),
      thought(2, "so Nightjarberg it is"),
      thought(3, 'escaped: {"a":"x\\nNightjarberg"} and visible-word'),
    ],
  });
  for (const part of ["Nightjarberg", "nightjar", "jarberg"])
    expect(await askAll(engine, part, { mode: "exact", allBytes: true }), part).toEqual([]);
  const [hit] = await askAll(engine, "visible-word", { mode: "exact", allBytes: true });
  expect(hit?.anchor).toBe("line 3");
  expect(hit?.snippet).not.toContain("jarberg");
});

test("values of .env files are hidden in raw lines too", async () => {
  const value = ["walnut", "Parade", "4410", "xylo"].join("");
  const engine = openLogs({ [SESSION]: [thought(1, `DATABASE_KEY set to ${value} now`)] });
  mkdirSync(join(engine.options.userHome, "code"));
  writeFileSync(join(engine.options.userHome, "code", ".env"), `DATABASE_KEY=${value}\n`);
  engine.redactor.learnEnvFiles(join(engine.options.userHome, "code"), [".env"]);
  syncSources(engine);
  expect(await askAll(engine, value.slice(0, 8), { mode: "exact", allBytes: true })).toEqual([]);
  const [hit] = await askAll(engine, "set to", { mode: "exact", allBytes: true });
  expect(hit?.snippet).not.toContain(value);
});

test("a reading that still shows what a later one hides is left out", () => {
  const redactor = makeRedactor();
  const hidden = {
    counts: () => ({}),
    redact: (text: string) => redactor.redact(text).replaceAll(/(?<!\\)\bnight\b/g, "[private]"),
  };
  expect(safeReadings("plain night", hidden)).toEqual(["plain [private]"]);
  // Behind `\n` the word is no word of its own: only the unescaped reading hides it.
  expect(safeReadings("x\\nnight", hidden)).toEqual(["x\n[private]"]);
  expect(safeReadings("x\\ny", hidden)).toEqual(["x\\ny", "x\ny"]);
});
