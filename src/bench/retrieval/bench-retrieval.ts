/** Owns `bench retrieval`: each set is imported into a store of its own and asked through the product's search. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openEngine, PLAIN_SETTINGS, type Engine } from "../../engine/engine.ts";
import { discoverPath } from "../../engine/discover-path.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { absentTopics } from "./absent-topics.ts";
import { generateCodingSessions } from "./generate-coding-sessions.ts";
import { readLocomoSet } from "./locomo-set.ts";
import { readLongMemEvalSet } from "./longmemeval-set.ts";
import { questionsOfArchive } from "./questions-of-archive.ts";
import { readQuestionFile } from "./question-file.ts";
import type { RetrievalSet } from "./retrieval-set.ts";
import { runRetrieval, type RetrievalResult } from "./run-retrieval.ts";

export interface RetrievalSources {
  /** Folder of LoCoMo conversations. */
  readonly locomo: string | undefined;
  /** LongMemEval file. */
  readonly longMemEval: string | undefined;
  /** Questions of a person's own. */
  readonly file: string | undefined;
  /** Questions made from the person's archive. */
  readonly mine: boolean;
  readonly cwd: string;
  /** Runs with the person's own store. */
  readonly withOwnStore: <T>(work: (engine: Engine) => T) => Promise<T>;
}

export interface RetrievalBenchOptions {
  readonly workFolder: string;
  readonly seed: number;
  /** How many coding sessions are generated; 40 unless given. */
  readonly sessions?: number;
  readonly sources: RetrievalSources;
  readonly onStep: (text: string) => void;
}

/** Generated sessions are as old as a store gets; questions about them are asked on this day. */
const ASKED = "2026-11-30T12:00:00.000Z";

function codingSet(options: RetrievalBenchOptions, folder: string): RetrievalSet {
  const { seed, sessions } = options;
  const questions = generateCodingSessions({
    seed,
    home: folder,
    ...(sessions === undefined ? {} : { sessions }),
  });
  return {
    name: "Generated coding sessions",
    note: `${new Set(questions.flatMap(({ expect }) => expect.map((ref) => ref.split("#")[0]))).size} sessions in two projects and four languages, tool output included; ${questions.length} questions with one right turn each; weights were chosen on the tuned half of seed 1.`,
    questions,
    absent: absentTopics,
    folder: join(folder, ".claude"),
  };
}

/** Imports the set's transcripts and asks. */
function runSet(set: RetrievalSet, options: RetrievalBenchOptions, home: string): RetrievalResult {
  let now = Date.parse(ASKED);
  const engine = openEngine({
    home,
    userHome: join(home, "nobody"),
    roots: [],
    settings: PLAIN_SETTINGS,
    now: () => new Date(now),
    create: true,
  });
  try {
    options.onStep(`${set.name}: importing ...`);
    syncSources(engine, { files: discoverPath(set.folder, undefined) });
    return runRetrieval({
      ...set,
      engine,
      setClock: (askedMs) => (now = askedMs ?? Date.parse(ASKED)),
      seed: options.seed,
      onStep: options.onStep,
    });
  } finally {
    engine.close();
  }
}

/** Questions about the person's own store, which is only read. */
function runOwn(options: RetrievalBenchOptions): Promise<readonly RetrievalResult[]> {
  const { sources, seed, onStep } = options;
  return sources.withOwnStore((engine) => {
    const ask = (name: string, note: string, questions: RetrievalSet["questions"]) =>
      runRetrieval({
        name,
        note,
        questions,
        absent: absentTopics,
        engine,
        setClock: () => undefined,
        seed,
        onStep,
      });
    const own = sources.mine ? questionsOfArchive(engine, seed) : [];
    const listed = sources.file === undefined ? [] : readQuestionFile(sources.file, sources.cwd);
    return [
      ...(sources.mine
        ? [
            ask(
              "Your archive",
              `${own.length} questions made from decisions, errors and edits of your own sessions, each with the turn it was made from as the right one.`,
              own,
            ),
          ]
        : []),
      ...(sources.file === undefined
        ? []
        : [ask("Your questions", `${listed.length} questions of your file.`, listed)]),
    ];
  });
}

/** The sets that were named; the generated sessions when none was. */
export async function benchRetrieval(
  options: RetrievalBenchOptions,
): Promise<readonly RetrievalResult[]> {
  const { sources, workFolder } = options;
  const makers: ((folder: string) => RetrievalSet)[] = [];
  const { locomo, longMemEval } = sources;
  if (locomo !== undefined) makers.push((folder) => readLocomoSet(locomo, folder));
  if (longMemEval !== undefined) makers.push((folder) => readLongMemEvalSet(longMemEval, folder));
  const own = sources.mine || sources.file !== undefined;
  if (makers.length === 0 && !own) makers.push((folder) => codingSet(options, folder));
  const results = makers.map((make, at) => {
    const folder = join(workFolder, `set-${at}`);
    mkdirSync(folder, { recursive: true });
    return runSet(make(folder), options, join(workFolder, `store-${at}`));
  });
  return own ? [...results, ...(await runOwn(options))] : results;
}
