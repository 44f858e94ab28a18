import { describe, expect, test } from "vitest";

import { exceededLimit, NO_BUDGET, PAGE_BUDGET, READ_BUDGET } from "../../src/core/budget.ts";
import { estimateTokens } from "../../src/core/estimate-tokens.ts";
import { fitAnswer } from "../../src/engine/fit-answer.ts";

describe("estimated tokens", () => {
  test.each([
    ["", 0, 0],
    ["the quick brown fox jumps over the lazy dog", 9, 14],
    ["사용자 인증 토큰이 만료되었습니다", 14, 26],
    ["接続プールが枯渇しました", 10, 16],
    ["连接池为什么会耗尽", 9, 14],
    ["834cb28d-5c11-4b0c-a425-2521d56ea1c3", 18, 30],
    ["🦔🦔🦔", 3, 12],
  ])("%j costs a plausible number", (text, least, most) => {
    const tokens = estimateTokens(text);
    expect(tokens).toBeGreaterThanOrEqual(least);
    expect(tokens).toBeLessThanOrEqual(most);
  });

  test("grows with the text and takes any string", () => {
    expect(estimateTokens("a b ".repeat(1000))).toBeGreaterThan(estimateTokens("a b ".repeat(100)));
    expect(estimateTokens("\ud800\udc00\ud800")).toBeGreaterThan(0);
  });

  test.each(["x", "1", " ", "한", "é", "/", "\u{1f994}", "a1"])(
    "is linear for many of %j",
    (piece) => {
      const started = performance.now();
      estimateTokens(piece.repeat(400_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(1_000);
    },
  );
});

describe("the limit a text is over", () => {
  test("characters, bytes and tokens are told apart", () => {
    expect(exceededLimit("x".repeat(8_001), PAGE_BUDGET)).toBe("chars");
    expect(exceededLimit("한".repeat(2_700), PAGE_BUDGET)).toBe("bytes");
    expect(exceededLimit("q1W2".repeat(1_900), PAGE_BUDGET)).toBe("tokens");
    expect(exceededLimit("word ".repeat(1_000), PAGE_BUDGET)).toBe(null);
    expect(exceededLimit("x".repeat(10_000_000), NO_BUDGET)).toBe(null);
  });
});

describe("fitting a list", () => {
  const form = (budget = PAGE_BUDGET) => ({
    budget,
    write: (answer: { readonly shown: readonly string[] }) => JSON.stringify(answer),
  });
  const fit = (items: readonly string[], budget = PAGE_BUDGET) =>
    fitAnswer(items, form(budget), (shown, limitedBy) => ({ shown, limitedBy }));

  test("what fits is whole and names no limit", () => {
    expect(fit(["a", "b"])).toEqual({ shown: ["a", "b"], limitedBy: null });
  });

  test("the most that fits, from the first on, with the limit named", () => {
    const items = Array.from({ length: 100 }, (_, at) => `${at} ${"x".repeat(200)}`);
    const { shown, limitedBy } = fit(items);
    expect(["chars", "bytes"]).toContain(limitedBy);
    expect(shown).toEqual(items.slice(0, shown.length));
    expect(JSON.stringify({ shown }).length).toBeLessThanOrEqual(8_000);
    const oneMore = { shown: items.slice(0, shown.length + 1), limitedBy };
    expect(JSON.stringify(oneMore).length).toBeGreaterThan(8_000);
  });

  test("too many items are cut by items", () => {
    const items = Array.from({ length: READ_BUDGET.items + 5 }, () => "");
    expect(fit(items, READ_BUDGET)).toMatchObject({ limitedBy: "items" });
    expect(fit(items, READ_BUDGET).shown).toHaveLength(READ_BUDGET.items);
  });

  test("nothing that fits gives an answer without items", () => {
    expect(fit(["x".repeat(9_000)])).toMatchObject({ shown: [], limitedBy: "chars" });
  });
});
