/** Owns `bench search`: a made-up store of many turns, families of questions asked warm in one process, some asked cold. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../engine/engine.ts";
import { createSeededRandom } from "../history/seeded-random.ts";
import { measureProcess, type ProcessMeasurement } from "../measure-process.ts";
import { drawQueries, QUERY_FAMILIES, type DrawOptions, type QueryFamily } from "./draw-queries.ts";
import { fillStore, type FilledStore, type StoreIndex } from "./fill-store.ts";
import { findFrequentWords } from "./find-frequent-words.ts";
import { measureFamily, type FamilyResult, type SearchScope } from "./measure-family.ts";

export interface SearchBenchOptions {
  /** Folder for the store; made by the caller, removed by the caller. */
  readonly workFolder: string;
  readonly turns: number;
  readonly seed: number;
  /** The CLI bundle, for the cold runs. */
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
  /** Questions of each family and scope. */
  readonly queries?: number;
  readonly onStep: (text: string) => void;
}

export interface ColdSearch {
  readonly name: string;
  readonly measured: ProcessMeasurement;
}

export interface SearchBenchResult {
  readonly turns: number;
  readonly sessions: number;
  readonly textBytes: number;
  readonly indexBytes: number;
  readonly families: readonly FamilyResult[];
  readonly cold: readonly ColdSearch[];
}

const QUERIES = 200;
const WARM_UPS = 40;
/** A word above this share of all turns counts as frequent. */
const FREQUENT = 0.03;
const SCOPES: readonly SearchScope[] = ["project", "all"];
const SMALL_STORE = 100_000;
/** Exit code of a search that finds something. */
const FOUND = 0;

/** Milliseconds at p95: a project up to 100,000 turns and beyond, everything, a single CJK character anywhere. */
function barOf(family: QueryFamily, scope: SearchScope, turns: number): number {
  if (family === "1 CJK character") return 50;
  if (scope === "all") return 30;
  return turns <= SMALL_STORE * 1.01 ? 10 : 20;
}

function measureFamilies(
  options: SearchBenchOptions,
  { engine, stock, samples, turns }: FilledStore,
  index: StoreIndex,
): readonly FamilyResult[] {
  options.onStep("looking for frequent words ...");
  const frequentWords = findFrequentWords(index, stock, FREQUENT);
  const draw = (stream: number): DrawOptions => ({
    random: createSeededRandom(options.seed, stream),
    samples,
    frequentWords,
  });
  return QUERY_FAMILIES.flatMap((family, at) => {
    options.onStep(`${family} ...`);
    return SCOPES.map((scope) => {
      const base = { engine, index, family, scope, barMs: barOf(family, scope, turns) };
      measureFamily({ ...base, queries: drawQueries(family, WARM_UPS, draw(20 + at)) });
      const count = options.queries ?? QUERIES;
      return measureFamily({ ...base, queries: drawQueries(family, count, draw(40 + at)) });
    });
  });
}

/** One question of some families, each in a process of its own, in turns with bare Node. */
async function measureCold(
  options: SearchBenchOptions,
  { samples }: FilledStore,
): Promise<readonly ColdSearch[]> {
  const random = createSeededRandom(options.seed, 60);
  const cold: ColdSearch[] = [];
  for (const family of ["5 content words of a turn", "an identifier"] as const) {
    const [drawn] = drawQueries(family, 1, { random, samples, frequentWords: [] });
    if (drawn === undefined) continue;
    options.onStep(`cold: ${family} ...`);
    // oxlint-disable-next-line no-await-in-loop -- processes that run together would measure each other
    const measured = await measureProcess({
      args: [options.program, "search", drawn.query, "--all-projects"],
      env: {
        ...options.env,
        HOME: join(options.workFolder, "home"),
        VARVE_HOME: join(options.workFolder, "store"),
      },
      cwd: options.workFolder,
      expectedExit: FOUND,
    });
    cold.push({ name: family, measured });
  }
  return cold;
}

function indexBytes(engine: Engine, index: StoreIndex): number {
  return statSync(join(engine.store.paths.index, `${index.generation()}.db`)).size;
}

export async function benchSearch(options: SearchBenchOptions): Promise<SearchBenchResult> {
  const userHome = join(options.workFolder, "home");
  mkdirSync(userHome, { recursive: true });
  options.onStep(`filling a store with ${options.turns} turns ...`);
  const store = fillStore({
    home: join(options.workFolder, "store"),
    userHome,
    seed: options.seed,
    turns: options.turns,
  });
  const { engine, turns, sessions, textBytes } = store;
  try {
    const index = engine.index("read");
    if (index === undefined) throw new RangeError("the store was filled and has no index");
    const families = measureFamilies(options, store, index);
    const bytes = indexBytes(engine, index);
    const cold = await measureCold(options, store);
    return { turns, sessions, textBytes, indexBytes: bytes, families, cold };
  } finally {
    engine.close();
  }
}
