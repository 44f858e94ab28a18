/** Owns reading LongMemEval in its official form: a JSON list of questions, each with its own history of sessions. */
import { readFileSync } from "node:fs";
import { VarveError } from "../../core/errors.ts";
import { absentTopics } from "./absent-topics.ts";
import { plainReference, writePlainSession } from "./plain-transcript.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

interface LongMemEvalTurn {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly has_answer?: boolean;
}

interface LongMemEvalItem {
  readonly question_id: string;
  readonly question_type: string;
  readonly question: string;
  readonly question_date?: string;
  readonly haystack_dates: readonly string[];
  readonly haystack_sessions: readonly (readonly LongMemEvalTurn[])[];
}

/** `2023/05/30 (Tue) 23:40`, taken as UTC; undefined for anything else. */
export function parseLongMemEvalDate(text: string): number | undefined {
  const match = /^(\d{4})\/(\d{2})\/(\d{2})(?: \(\w+\))? (\d{2}):(\d{2})/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute);
}

function isItem(value: unknown): value is LongMemEvalItem {
  const item = value as Partial<LongMemEvalItem> | null;
  return (
    typeof item?.question_id === "string" &&
    typeof item.question === "string" &&
    Array.isArray(item.haystack_sessions) &&
    Array.isArray(item.haystack_dates)
  );
}

function readItems(path: string): readonly LongMemEvalItem[] {
  const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(parsed) || !parsed.every(isItem))
    throw new VarveError(
      "usage",
      `${path} is no LongMemEval file`,
      "expected a JSON list of {question_id, question, haystack_sessions, haystack_dates}",
    );
  return parsed;
}

/** Writes one history; gives the references of its answer turns. */
function writeHistory(item: LongMemEvalItem, at: number, folder: string): readonly string[] {
  const cwd = `/home/user/longmemeval-${at}`;
  return item.haystack_sessions.flatMap((turns, number) => {
    const session = `longmemeval-${at}-s${number}`;
    writePlainSession(folder, {
      session,
      cwd,
      startMs: parseLongMemEvalDate(item.haystack_dates[number] ?? "") ?? number * 86_400_000,
      turns: turns.map(({ role, content }) => ({ role, text: content })),
    });
    return turns.flatMap((turn, line) =>
      turn.has_answer === true ? [plainReference(session, line)] : [],
    );
  });
}

/** Questions whose history marks no turn as the answer, such as those to abstain from, are left out. */
export function readLongMemEvalSet(path: string, folder: string): RetrievalSet {
  const items = readItems(path);
  const questions: RetrievalQuestion[] = [];
  items.forEach((item, at) => {
    const expect = writeHistory(item, at, folder);
    if (expect.length === 0 || item.question_id.endsWith("_abs")) return;
    const asked = parseLongMemEvalDate(item.question_date ?? "");
    questions.push({
      query: item.question,
      expect,
      cwd: `/home/user/longmemeval-${at}`,
      kind: item.question_type,
      ...(asked === undefined ? {} : { askedMs: asked }),
    });
  });
  return {
    name: "LongMemEval",
    note: `${items.length} questions, each history a project; ${items.length - questions.length} without a marked answer turn, or to abstain from, left out. recall@10 is the share of the marked turns among the first ten.`,
    questions,
    absent: absentTopics,
    folder,
  };
}
