import { expect, test } from "vitest";

import { bootstrapInterval } from "../../../src/bench/retrieval/bootstrap-interval.ts";
import { figuresOf, scoreAnswer } from "../../../src/bench/retrieval/score-answers.ts";

const COST = { milliseconds: 2, chars: 100 };

test("recall is the share of right turns, sessions count by their first turn", () => {
  const page = ["t:a#1", "t:a#2", "t:b#1", "t:c#9", "t:d#1", "t:e#1", "t:f#1"];
  const scored = scoreAnswer(["t:b#1", "t:x#1"], page, COST);
  expect(scored).toMatchObject({ firstRank: 3, recall: 0.5, inSessions: true });
  expect(scoreAnswer(["t:f#1"], page, COST).inSessions).toBe(false);
  expect(scoreAnswer(["t:f#2"], page, COST)).toMatchObject({ firstRank: 0, recall: 0 });
});

test("figures of a row", () => {
  const scored = [
    scoreAnswer(["t:a#1"], ["t:a#1"], { milliseconds: 1, chars: 10 }),
    scoreAnswer(["t:a#1"], ["t:b#1", "t:a#1"], { milliseconds: 9, chars: 30 }),
    scoreAnswer(["t:a#1"], [], COST),
    scoreAnswer(["t:a#1"], ["t:c#1", "t:d#1", "t:e#1", "t:f#1", "t:g#1", "t:a#1"], COST),
  ];
  expect(figuresOf(scored)).toEqual({
    questions: 4,
    hit1: 0.25,
    hit5: 0.5,
    recall10: 0.75,
    mrr: (1 + 1 / 2 + 1 / 6) / 4,
    session5: 0.5,
    p95Ms: 9,
    chars: 60,
  });
});

test("a clear difference has an interval above zero, chance has one around it", () => {
  const clear = Array.from({ length: 100 }, (_, at) => (at % 4 === 0 ? 1 : 0));
  const chance = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 1 : -1));
  expect(bootstrapInterval(clear, 1).low).toBeGreaterThan(0.1);
  const around = bootstrapInterval(chance, 1);
  expect(around.low).toBeLessThan(0);
  expect(around.high).toBeGreaterThan(0);
  expect(bootstrapInterval(chance, 1)).toEqual(around);
});
