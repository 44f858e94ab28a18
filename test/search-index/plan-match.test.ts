import { describe, expect, test } from "vitest";

import { queryWords } from "../../src/core/tokenise/query-words.ts";
import { planMatch, type PlanRequest } from "../../src/search-index/plan-match.ts";
import type { WeighedWord } from "../../src/search-index/weigh-words.ts";

/** A word in so many turns; a name of several tokens reads three postings for each token. */
function weighed(typed: string, turns: number): WeighedWord {
  const [word] = queryWords(typed);
  if (word === undefined) throw new Error(`${typed} is no word`);
  const names = word.phrases.filter((tokens) => tokens.length > 1).flat().length;
  return { word, frequency: turns, most: turns, postings: turns * (1 + 3 * names) };
}

function plan(words: readonly WeighedWord[], over: Partial<PlanRequest> = {}) {
  const result = planMatch({
    words,
    budget: { rows: 1000, postings: 10_000 },
    isWhole: true,
    scopeRows: Infinity,
    count: () => {
      throw new Error("nothing to count");
    },
    ...over,
  });
  return { expression: result.expression, passive: result.passive.map(({ typed }) => typed) };
}

describe("which words find", () => {
  test("all that fit, the rarest first", () => {
    expect(plan([weighed("heron", 400), weighed("lake", 5)])).toEqual({
      expression: '"lake" OR "heron"',
      passive: [],
    });
  });

  test("in a scope of few rows all find, and nothing is counted", () => {
    const words = [weighed("heron", 2_000), weighed("lake", 1_500)];
    expect(plan(words, { isWhole: false, scopeRows: 700 })).toEqual({
      expression: '"lake" OR "heron"',
      passive: [],
    });
    expect(() => plan(words, { isWhole: false, scopeRows: 1_100 })).toThrow("nothing to count");
  });

  test("a word that stands nowhere is left out", () => {
    expect(plan([weighed("heron", 0), weighed("lake", 5)]).expression).toBe('"lake"');
  });

  test("what does not fit weighs in the rows that the others find", () => {
    expect(plan([weighed("common", 3000), weighed("heron", 400), weighed("lake", 5)])).toEqual({
      expression: '("lake" OR "heron") AND ("lake" OR "heron" OR "common")',
      passive: ["common"],
    });
    // Reading its postings would cost more than all the rest.
    expect(plan([weighed("common", 30_000), weighed("lake", 5)])).toEqual({
      expression: '"lake"',
      passive: ["common"],
    });
  });

  test("a name finds beside the others and is looked up once", () => {
    const words = [weighed("common", 3000), weighed("lake_side", 5), weighed("heron", 400)];
    expect(plan(words).expression).toBe(
      '"lake_side" OR "lake side" OR (("heron") AND ("heron" OR "common"))',
    );
  });

  test("in a project the rows of the project count", () => {
    const counted: string[] = [];
    const local = plan([weighed("heron", 4000), weighed("lake", 2000)], {
      isWhole: false,
      count: (expression, most) => {
        counted.push(expression);
        return Math.min(most, 90);
      },
    });
    expect(local).toEqual({ expression: '"lake" OR "heron"', passive: [] });
    expect(counted).toEqual(['"lake"', '"heron"']);
  });

  test("where each is too frequent, two that stand together find", () => {
    const words = [weighed("first", 2000), weighed("second", 2100), weighed("third", 2200)];
    const counts: Readonly<Record<string, number>> = {
      '("first") AND ("second")': 7,
      '("first") AND ("third")': 300,
    };
    expect(plan(words, { count: (expression) => counts[expression] ?? 1001 })).toEqual({
      expression: '("first") AND ("third")',
      passive: ["second"],
    });
  });

  test("beside a word that finds next to nothing, two that stand together find too", () => {
    const words = [weighed("first", 2000), weighed("second", 2100), weighed("misspelt", 2)];
    expect(plan(words, { count: () => 300 })).toEqual({
      expression: '"misspelt" OR (("first") AND ("second"))',
      passive: [],
    });
    expect(plan(words, { count: () => 3 })).toEqual({
      expression: '("misspelt") AND ("misspelt" OR "first" OR "second")',
      passive: ["first", "second"],
    });
  });

  test("where no two do, none is ranked", () => {
    const words = [weighed("first", 2000), weighed("second", 2100)];
    expect(plan(words, { count: () => 3 }).expression).toBeUndefined();
    expect(plan(words, { count: (_, most) => most }).expression).toBeUndefined();
    expect(plan([weighed("first", 2000)]).expression).toBeUndefined();
  });
});
