/** Owns `logs --all-bytes`: every archived byte is found, whatever the index leaves out. */
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { createSeededRandom } from "../../src/bench/history/seeded-random.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { claudePath, replied, toolResult, typed, writeLines } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { ask, askAll, called, openLogs, prompts, refsOf, SESSION, thought } from "./logs-store.ts";

const CAPPED = Array.from(
  { length: 900 },
  (_, at) => `build step ${at} compiled ${(at * 7919).toString(36)}`,
);

function openWithEverything(): Engine {
  return openLogs({
    [SESSION]: [
      typed({ id: 1, session: SESSION, parent: null }, "why does the quilt tear?"),
      thought(2, 'The seam-allowance is "too narrow"\n\tand 바느질 간격이 넓다'),
      called(3, "Bash", { command: "printf '%s\\n' \"tab\\there\" | grep -c 'pérle'" }),
      toolResult({ id: 4, session: SESSION }, CAPPED.join("\n")),
      replied({ id: 5, session: SESSION }, "I widened it."),
      '{"type":"file-history-snapshot","messageId":"m1","snapshot":{"trackedFileBackups":{"quilt.svg":"b1"}}}',
    ],
  });
}

test("finds thinking, which is no turn, by its place", async () => {
  const engine = openWithEverything();
  for (const text of ["seam-ALLOWANCE", 'is "too narrow"', 'narrow"\n\tand', "바느질 간격"]) {
    expect(await askAll(engine, text, { mode: "exact" }), text).toEqual([]);
    const [hit] = await askAll(engine, text, { mode: "exact", allBytes: true });
    expect(hit).toMatchObject({
      kind: "line",
      type: null,
      anchor: "line 2",
      title: "assistant/thinking",
    });
    expect(hit?.ref).toMatch(/^archive\/claude-code\/.+\.1\.jsonl\.gz:2$/);
    expect(hit?.date).toBe("2026-05-04T10:00:02.000Z");
  }
});

test("finds the middle of a capped result, by its turn", async () => {
  const engine = openWithEverything();
  const text = "build step 450 compiled";
  const plain = await ask(engine, text, { mode: "exact" });
  expect(plain.hits).toEqual([]);
  expect(plain.header.cappedTurns).toBe(1);
  expect(plain.header.next).toBe(`varve logs '${text}' --exact --all-bytes --all-projects`);
  const [hit] = await askAll(engine, text, { mode: "exact", allBytes: true });
  expect(hit).toMatchObject({ kind: "turn", ref: `t:${SESSION}#4`, type: "result" });
  expect(hit?.snippet).toContain(text);
});

test("finds bookkeeping, escapes of escapes, and expressions over them", async () => {
  const engine = openWithEverything();
  const find = async (query: string, mode: "exact" | "regex"): Promise<readonly string[]> =>
    (await askAll(engine, query, { mode, allBytes: true })).map(({ anchor }) => anchor);
  expect(await find("trackedFileBackups", "exact")).toEqual(["line 6"]);
  expect(await find('"tab\\there"', "exact")).toEqual(["line 3"]);
  expect(await find("PÉRLE", "exact")).toEqual(["line 3"]);
  expect(await find("quilt\\.(svg|png)", "regex")).toEqual(["line 6"]);
  expect(await find('narrow"\\s+and', "regex")).toEqual(["line 2"]);
  expect(await find("step 45\\d compiled", "regex")).toEqual(["line 4"]);
});

test("500 needles at uniformly drawn offsets of the transcripts are all found", async () => {
  const engine = openWithEverything();
  const home = engine.options.userHome;
  const random = createSeededRandom(7, 500);
  const bytes = readFileSync(claudePath(home, SESSION));
  for (let round = 0; round < 500; round += 1) {
    const at = Math.floor(random.next() * bytes.length);
    const needle = needleAt(bytes, at, 8 + Math.floor(random.next() * 24));
    if (needle.trim().length < 3) continue;
    const line = bytes.subarray(0, at).toString("latin1").split("\n").length;
    const hits = await askAll(engine, needle, { mode: "exact", allBytes: true });
    expect(
      hits.map(({ anchor }) => anchor),
      JSON.stringify(needle),
    ).toContain(`line ${line}`);
  }
});

/** About so many bytes of one line, whole characters. */
function needleAt(bytes: Buffer, at: number, length: number): string {
  let from = at;
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  const text = bytes.toString("utf8", from, Math.min(bytes.length, from + length));
  return (text.split("\n")[0] ?? "").replace(/\ufffd+$/, "");
}

test("a line of 30 MB is looked through, in its middle and at its end", async () => {
  const filler = "lorem ipsum dolor sit amet ".repeat(560_000);
  const text = `${filler} first-marker ${filler} last-marker`;
  const engine = openLogs({ [SESSION]: [typed({ id: 1, session: SESSION, parent: null }, text)] });
  for (const needle of ["first-marker", "last-marker"]) {
    const started = performance.now();
    const { hits } = await ask(engine, needle, { mode: "exact", allBytes: true });
    expect(hits.map(({ anchor }) => anchor)).toEqual(["line 1"]);
    expect(performance.now() - started).toBeLessThan(3_000);
  }
  const absent = await ask(engine, "absent-marker", {
    mode: "exact",
    allBytes: true,
    budget: { milliseconds: 60_000 },
  });
  expect(absent.hits).toEqual([]);
  expect(absent.header.totalIsExact).toBe(true);
});

test("files that came along are looked through as well", async () => {
  const home = temporaryFolder();
  writeLines(claudePath(home, SESSION), prompts(["see the offloaded output"]));
  const side = claudePath(home, SESSION).replace(/\.jsonl$/, "/tool-results/toolu_big.txt");
  writeLines(side, ["plain text output", "the needle of the haystack"]);
  const engine = openTestEngine(home);
  syncSources(engine);
  const hits = await askAll(engine, "needle of the hay", { mode: "exact", allBytes: true });
  expect(hits).toHaveLength(1);
  expect(hits[0]).toMatchObject({ kind: "line", anchor: "line 2", session: SESSION });
});

test("what was forgotten leaves nothing to find, not even its placeholder", async () => {
  const engine = openWithEverything();
  const entry = [...engine.archive.entries()].find(({ kind }) => kind === "session");
  engine.archive.forget({ entryId: entry?.id ?? "", lines: new Set([2]), reason: "test" });
  for (const text of ["seam-allowance", '"varve":"forgotten"'])
    expect(await askAll(engine, text, { mode: "exact", allBytes: true }), text).toEqual([]);
});

test("a damaged file is said and the others are still looked through", async () => {
  const engine = openLogs({
    [SESSION]: prompts(["kept in the first file"]),
    "22222222-aaaa-4bbb-8ccc-000000000002": prompts(
      ["kept in the second file"],
      "22222222-aaaa-4bbb-8ccc-000000000002",
      1_000,
    ),
  });
  const [first] = await askAll(engine, "kept in the first", { mode: "exact", allBytes: true });
  writeLines(`${engine.store.paths.home}/${first?.path ?? ""}`, ["no gzip"]);
  const answer = await ask(engine, "kept in the", { mode: "exact", allBytes: true });
  expect(refsOf(answer.hits)).toEqual(["t:22222222-aaaa-4bbb-8ccc-000000000002#1"]);
  expect(answer.header.skippedLanes).toEqual([
    { lane: "damaged files", reason: "1 cannot be read in full: run varve audit" },
  ]);
});

test("words are no bytes", async () => {
  const engine = openWithEverything();
  await expect(ask(engine, "seam", { allBytes: true })).rejects.toThrow(
    /looks for a text, not for words/,
  );
});
