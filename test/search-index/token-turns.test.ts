import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { openSqlite } from "../../src/platform/sqlite.ts";
import type { SearchIndex } from "../../src/search-index/search-index.ts";
import { ask, newFolder, openNew, sampleBatch, sampleTurn, uuid } from "./sample-batch.ts";

const WORDS = ["lantern", "harbour", "등불", "src/app.ts", "kingfisher"];
/** More turns than a number is kept from. */
const TURNS = 2400;

function turnsFrom(first: number, count: number, session = "11111111-aaaa") {
  return Array.from({ length: count }, (_, at) =>
    sampleTurn({
      line: first + at,
      session,
      entryId: uuid(first + at),
      text: `lantern lantern 등불 ${(first + at) % 2 === 0 ? "harbour" : "meadow"} ${first + at === 5 ? "kingfisher" : ""}`,
      files: (first + at) % 4 === 0 ? ["src/app.ts"] : [],
    }),
  );
}

function frequencies(index: SearchIndex): readonly number[] {
  return WORDS.map((word) => index.search(ask(word)).corpus.frequencies[0] ?? 0);
}

function keptTokens(folder: string, index: SearchIndex): ReadonlyMap<string, number> {
  const database = openSqlite(join(folder, `${index.generation()}.db`), { busyTimeoutMs: 1000 });
  const rows = database.prepare("SELECT token, turns FROM token_turns").all();
  database.close();
  return new Map(rows.map((row) => [String(row["token"]), Number(row["turns"])]));
}

describe("how many turns hold a word", () => {
  test("is the same whether its number is kept or counted", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch(turnsFrom(1, TURNS)));
    const counted = frequencies(index);
    expect(counted).toEqual([TURNS, TURNS / 2, TURNS, TURNS / 4, 1]);
    expect(keptTokens(folder, index).size).toBe(0);
    index.compact();
    expect(keptTokens(folder, index)).toEqual(
      new Map([
        ["lantern", TURNS],
        ["등불", TURNS],
      ]),
    );
    expect(frequencies(index)).toEqual(counted);
    expect(index.search(ask("lantern")).corpus).toMatchObject({ turns: TURNS });
  });

  test("goes with what comes in and what is removed, as in an index made anew", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch(turnsFrom(1, TURNS)));
    index.compact();
    index.apply(sampleBatch(turnsFrom(TURNS + 1, 60), { fromLine: TURNS + 1 }));
    index.applyAll([
      sampleBatch(turnsFrom(5000, 30, "22222222-bbbb")),
      sampleBatch(turnsFrom(6000, 30, "33333333-cccc")),
    ]);
    index.forgetTurns(
      [5, 6, 7, 8].map((line) => ({ session: "11111111-aaaa", seq: String(line) })),
    );
    index.dropSession("22222222-bbbb");
    expect(keptTokens(folder, index).get("lantern")).toBe(TURNS + 60 + 60 - 4 - 30);
    expect(index.verify().filter(({ id }) => id.startsWith("full-text"))).toEqual([]);
    const fresh = openNew();
    fresh.apply(sampleBatch(turnsFrom(1, TURNS + 60).filter(({ line }) => line < 5 || line > 8)));
    fresh.apply(sampleBatch(turnsFrom(6000, 30, "33333333-cccc")));
    expect(frequencies(index)).toEqual(frequencies(fresh));
    expect(index.search(ask("lantern harbour")).corpus).toEqual(
      fresh.search(ask("lantern harbour")).corpus,
    );
  });

  test("a number whose token became rare is kept no longer", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch(turnsFrom(1, TURNS - 100)));
    index.apply(sampleBatch(turnsFrom(5000, 600, "22222222-bbbb")));
    index.compact();
    expect(keptTokens(folder, index).get("lantern")).toBe(TURNS + 500);
    index.dropSession("11111111-aaaa");
    expect(keptTokens(folder, index).size).toBe(0);
    expect(frequencies(index)[0]).toBe(600);
  });

  test("a wrong number is found by the audit", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch(turnsFrom(1, TURNS)));
    index.compact();
    const database = openSqlite(join(folder, `${index.generation()}.db`), { busyTimeoutMs: 1000 });
    database.exec("UPDATE token_turns SET turns = turns + 1 WHERE token = 'lantern'");
    database.close();
    expect(index.verify()).toEqual([
      { id: "full-text-tokens", detail: "tokens with a wrong count of turns", count: 1 },
    ]);
  });
});
