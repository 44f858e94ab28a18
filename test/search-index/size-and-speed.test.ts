import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { openSqlite } from "../../src/platform/sqlite.ts";
import type { IndexBatch, SearchIndex } from "../../src/search-index/search-index.ts";
import { ask, found, newFolder, openNew, sampleBatch, sampleTurn, uuid } from "./sample-batch.ts";

const FULL = process.env["VARVE_TEST_FULL"] === "1";
// Fewer turns than this would measure the least size of a database file.
const SESSIONS = FULL ? 1000 : 160;
const TURNS = 100;

let seed = 7;
/** Repeatable, so that a ratio that moves has a cause in the code. */
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function pickRare<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(list.length ** (random(1000) / 1000)) - 1];
}

const SYLLABLES =
  "ba ce di fo gu ha le mi no pu ra se ti vo wu za ner tal min gor sed ing tion ment able er".split(
    " ",
  );
const ENGLISH = Array.from({ length: 4000 }, () =>
  Array.from({ length: 1 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join(""),
);
const hanWord = () =>
  Array.from({ length: 2 + random(2) }, () => String.fromCharCode(0x4e00 + random(2500))).join("");
const hangulWord = () =>
  Array.from({ length: 2 + random(2) }, () => String.fromCharCode(0xac00 + 28 * random(380))).join(
    "",
  );
const CHINESE = Array.from({ length: 3000 }, hanWord);
const KOREAN = Array.from({ length: 3000 }, hangulWord);

function prose(): string {
  const kind = random(10);
  const words = Array.from({ length: 25 + random(110) }, () => {
    if (kind === 0) return `${pickRare(CHINESE)}${["的", "了", "，", "。", "在"][random(5)]}`;
    if (kind === 1) return `${pickRare(KOREAN)}${["은", "를", "에서", "이", "."][random(5)]} `;
    if (random(14) === 0) return `src/${pickRare(ENGLISH)}/${pickRare(ENGLISH)}.ts:${random(400)} `;
    if (random(14) === 0)
      return `${pickRare(ENGLISH)}${(pickRare(ENGLISH) ?? "x").replace(/^./, (letter) => letter.toUpperCase())}() `;
    return `${pickRare(ENGLISH)}${random(9) === 0 ? ",\n    " : " "}`;
  });
  return words.join("");
}

interface Sample {
  readonly index: SearchIndex;
  readonly folder: string;
  readonly textBytes: number;
  readonly seconds: number;
}

function buildSample(): Sample {
  const folder = newFolder();
  const index = openNew(folder);
  let textBytes = 0;
  let cpu = 0;
  let pending: IndexBatch[] = [];
  for (let s = 0; s < SESSIONS; s += 1) {
    const turns = Array.from({ length: TURNS }, (_, at) => {
      const text = prose();
      textBytes += Buffer.byteLength(text);
      return sampleTurn({
        line: at + 1,
        session: `session-${s}-${uuid(s)}`,
        entryId: uuid(s * TURNS + at),
        text,
      });
    });
    pending.push(sampleBatch(turns, { project: `project-${s % 20}` }));
    if (pending.length < 20 && s < SESSIONS - 1) continue;
    const start = process.cpuUsage();
    index.applyAll(pending);
    const used = process.cpuUsage(start);
    cpu += used.user + used.system;
    pending = [];
  }
  return { index, folder, textBytes, seconds: cpu / 1e6 };
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
}

describe("size and speed", () => {
  const { index, folder, textBytes, seconds } = buildSample();
  const path = join(folder, `${index.generation()}.db`);

  test("the index stays within its share of the text", () => {
    index.compact();
    const database = openSqlite(path, { busyTimeoutMs: 1000 });
    const row = database
      .prepare("SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE 'fts%' OR name LIKE 'singles%'")
      .get();
    database.close();
    const whole = statSync(path).size / textBytes;
    const fullText = Number(row?.["n"]) / textBytes;
    console.log(
      `index: ${(textBytes / 1e6).toFixed(1)} MB text, whole/text ${whole.toFixed(2)}, full text/text ${fullText.toFixed(2)}`,
    );
    expect(whole).toBeLessThanOrEqual(2.2);
    expect(fullText).toBeLessThanOrEqual(1);
  });

  test("indexing keeps up with an import", () => {
    const rate = textBytes / 1e6 / seconds;
    console.log(`index: ${rate.toFixed(1)} MB of text per CPU second`);
    expect(rate).toBeGreaterThan(2);
  });

  test("searches are quick", () => {
    for (const projects of ["all", ["project-3"]] as const) {
      const times: number[] = [];
      for (let round = 0; round < 40; round += 1) {
        const query = Array.from({ length: 5 }, () => pickRare(ENGLISH)).join(" ");
        const start = performance.now();
        index.search(ask(query, { projects }));
        times.push(performance.now() - start);
      }
      console.log(
        `index: 5 words, ${projects === "all" ? "all projects" : "one project"}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
      );
      expect(percentile(times, 0.5)).toBeLessThan(500);
    }
  });

  test("the full-text table drives every search", () => {
    const database = openSqlite(path, { busyTimeoutMs: 1000 });
    const plan = database
      .prepare(
        "EXPLAIN QUERY PLAN SELECT t.id FROM fts f CROSS JOIN turns t ON t.id = f.rowid WHERE f.fts MATCH 'x' AND f.rowid BETWEEN 1 AND 9 AND t.class <> 7",
      )
      .all()
      .map((row) => String(row["detail"]));
    database.close();
    expect(plan[0]).toMatch(/^SCAN f VIRTUAL TABLE INDEX 0:.*M/);
    expect(plan[1]).toMatch(/^SEARCH t USING INTEGER PRIMARY KEY/);
  });
});

test("a session longer than one block of rowids stays whole", () => {
  const index = openNew();
  const turns = Array.from({ length: 9000 }, (_, at) =>
    sampleTurn({ line: at + 1, entryId: uuid(at), text: at % 3000 === 0 ? "heron" : "x" }),
  );
  index.apply(sampleBatch(turns.slice(0, 5000)));
  index.apply(sampleBatch([sampleTurn({ line: 1, session: "22222222-b", text: "heron other" })]));
  index.apply(sampleBatch(turns.slice(5000)));
  expect(found(index, "heron", { sessions: ["11111111-aaaa"], order: "time" })).toEqual([
    "11111111#6001",
    "11111111#3001",
    "11111111#1",
  ]);
  expect(index.sessions({}).find((session) => session.id === "11111111-aaaa")).toMatchObject({
    turns: 9000,
  });
  expect(
    index
      .turnsOf("11111111-aaaa", { from: 4094, to: 4097 })
      .map((turn) => [turn.line, turn.ordinal]),
  ).toEqual([
    [4095, 4094],
    [4096, 4095],
    [4097, 4096],
    [4098, 4097],
  ]);
  expect(
    index.turnsOf("11111111-aaaa", { from: 8998, to: 20000 }).map((turn) => turn.line),
  ).toEqual([8999, 9000]);
  expect(index.turn("11111111", "9000")?.ordinal).toBe(8999);
  expect(index.verify()).toEqual([]);
  expect(index.dropSession("11111111").turns).toBe(9000);
  expect(found(index, "heron")).toEqual(["22222222#1"]);
});
