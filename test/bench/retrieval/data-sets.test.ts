import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { parseLocomoDate, readLocomoSet } from "../../../src/bench/retrieval/locomo-set.ts";
import {
  parseLongMemEvalDate,
  readLongMemEvalSet,
} from "../../../src/bench/retrieval/longmemeval-set.ts";
import { readQuestionFile } from "../../../src/bench/retrieval/question-file.ts";
import { temporaryFolder } from "../../support/temp-home.ts";

function linesOf(folder: string, file: string): readonly Record<string, unknown>[] {
  return readFileSync(join(folder, file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("LoCoMo", () => {
  const conversation = {
    speaker_a: "Ann",
    speaker_b: "Ben",
    session_1_date_time: "1:56 pm on 8 May, 2023",
    session_1: [
      { speaker: "Ann", dia_id: "D1:1", text: "I planted a quince." },
      { speaker: "Ben", dia_id: "D1:2", text: "Nice!", blip_caption: "a photo of a hedge" },
    ],
    qa: [
      { question: "What did Ann plant?", answer: "a quince", evidence: ["D1:1"], category: 4 },
      { question: "What else?", answer: "", evidence: ["D1:1", "D9:9"], category: 1 },
      { question: "Nothing?", answer: "", evidence: [], category: 5 },
      { question: "What hedge?", answer: "", evidence: ["D1:2", "D1:2"], category: 5 },
    ],
  };

  test("turns become lines, evidence becomes references, the rest is left out and said", () => {
    const source = temporaryFolder("locomo");
    const out = join(source, "out");
    writeFileSync(join(source, "7.json"), JSON.stringify(conversation));
    const set = readLocomoSet(source, out);
    expect(set.questions).toMatchObject([
      { query: "What did Ann plant?", expect: ["t:locomo-7-s1#1"], kind: "single-hop" },
      { query: "What hedge?", expect: ["t:locomo-7-s1#2"], kind: "adversarial", groups: [] },
    ]);
    expect(set.note).toContain("2 without usable evidence left out");
    expect(linesOf(out, "locomo-7-s1.jsonl")).toMatchObject([
      { ts: "2023-05-08T13:56:00.000Z", role: "user", text: "Ann: I planted a quince." },
      { role: "assistant", text: "Ben: Nice! [shares a photo of a hedge]" },
    ]);
  });

  test("midnight and noon", () => {
    expect(new Date(parseLocomoDate("12:05 am on 1 January, 2024")).toISOString()).toBe(
      "2024-01-01T00:05:00.000Z",
    );
    expect(new Date(parseLocomoDate("12:05 pm on 31 December, 2023")).toISOString()).toBe(
      "2023-12-31T12:05:00.000Z",
    );
    expect(() => parseLocomoDate("yesterday")).toThrow(/no LoCoMo date/);
  });

  test("an empty folder is an error that says what to name", () => {
    const source = temporaryFolder("none");
    expect(() => readLocomoSet(source, join(source, "out"))).toThrow(/holds no \*\.json/);
  });
});

describe("LongMemEval", () => {
  const item = {
    question_id: "q1",
    question_type: "single-session-user",
    question: "What do I grow?",
    answer: "quinces",
    question_date: "2023/06/01 (Thu) 10:00",
    haystack_session_ids: ["s1", "s2"],
    haystack_dates: ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 02:21"],
    haystack_sessions: [
      [{ role: "user", content: "hello" }],
      [
        { role: "user", content: "I grow quinces.", has_answer: true },
        { role: "assistant", content: "Good." },
      ],
    ],
    answer_session_ids: ["s2"],
  };

  test("each history is a project of its own; questions to abstain from are left out", () => {
    const source = temporaryFolder("lme");
    const out = join(source, "out");
    const path = join(source, "longmemeval_s.json");
    writeFileSync(path, JSON.stringify([item, { ...item, question_id: "q2_abs" }]));
    const set = readLongMemEvalSet(path, out);
    expect(set.questions).toEqual([
      {
        query: "What do I grow?",
        expect: ["t:longmemeval-0-s1#1"],
        cwd: "/home/user/longmemeval-0",
        kind: "single-session-user",
        askedMs: Date.UTC(2023, 5, 1, 10, 0),
      },
    ]);
    expect(readdirSync(out)).toHaveLength(4);
    expect(linesOf(out, "longmemeval-0-s1.jsonl")[0]).toMatchObject({
      ts: "2023-05-21T02:21:00.000Z",
      text: "I grow quinces.",
    });
  });

  test("anything else is refused", () => {
    const path = join(temporaryFolder("lme"), "x.json");
    writeFileSync(path, JSON.stringify({ question: "?" }));
    expect(() => readLongMemEvalSet(path, "/nowhere")).toThrow(/no LongMemEval file/);
    expect(parseLongMemEvalDate("soon")).toBeUndefined();
  });
});

describe("a person's own questions", () => {
  test("references, words, and nothing", () => {
    const folder = temporaryFolder("own");
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "q.jsonl");
    writeFileSync(
      path,
      '{"query":"a","expect":["t:s#1"],"project":"shop"}\n\n{"query":"b","expect":"words of it"}\n{"query":"c","expect":[]}\n',
    );
    expect(readQuestionFile(path, "/work")).toEqual([
      { query: "a", expect: ["t:s#1"], project: "shop", cwd: "/work", kind: "own" },
      { query: "b", expect: ["words of it"], cwd: "/work", kind: "own" },
      { query: "c", expect: [], cwd: "/work", kind: "own" },
    ]);
    writeFileSync(path, '{"query":"a","expect":["x"]}\nnot json\n');
    expect(() => readQuestionFile(path, "/work")).toThrow(/line 2 of .* is no question/);
  });
});
