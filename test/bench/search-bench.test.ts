import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { createSeededRandom } from "../../src/bench/history/seeded-random.ts";
import { drawQueries, QUERY_FAMILIES } from "../../src/bench/search/draw-queries.ts";
import { fillStore } from "../../src/bench/search/fill-store.ts";
import { findFrequentWords } from "../../src/bench/search/find-frequent-words.ts";
import { measureFamily } from "../../src/bench/search/measure-family.ts";
import { renderSearchBench } from "../../src/bench/search/render-search-bench.ts";
import { temporaryFolder } from "../support/temp-home.ts";

function fill(turns: number, seed = 1) {
  const home = temporaryFolder();
  const store = fillStore({ home: join(home, "store"), userHome: home, seed, turns });
  const index = store.engine.index("read");
  if (index === undefined) throw new Error("no index");
  return { ...store, index };
}

describe("bench search", () => {
  test("the same seed gives the same turns, another one others", () => {
    const [one, same, other] = [fill(400), fill(400), fill(400, 2)];
    const texts = ({ samples }: typeof one): readonly string[] => samples.map(({ text }) => text);
    expect(texts(one)).toEqual(texts(same));
    expect(texts(one)).not.toEqual(texts(other));
    expect(one.turns).toBeGreaterThanOrEqual(400);
    expect(one.index.counts().totals.turns).toBe(one.turns);
    const cjk = texts(one)
      .join("")
      .match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]/gu);
    expect((cjk ?? []).length / texts(one).join("").length).toBeGreaterThan(0.05);
    for (const { engine } of [one, same, other]) engine.close();
  });

  test("every family finds what it was drawn from, and is timed", () => {
    const { engine, index, samples, stock, turns, sessions, textBytes } = fill(1500);
    const frequentWords = findFrequentWords(index, stock, 0.03);
    expect(frequentWords.length).toBeGreaterThan(20);
    const families = QUERY_FAMILIES.flatMap((family) =>
      (["project", "all"] as const).map((scope) => {
        const queries = drawQueries(family, 12, {
          random: createSeededRandom(5),
          samples,
          frequentWords,
        });
        expect(queries.length).toBe(12);
        return measureFamily({ engine, index, family, scope, queries, barMs: 50 });
      }),
    );
    for (const each of families) {
      expect(each.p50).toBeGreaterThan(0);
      expect(each.p95).toBeGreaterThanOrEqual(each.p50);
      // A store this small is within every limit.
      expect(each.overlap).toBe(1);
    }
    expect(families.filter(({ empty }) => empty > 6)).toEqual([]);
    const table = renderSearchBench({
      turns,
      sessions,
      textBytes,
      indexBytes: textBytes,
      families,
      cold: [],
    });
    expect(table.match(/^\| .* \| (?:project|all) \|/gmu)).toHaveLength(12);
    engine.close();
  });
});
