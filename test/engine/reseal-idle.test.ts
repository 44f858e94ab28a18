/** Idle sessions are resealed once a day, and a rewrite that kept size, beginning and end is found then. */
import {
  appendFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { resealIdle } from "../../src/engine/reseal-idle.ts";
import { restoreSession } from "../../src/engine/restore-session.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const id = "0f000000-0000-4000-8000-000000000001";

function row(at: number, text: string): string {
  return `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd: "/home/user/code/lamp",
    sessionId: id,
    version: "2.1.332",
    type: "user",
    message: { role: "user", content: text },
    uuid: `10000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
  })}\n`;
}

test("many small members become few, once a day; the restored file stays the same", () => {
  const home = temporaryFolder();
  const folder = join(home, ".claude", "projects", "-p");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  const clock = { now: Date.now() };
  const engine = openTestEngine(home, { now: () => new Date(clock.now) });
  for (let at = 0; at < 12; at += 1) {
    appendFileSync(path, row(at, `prompt ${at}`));
    syncSources(engine);
  }
  const members = (): number => engine.archive.find(id, "claude-code")?.epochs[0]?.members ?? 0;
  expect(members()).toBe(12);
  expect(resealIdle(engine)).toEqual({ entries: 0, rewritten: 0 });
  clock.now += 2 * 86_400_000;
  expect(resealIdle(engine)).toEqual({ entries: 1, rewritten: 0 });
  expect(members()).toBe(1);
  clock.now += 3_600_000;
  expect(resealIdle(engine)).toEqual({ entries: 0, rewritten: 0 });
  const to = join(home, "restored.jsonl");
  restoreSession(engine, id, { to });
  expect(readFileSync(to, "utf8")).toBe(readFileSync(path, "utf8"));
});

test("an interior rewrite of the same size, with the same time, is taken in after the reseal", () => {
  const home = temporaryFolder();
  const folder = join(home, ".claude", "projects", "-p");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  const clock = { now: Date.now() };
  const engine = openTestEngine(home, { now: () => new Date(clock.now) });
  writeFileSync(path, "");
  for (let at = 0; at < 12; at += 1) {
    appendFileSync(
      path,
      Array.from({ length: 100 }, (_, line) =>
        row(at * 100 + line, `amber ${at} ${line} ${"filler ".repeat(150)}`),
      ).join(""),
    );
    // A whole second of long ago, so that the rewrite below can put it back exactly.
    utimesSync(path, 1_700_000_000 + at, 1_700_000_000 + at);
    syncSources(engine);
  }
  const { size, atime, mtime } = statSync(path);
  expect(size).toBeGreaterThan(1_000_000);
  const middle = readFileSync(path).indexOf("amber 6 50");
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, "cobal", middle);
  closeSync(descriptor);
  utimesSync(path, atime, mtime);
  syncSources(engine);
  const epochs = (): number => engine.archive.find(id, "claude-code")?.epochs.length ?? 0;
  expect(epochs()).toBe(1);
  clock.now += 2 * 86_400_000;
  expect(resealIdle(engine)).toEqual({ entries: 1, rewritten: 1 });
  syncSources(engine);
  expect(epochs()).toBe(2);
  const to = join(home, "restored.jsonl");
  restoreSession(engine, id, { to });
  expect(readFileSync(to).equals(readFileSync(path))).toBe(true);
});
