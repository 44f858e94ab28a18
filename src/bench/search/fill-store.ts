/** Owns a made-up store of any number of turns, put straight into the index: an import would take an hour for a million. */
import { openEngine, PLAIN_SETTINGS, writableIndex, type Engine } from "../../engine/engine.ts";
import type { HistoryLanguage } from "../history/language-words.ts";
import { createSeededRandom, type SeededRandom } from "../history/seeded-random.ts";
import { composeSession } from "./compose-session.ts";
import type { SampleTurn } from "./draw-queries.ts";
import { createWordStock, pickWord, type WordStock } from "./word-stock.ts";

/** The index as the engine hands it out. */
export type StoreIndex = ReturnType<typeof writableIndex>;
type IndexBatch = Parameters<StoreIndex["apply"]>[0];

export interface FillOptions {
  /** Store folder, made here. */
  readonly home: string;
  readonly userHome: string;
  readonly seed: number;
  readonly turns: number;
  readonly onProgress?: (turns: number) => void;
}

export interface FilledStore {
  readonly engine: Engine;
  readonly turns: number;
  readonly sessions: number;
  readonly textBytes: number;
  readonly samples: readonly SampleTurn[];
  readonly stock: WordStock;
}

/** One turn of so many is kept to make questions of, at most {@link MOST_SAMPLES} in all. */
const MOST_SAMPLES = 4_000;

const PROJECTS = 24;
const PATHS_PER_PROJECT = 400;
/** As many as a sync puts into one transaction. */
const TURNS_PER_TRANSACTION = 6_000;
const HISTORY_DAYS = 700;
const DAY_MS = 86_400_000;
const UNTIL = "2026-11-28T18:00:00.000Z";
/** Code, names and half of what tools print are English in every session, so CJK is a sixth of the characters. */
const LANGUAGES: readonly HistoryLanguage[] = ["en", "ko", "ko", "ja", "ja", "zh", "zh"];
const EXTENSIONS = ["ts", "ts", "tsx", "py", "go", "rs", "sql", "md"];

interface Project {
  readonly slug: string;
  readonly cwd: string;
  readonly paths: readonly string[];
}

function makePaths(stock: WordStock, random: SeededRandom): readonly string[] {
  const word = (): string => pickWord(stock.words.en, random);
  const folders = Array.from({ length: 20 }, () => `src/${word()}`);
  return Array.from(
    { length: PATHS_PER_PROJECT },
    () => `${random.pick(folders)}/${word()}-${word()}.${random.pick(EXTENSIONS)}`,
  );
}

/** Written down as a sync would, so that they can be asked for. */
function makeProjects(engine: Engine, stock: WordStock, seed: number): readonly Project[] {
  const random = createSeededRandom(seed, 2);
  const folders = Array.from({ length: PROJECTS }, (_, at) => `/home/user/project${at + 1}`);
  return engine.projects
    .identifyMany(folders)
    .map(({ slug }, at) => ({ slug, cwd: folders[at] ?? "", paths: makePaths(stock, random) }));
}

/** Half of the sessions are short; the longest has some three thousand turns. */
function drawSessionTurns(random: SeededRandom): number {
  return Math.floor(12 * Math.exp(random.next() * random.next() * 5.6));
}

/** The n-th project has about an n-th of the sessions of the first. */
function pickProject(projects: readonly Project[], random: SeededRandom): Project {
  const rank = Math.floor((projects.length + 1) ** random.next()) - 1;
  return projects[Math.min(rank, projects.length - 1)] ?? random.pick(projects);
}

function makeBatch(project: Project, turns: IndexBatch["turns"]): IndexBatch {
  const session = turns[0]?.session ?? "";
  return {
    entryId: `claude-code/${session}.${session.slice(0, 8)}`,
    epoch: 1,
    source: "claude-code",
    kind: "session",
    project: project.slug,
    session,
    fromLine: 1,
    toLine: turns.length,
    turns,
    skipped: [],
    facts: [{ session, cwd: project.cwd }],
    rewinds: [],
    state: "{}",
    sourceBytes: 0,
  };
}

/** The session's turns, drawn from streams of its own, so that no session depends on another. */
function makeSession(
  number: number,
  options: { readonly seed: number; readonly stock: WordStock; readonly most: number },
  projects: readonly Project[],
): IndexBatch {
  const random = createSeededRandom(options.seed, 1000 + number);
  const project = pickProject(projects, random);
  const turns = composeSession({
    random,
    stock: options.stock,
    language: random.pick(LANGUAGES),
    cwd: project.cwd,
    paths: project.paths,
    startMs: Date.parse(UNTIL) - Math.floor((0.01 + 0.99 * random.next()) * HISTORY_DAYS * DAY_MS),
    turns: Math.min(drawSessionTurns(random), options.most),
  });
  return makeBatch(project, turns);
}

/** Fills the store; the same rows for the same seed. The engine is the caller's to close. */
export function fillStore(options: FillOptions): FilledStore {
  const stock = createWordStock(options.seed);
  const engine = openEngine({
    home: options.home,
    userHome: options.userHome,
    roots: [],
    settings: PLAIN_SETTINGS,
    now: () => new Date(UNTIL),
    create: true,
  });
  const projects = makeProjects(engine, stock, options.seed);
  const index = writableIndex(engine);
  const done = { turns: 0, sessions: 0, textBytes: 0 };
  const samples: SampleTurn[] = [];
  const every = Math.max(1, Math.floor(options.turns / MOST_SAMPLES));
  while (done.turns < options.turns) {
    const batches: IndexBatch[] = [];
    for (let pending = 0; pending < TURNS_PER_TRANSACTION && done.turns < options.turns;) {
      const most = options.turns - done.turns;
      const batch = makeSession(done.sessions, { seed: options.seed, stock, most }, projects);
      batches.push(batch);
      pending += batch.turns.length;
      done.sessions += 1;
      for (const turn of batch.turns) {
        done.turns += 1;
        done.textBytes += Buffer.byteLength(turn.text);
        if (done.turns % every === 0 && turn.class !== "lifecycle")
          samples.push({
            project: batch.project,
            text: turn.text,
            isPrompt: turn.class === "prompt",
          });
      }
    }
    index.applyAll(batches);
    options.onProgress?.(done.turns);
  }
  index.compact();
  index.checkpoint();
  return { engine, ...done, samples, stock };
}
