/** What a read shows of lines that nobody has taken in yet obeys every rule that the archive and the index obey. */
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, onTestFinished, test } from "vitest";

import { PLAIN_SETTINGS, type Engine, type EngineSettings } from "../../src/engine/engine.ts";
import { purge } from "../../src/engine/forget.ts";
import { freshen } from "../../src/engine/freshness/freshen.ts";
import type { Freshness } from "../../src/engine/freshness/freshness.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { typed } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { look, promptRows, say, sayMore, sessionOf } from "./changing-home.ts";
import { bundleProcess, startProcess } from "./other-process.ts";

const bundle = bundleProcess();
afterAll(() => bundle.remove());

/** A home with one session indexed, whose worker lock another process holds. */
async function openBusy(
  settings: Partial<EngineSettings> = {},
): Promise<{ home: string; engine: Engine }> {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  const engine = openTestEngine(home, { settings: { ...PLAIN_SETTINGS, ...settings } });
  syncSources(engine);
  const holder = startProcess(bundle.path, ["lock", home]);
  onTestFinished(async () => {
    holder.stop();
    await holder.ended;
  });
  await holder.until("taken");
  return { home, engine };
}

function textsOf({ tails }: Freshness): readonly string[] {
  return tails.map(({ text }) => text);
}

test("private words in new lines are withheld, and so are their copies in the lines around", async () => {
  const { home, engine } = await openBusy();
  const span = "egret <private>hunter2-kingfisher</private> end";
  sayMore(home, ["before hunter2-kingfisher", span, "again hunter2-kingfisher"], { id: 2 });
  const freshness = freshen(engine, { deadlineMs: 150 });
  expect(freshness.tails).toHaveLength(3);
  expect(JSON.stringify(freshness)).not.toContain("kingfisher");
});

test("a secret in new lines is redacted, in the text and in the path of a pending file", async () => {
  const { home, engine } = await openBusy();
  const key = `ghp_${"A1b2C3d4E5".repeat(3)}f6G7h8`;
  sayMore(home, [`egret ${key}`], { id: 2 });
  const freshness = freshen(engine, { deadlineMs: 150 });
  expect(textsOf(freshness)).toEqual([expect.stringMatching(/^egret /)]);
  expect(JSON.stringify(freshness)).not.toContain(key);
});

test("a value of the project's .env file is hidden, and nothing is written for it", async () => {
  const { home, engine } = await openBusy({ envFiles: [".env"] });
  const cwd = join(home, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, ".env"), "DB_PASSWORD=kx82Lm-kingfisher\n");
  say(home, ["egret kx82Lm-kingfisher"], { session: sessionOf(2), id: 11, cwd });
  const freshness = freshen(engine, { deadlineMs: 150 });
  expect(freshness.tails).toHaveLength(1);
  expect(JSON.stringify(freshness)).not.toContain("kingfisher");
});

test("a later sync of the same process still learns that value for good", () => {
  const home = temporaryFolder();
  const cwd = join(home, "work");
  mkdirSync(cwd);
  writeFileSync(join(cwd, ".env"), "DB_PASSWORD=kx82Lm-kingfisher\n");
  say(home, ["egret kx82Lm-kingfisher"], { cwd });
  const settings = { ...PLAIN_SETTINGS, envFiles: [".env"] };
  const engine = openTestEngine(home, { settings });
  freshen(engine, { deadlineMs: 150 });
  syncSources(engine);
  engine.close();
  // Another process, which never sees the file again.
  writeFileSync(join(cwd, ".env"), "");
  expect(openTestEngine(home, { settings }).redactor.redact("kx82Lm-kingfisher")).not.toContain(
    "kingfisher",
  );
});

test.each([
  { name: "a path", exclude: { projects: [], paths: ["/home/user/secret"] } },
  {
    name: "a project that the registry does not know",
    exclude: { projects: ["secret"], paths: [] },
  },
])("the file of a project that a rule leaves out is not shown: $name", async ({ exclude }) => {
  const { home, engine } = await openBusy({ exclude });
  say(home, ["a hidden egret"], { session: sessionOf(2), id: 11, cwd: "/home/user/secret" });
  const { tails, pending } = freshen(engine, { deadlineMs: 150 });
  expect([tails, pending]).toEqual([[], []]);
});

test("with rules that no sync has applied yet nothing is taken in", () => {
  const home = temporaryFolder();
  say(home, ["the first egret"]);
  syncSources(openTestEngine(home));
  const exclude = { projects: [], paths: ["/home/user/secret"] };
  const engine = openTestEngine(home, { settings: { ...PLAIN_SETTINGS, exclude } });
  sayMore(home, ["the second egret"], { id: 2 });
  expect(freshen(engine, { deadlineMs: 150 }).pending).toMatchObject([
    { why: "varve sync has something to finish first", scanned: "whole" },
  ]);
});

test("a session with the marker in its new lines is not shown, and its indexed turns are named", async () => {
  const { home, engine } = await openBusy();
  sayMore(home, ["a hidden egret", "leave this out\n<varve-exclude/>"], { id: 2 });
  const { tails, leftOut } = freshen(engine, { deadlineMs: 150 });
  expect([tails, [...leftOut]]).toEqual([[], [sessionOf(1)]]);
});

test.each([
  { mark: "<varve-exclude/>", name: "the marker" },
  { mark: "<private>kingfisher-words", name: "a private span" },
])(
  "a mark in the part of a large file that is passed over hides all of it: $name",
  async ({ mark }) => {
    const { home, engine } = await openBusy();
    const filler = Array.from({ length: 1_500 }, (_, at) => `word ${at} ${"x".repeat(1_000)}`);
    const middle = [...filler.slice(0, 700), `look\n${mark}`, ...filler.slice(700)];
    say(home, ["an early egret", ...middle, "a late egret"], { session: sessionOf(2), id: 11 });
    const { tails, pending } = freshen(engine, { deadlineMs: 150 });
    expect(tails).toEqual([]);
    expect(pending).toMatchObject([{ scanned: "nothing" }]);
  },
);

test("lines that were forgotten stay so when their file is written anew", async () => {
  const home = temporaryFolder();
  say(home, ["the first egret", "a forgotten egret"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const targets = { references: [], projects: [], match: "a forgotten egret", before: undefined };
  purge(engine, targets, "test");
  const holder = startProcess(bundle.path, ["lock", home]);
  await holder.until("taken");
  const path = say(home, ["the other egret", "a forgotten egret", "the third egret"]);
  utimesSync(path, new Date(), new Date());
  expect(textsOf(freshen(engine, { deadlineMs: 150 }))).toEqual(["the third egret"]);
  holder.stop();
  await holder.ended;
});

test("tools that are skipped give no turn", async () => {
  const { home, engine } = await openBusy({ skipTools: ["TodoWrite"] });
  const call = {
    ...(JSON.parse(typed({ id: 2, session: sessionOf(1) }, "")) as Record<string, unknown>),
    type: "assistant",
    message: {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "TodoWrite", input: { todos: "egret" } }],
    },
  };
  const path = say(home, ["the first egret"]);
  appendFileSync(path, `${JSON.stringify(call)}\n${promptRows(["the third egret"], { id: 3 })}`);
  expect(textsOf(freshen(engine, { deadlineMs: 150 }))).toEqual(["the third egret"]);
});

test("turns that a rewind left behind are labelled as the index labels them", async () => {
  const { home, engine } = await openBusy();
  sayMore(home, ["a dropped egret"], { id: 2 });
  const path = join(
    home,
    ".claude",
    "projects",
    "-home-user-code-orchard",
    `${sessionOf(1)}.jsonl`,
  );
  appendFileSync(path, `${typed({ id: 3, parent: 1, session: sessionOf(1) }, "a live egret")}\n`);
  utimesSync(path, new Date(), new Date());
  const { tails } = freshen(engine, { deadlineMs: 150 });
  expect(tails.map(({ text, branch }) => [text, branch])).toEqual([
    ["a dropped egret", "dropped"],
    ["a live egret", "live"],
  ]);
});

test("a session left out before is not followed", async () => {
  const { home, engine } = await openBusy();
  engine.excluded.add({ fileId: sessionOf(1), source: "claude-code", at: "2026-11-30T00:00:00Z" });
  sayMore(home, ["the second egret"], { id: 2 });
  expect(look(engine, "second").tails).toEqual([]);
});
