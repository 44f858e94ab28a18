import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { queryWords } from "../../src/core/tokenise/query-words.ts";
import {
  ALL_LANES,
  rankCandidates,
  type Candidate,
  type RankedCandidate,
  type RankInput,
} from "../../src/recall/rank-candidates.ts";

const NOW = new Date("2026-11-30T12:00:00.000Z");

function candidate(id: number, text: string, more: Partial<Candidate> = {}): Candidate {
  return {
    id,
    ref: `t:s${String(id).padStart(3, "0")}#1`,
    session: `s${id}`,
    time: "2026-11-01T12:00:00.000Z",
    role: "assistant",
    class: "reply",
    text,
    key: "",
    isMatch: true,
    neighbours: [],
    request: undefined,
    sessionCounts: undefined,
    ...more,
  };
}

function rank(
  query: string,
  candidates: readonly Candidate[],
  more: Partial<RankInput> = {},
): readonly RankedCandidate[] {
  const words = queryWords(query);
  return rankCandidates({
    query,
    words,
    candidates,
    corpus: { turns: 5_000, averageTokens: 40, frequencies: words.map(() => 20) },
    now: NOW,
    lanes: ALL_LANES,
    ...more,
  });
}

const shown = (ranked: readonly RankedCandidate[]): readonly unknown[] =>
  ranked.map(({ explain, ...rest }) => ({ ...rest, why: explain() }));

const order = (ranked: readonly RankedCandidate[]): readonly number[] => ranked.map(({ id }) => id);

describe("what counts", () => {
  test("more words of the question beat fewer, however often", () => {
    const ranked = rank("token refresh expiry", [
      candidate(1, "token token token token token token"),
      candidate(2, "the token refresh at expiry"),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
  });

  test("rare words beat frequent ones", () => {
    const ranked = rank(
      "server heartbeat",
      [candidate(1, "the server"), candidate(2, "a heartbeat")],
      {
        corpus: { turns: 5_000, averageTokens: 40, frequencies: [2_500, 4] },
      },
    );
    expect(order(ranked)).toEqual([2, 1]);
  });

  test("an answer is about what was asked just before it", () => {
    const answer = "Idle sockets are closed by the proxy.";
    const ranked = rank("why does the event stream drop", [
      candidate(1, answer, {
        isMatch: false,
        neighbours: [{ text: "Why does the event stream drop?", key: "", distance: -1 }],
      }),
      candidate(2, "Stream of thoughts."),
      candidate(3, answer.replace("proxy", "gate"), {
        isMatch: false,
        neighbours: [{ text: "The event stream will drop.", key: "", distance: 2 }],
      }),
    ]);
    expect(order(ranked)).toEqual([1, 3, 2]);
    expect(ranked[0]?.explain()).toMatch(/^around: event, stream, drop/);
    expect(ranked[0]?.holdsWord).toBe(false);
  });

  test("a turn works under its request", () => {
    const request = { text: "the upload queue stops half way", key: "" };
    const ranked = rank("upload queue stops", [
      candidate(1, "Wrote parts beside the target.", { isMatch: false, request }),
      candidate(2, "Wrote parts beside the target", { isMatch: false }),
    ]);
    expect(order(ranked)).toEqual([1]);
  });

  test("a session that speaks of it lifts its turns", () => {
    const counts = { turns: 40, frequencies: [30, 30] };
    const ranked = rank("upload queue", [
      candidate(1, "upload queue, a"),
      candidate(2, "upload queue, b", { sessionCounts: counts }),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
    expect(ranked[0]?.explain()).toContain("session");
  });

  test("tool and file names count as key", () => {
    const ranked = rank("chunk-queue.ts parts", [
      candidate(1, "parts"),
      candidate(2, "parts", { key: "Edit\n/home/user/app/src/upload/chunk-queue.ts" }),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
  });

  test("tool results weigh less and are not dropped", () => {
    const ranked = rank("connection pool exhausted", [
      candidate(1, "connection pool exhausted, one", { role: "tool", class: "result" }),
      candidate(2, "connection pool exhausted, two"),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
  });
});

describe("letter for letter", () => {
  test("a quoted phrase stands before its words apart", () => {
    const ranked = rank('"warm white"', [
      candidate(1, "white walls, warm and white rooms, warm colours"),
      candidate(2, "Using warm white as said."),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
    expect(ranked[0]?.explain()).toMatch(/^exact: warm white; words: warm, white; phrase/);
  });

  test("an identifier stands before its parts", () => {
    const ranked = rank("src/app.ts:42", [
      candidate(1, "src app ts 42 and src app ts 42"),
      candidate(2, "never touch src/app.ts:42"),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
    expect(ranked[0]?.explain()).toContain("exact: src/app.ts:42");
  });

  test("C++ is not any C", () => {
    const ranked = rank("C++ shim", [
      candidate(1, "the shim of vitamin C"),
      candidate(2, "the C++ shim"),
    ]);
    expect(order(ranked)).toEqual([2, 1]);
  });
});

describe("who asks, who says", () => {
  test("a question does not outrank the turn that decides it", () => {
    const question = "Which library for config validation, config validation in config?";
    const ranked = rank("config validation library", [
      candidate(1, question, { class: "prompt", role: "user" }),
      candidate(2, question, { class: "prompt", role: "user", ref: "t:s901#1" }),
      candidate(3, question, { class: "prompt", role: "user", ref: "t:s902#1" }),
      candidate(4, "We pick Zod for config validation. Final.", { class: "prompt", role: "user" }),
    ]);
    expect(order(ranked)[0]).toBe(4);
  });

  test("what is said again and again says less each time, numbers aside", () => {
    const copies = Array.from({ length: 6 }, (_, at) =>
      candidate(at + 1, `Build ${at} of the invoice export passed in ${at * 7} ms.`),
    );
    const ranked = rank("invoice export", [
      ...copies,
      candidate(9, "The invoice export is a stream, not an array, since today."),
    ]);
    expect(order(ranked)[0]).toBe(9);
  });
});

describe("time only orders", () => {
  test("between equals the newer is first", () => {
    const ranked = rank("token expiry", [
      candidate(1, "token expiry seen", { time: "2025-11-01T00:00:00.000Z" }),
      candidate(2, "token expiry met", { time: "2026-11-29T00:00:00.000Z" }),
      candidate(3, "token expiry found", { time: null }),
    ]);
    expect(order(ranked)).toEqual([2, 1, 3]);
  });

  test("an exact old hit stays before recent noise", () => {
    const ranked = rank("why does E_STALE_CACHE show old data", [
      candidate(1, "E_STALE_CACHE: the key holds no build number, so old data is shown.", {
        time: "2024-01-01T00:00:00.000Z",
      }),
      ...Array.from({ length: 30 }, (_, at) =>
        candidate(at + 2, `data row ${at} and the old cache of show ${at}`, {
          time: "2026-11-30T00:00:00.000Z",
        }),
      ),
    ]);
    expect(order(ranked)[0]).toBe(1);
  });
});

describe("nothing is an answer", () => {
  const few = (count: number): RankInput["corpus"] => ({
    turns: 2_000,
    averageTokens: 40,
    frequencies: [count, 0, 0, 0, 0],
  });

  test("one word of five that stands somewhere is no answer", () => {
    const query = "what about order flowers wedding chapel ribbons";
    expect(rank(query, [candidate(1, "in this order")], { corpus: few(300) })).toEqual([]);
  });

  test("a list of words takes any of them", () => {
    const query = "order flowers wedding chapel ribbons";
    const found = rank(query, [candidate(1, "in this order"), candidate(2, "other")], {
      corpus: few(300),
    });
    expect(order(found)).toEqual([1]);
  });

  test("two of five are one", () => {
    const query = "which order flowers wedding chapel ribbons";
    const found = rank(query, [candidate(1, "order the flowers")], { corpus: few(300) });
    expect(order(found)).toEqual([1]);
  });

  test("a name letter for letter is enough by itself", () => {
    const query = "what was ERR_CLOCK_SKEW again with computers refusing logins mysteriously";
    const words = queryWords(query);
    const found = rank(query, [candidate(1, "401: ERR_CLOCK_SKEW")], {
      corpus: { turns: 2_000, averageTokens: 40, frequencies: words.map(() => 0) },
    });
    expect(order(found)).toEqual([1]);
  });

  test("no candidates, no answer", () => {
    expect(rank("anything", [])).toEqual([]);
  });
});

const spoken = fc
  .array(
    fc.constantFrom("token", "refresh", "expiry", "连接池", "토큰", "src/app.ts", "?", "build"),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((words) => words.join(" "));

test("the list depends on what is there, not on the order it came in", () => {
  fc.assert(
    fc.property(fc.array(spoken, { minLength: 1, maxLength: 12 }), fc.nat(), (texts, turn) => {
      const all = texts.map((text, at) => candidate(at + 1, text));
      const cut = turn % all.length;
      const turned = [...all.slice(cut), ...all.slice(0, cut)];
      const query = "token refresh expiry 连接池 토큰은";
      expect(shown(rank(query, turned))).toEqual(shown(rank(query, all)));
    }),
    { numRuns: 200 },
  );
});

test("equals are in the order of their references", () => {
  const same = [3, 1, 2].map((id) => candidate(id, "token expiry"));
  expect(order(rank("token expiry", same))).toEqual([1, 2, 3]);
});

test("a store whose facts are not known still ranks", () => {
  const ranked = rank("token refresh", [candidate(1, "token refresh"), candidate(2, "a token")], {
    corpus: { turns: 0, averageTokens: 1, frequencies: [] },
  });
  expect(order(ranked)).toEqual([1, 2]);
});

test("any query, any text: never throws, scores are numbers, reasons are short", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.string({ unit: "binary", maxLength: 80 }),
      (query, text) => {
        for (const { score, explain } of rank(query, [
          candidate(1, text),
          candidate(2, `${text} ${query}`),
        ])) {
          expect(Number.isFinite(score)).toBe(true);
          expect(explain().length).toBeLessThan(600);
        }
      },
    ),
    { numRuns: 300 },
  );
});
