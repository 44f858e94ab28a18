/** Owns asking every question of a set in every way, and gathering the figures by group. */
import type { Engine } from "../../engine/engine.ts";
import { bootstrapInterval, type Interval } from "./bootstrap-interval.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";
import { retrievalRows, type RetrievalRow } from "./retrieval-rows.ts";
import { figuresOf, scoreAnswer, type RowFigures, type ScoredQuestion } from "./score-answers.ts";

export interface RowResult extends RowFigures {
  readonly row: string;
  /** recall@10 minus that of the first row, with its 95 % interval; null for the first row. */
  readonly gain: (Interval & { readonly mean: number }) | null;
  /** Nothing found in a group of some size: the measurement is at fault before the search is. */
  readonly isSuspect: boolean;
}

export interface GroupResult {
  readonly group: string;
  readonly rows: readonly RowResult[];
}

export interface AbsentResult {
  readonly row: string;
  readonly answeredNothing: number;
  readonly questions: number;
}

export interface RetrievalResult {
  readonly name: string;
  readonly note: string;
  readonly groups: readonly GroupResult[];
  readonly absent: readonly AbsentResult[];
}

export interface RetrievalRun {
  readonly name: string;
  readonly note: string;
  readonly questions: readonly RetrievalQuestion[];
  readonly absent: readonly string[];
  readonly engine: Engine;
  /** Sets the engine's clock to when a question was asked; undefined is now. */
  readonly setClock: (askedMs: number | undefined) => void;
  readonly seed: number;
  readonly onStep: (text: string) => void;
}

/** A row of this many questions or more without a single hit is no result. */
const LEAST_SUSPECT = 5;

/** What a question waits for, as references: words stand for the turns of a page that hold them. */
function expectedOf(
  engine: Engine,
  question: RetrievalQuestion,
  refs: readonly string[],
): readonly string[] {
  return question.expect.flatMap((wanted) => {
    if (wanted.startsWith("t:")) return [wanted];
    const holds = refs.filter((ref) => textOf(engine, ref).includes(wanted.toLowerCase()));
    return holds.length > 0 ? holds.slice(0, 1) : [wanted];
  });
}

function textOf(engine: Engine, ref: string): string {
  const [session = "", seq = ""] = ref.slice(2).split("#");
  return (engine.index("read")?.turn(session, seq)?.text ?? "").toLowerCase();
}

function askAll(run: RetrievalRun, row: RetrievalRow): readonly ScoredQuestion[] {
  return run.questions.map((question) => {
    run.setClock(question.askedMs);
    const started = performance.now();
    const { refs, chars } = row.ask(run.engine, question);
    const milliseconds = performance.now() - started;
    return scoreAnswer(expectedOf(run.engine, question, refs), refs, { milliseconds, chars });
  });
}

/** Names of the groups that a question counts in. */
function groupsOf({ kind, groups, wording, isHeldOut }: RetrievalQuestion): readonly string[] {
  const half = isHeldOut === undefined ? [] : [isHeldOut ? "held-out half" : "tuned half"];
  return ["all", ...half, ...(groups ?? []), ...(wording === undefined ? [] : [wording]), kind];
}

function resultOf(
  row: string,
  scored: readonly ScoredQuestion[],
  compared: readonly ScoredQuestion[] | undefined,
  seed: number,
): RowResult {
  const figures = figuresOf(scored);
  const differences = scored.map(({ recall }, at) => recall - (compared?.[at]?.recall ?? 0));
  const mean = differences.reduce((sum, one) => sum + one, 0) / Math.max(1, differences.length);
  return {
    row,
    ...figures,
    gain: compared === undefined ? null : { mean, ...bootstrapInterval(differences, seed) },
    isSuspect: scored.length >= LEAST_SUSPECT && figures.recall10 === 0,
  };
}

function askAbsent(run: RetrievalRun, row: RetrievalRow): AbsentResult {
  const cwd = run.questions[0]?.cwd ?? "/";
  run.setClock(undefined);
  const nothing = run.absent.filter(
    (query) => row.ask(run.engine, { query, expect: [], cwd, kind: "absent" }).refs.length === 0,
  );
  return { row: row.name, answeredNothing: nothing.length, questions: run.absent.length };
}

/** Each row asks all questions before the next does: what one row warms is warm for the next as well, so the first pays. */
export function runRetrieval(run: RetrievalRun): RetrievalResult {
  const answers = retrievalRows.map((row) => {
    run.onStep(`${run.name}: ${run.questions.length} questions, ${row.name} ...`);
    return askAll(run, row);
  });
  const groups = new Map<string, number[]>();
  run.questions.forEach((question, at) => {
    for (const group of new Set(groupsOf(question))) {
      const members = groups.get(group) ?? [];
      groups.set(group, members);
      members.push(at);
    }
  });
  const pick = (row: number, members: readonly number[]): readonly ScoredQuestion[] =>
    members.flatMap((at) => answers[row]?.[at] ?? []);
  return {
    name: run.name,
    note: run.note,
    groups: [...groups].map(([group, members]) => ({
      group,
      rows: retrievalRows.map((row, at) =>
        resultOf(row.name, pick(at, members), at === 0 ? undefined : pick(0, members), run.seed),
      ),
    })),
    absent: retrievalRows.map((row) => askAbsent(run, row)),
  };
}
