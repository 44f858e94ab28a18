/** Owns one bench from beginning to end: a throw-away folder, the measurement, and the page it makes. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchCatchUp, renderCatchUp } from "./bench-catch-up.ts";
import { benchImport, renderImportBench } from "./bench-import.ts";
import type { ImportBenchResult } from "./bench-import.ts";
import { benchRedactor, renderRedactorBench } from "./bench-redactor.ts";
import { benchStartup, renderStartup } from "./bench-startup.ts";
import { readMachineFacts, renderMachineFacts } from "./machine-facts.ts";
import type { MachineFacts } from "./machine-facts.ts";
import type { OutputSurface } from "./output/bench-output.ts";
import { renderOutputBench, runOutputBench } from "./output/run-output.ts";
import { renderPlot } from "./render-plot.ts";
import { benchRetrieval, type RetrievalSources } from "./retrieval/bench-retrieval.ts";
import { renderRetrieval } from "./retrieval/render-retrieval.ts";
import { benchLogs, renderLogsBench } from "./search/bench-logs.ts";
import { renderSearchBench } from "./search/render-search-bench.ts";
import { runSearch } from "./search/run-search.ts";
import { startupCases } from "./startup-cases.ts";

export type BenchName =
  | "import"
  | "startup"
  | "redactor"
  | "search"
  | "logs"
  | "output"
  | "retrieval";

export interface BenchOptions {
  readonly name: BenchName;
  readonly packageFolder: string;
  /** Size of the generated history, in millions of bytes. */
  readonly megabytes: number;
  /** Size of the store that `search` asks. */
  readonly turns: number;
  readonly seed: number;
  /** Where plots go; undefined = none are made. */
  readonly plotFolder: string | undefined;
  /** PATH for the processes that are started. */
  readonly searchPath: string;
  /** What `output` measures. */
  readonly surfaces: readonly OutputSurface[];
  /** What `retrieval` asks. */
  readonly retrieval: RetrievalSources;
  /** Told what is done next. */
  readonly onStep: (text: string) => void;
}

export interface BenchResult {
  readonly json: {
    readonly bench: BenchName;
    readonly machine: MachineFacts;
    readonly result: unknown;
  };
  readonly markdown: string;
}

interface Measured {
  readonly result: unknown;
  readonly table: string;
}

/** As many files as a person has after years, fewer for a small run. */
const mostCatchUpFiles = 10_000;
const catchUpFilesPerMegabyte = 160;

const environmentOf = (options: BenchOptions): NodeJS.ProcessEnv => ({
  PATH: options.searchPath,
  LANG: "C.UTF-8",
  TZ: "UTC",
});

const programOf = (options: BenchOptions): string =>
  join(options.packageFolder, "dist", "varve.js");

function importOnce(
  options: BenchOptions,
  workFolder: string,
  megabytes: number,
): Promise<ImportBenchResult> {
  options.onStep(`importing ${Number(megabytes.toPrecision(3))} MB ...`);
  mkdirSync(workFolder, { recursive: true });
  return benchImport({
    program: programOf(options),
    workFolder,
    seed: options.seed,
    bytes: megabytes * 1e6,
    env: environmentOf(options),
  });
}

function writePlots(folder: string, results: readonly ImportBenchResult[]): void {
  mkdirSync(folder, { recursive: true });
  const plot = (
    file: string,
    title: string,
    yLabel: string,
    y: (result: ImportBenchResult) => number,
  ): void =>
    writeFileSync(
      join(folder, file),
      renderPlot({
        title,
        xLabel: "transcripts (MB)",
        yLabel,
        series: [
          {
            name: "varve import",
            points: results.map((each) => [each.history.bytes / 1e6, y(each)]),
          },
        ],
      }),
    );
  plot(
    "import-seconds.svg",
    "Import: time against size",
    "seconds",
    (each) => each.run.wallMs / 1000,
  );
  plot(
    "import-memory.svg",
    "Import: peak memory against size",
    "resident MiB",
    (each) => each.run.peakRssMib ?? 0,
  );
  plot(
    "store-size.svg",
    "Archive against transcripts",
    "archive (MB)",
    (each) => each.archiveBytes / 1e6,
  );
}

/** With a plot folder also at an eighth, a quarter and a half of the size. */
async function runImport(options: BenchOptions, workFolder: string): Promise<Measured> {
  const result = await importOnce(options, join(workFolder, "whole"), options.megabytes);
  if (options.plotFolder !== undefined) {
    const results: ImportBenchResult[] = [];
    for (const part of [8, 4, 2]) {
      const folder = join(workFolder, `part-${part}`);
      results.push(await importOnce(options, folder, options.megabytes / part));
      rmSync(folder, { recursive: true, force: true });
    }
    writePlots(options.plotFolder, [...results, result]);
  }
  const files = Math.min(mostCatchUpFiles, Math.round(options.megabytes * catchUpFilesPerMegabyte));
  options.onStep(`catching up over ${files} unchanged files ...`);
  const catchUp = await benchCatchUp({
    program: programOf(options),
    folder: join(workFolder, "catch-up"),
    files,
    env: environmentOf(options),
  });
  return {
    result: { import: result, catchUp },
    table: `${renderImportBench(result)}\n${renderCatchUp(catchUp)}`,
  };
}

function findTranscript(home: string): string {
  const found = readdirSync(join(home, ".claude"), { recursive: true, encoding: "utf8" }).find(
    (path) => path.endsWith(".jsonl"),
  );
  return found === undefined ? join(home, "none.jsonl") : join(home, ".claude", found);
}

async function runStartup(options: BenchOptions, workFolder: string): Promise<Measured> {
  const imported = await importOnce(options, workFolder, options.megabytes);
  const home = join(workFolder, "home");
  const store = join(workFolder, "store");
  const measured = await benchStartup({
    cases: startupCases({
      packageFolder: options.packageFolder,
      store,
      transcript: findTranscript(home),
    }),
    env: { ...environmentOf(options), HOME: home, VARVE_HOME: store },
    cwd: home,
    onCase: (name) => options.onStep(`${name} ...`),
  });
  const line = `Over a store of ${imported.history.turns} turns (${options.megabytes} MB of transcripts); milliseconds over bare Node.`;
  return {
    result: { turns: imported.history.turns, ...measured },
    table: `${line}\n\n${renderStartup(measured)}`,
  };
}

function runRedactor(options: BenchOptions, workFolder: string): Measured {
  options.onStep(`redacting the text of ${options.megabytes} MB ...`);
  const result = benchRedactor({ workFolder, seed: options.seed, bytes: options.megabytes * 1e6 });
  return { result, table: renderRedactorBench(result) };
}

async function runSearchBench(options: BenchOptions, workFolder: string): Promise<Measured> {
  const { turns, seed, plotFolder, onStep } = options;
  const result = await runSearch({
    workFolder,
    turns,
    seed,
    plotFolder,
    onStep,
    program: programOf(options),
    env: environmentOf(options),
  });
  return { result, table: renderSearchBench(result) };
}

async function runLogs(options: BenchOptions, workFolder: string): Promise<Measured> {
  const { seed, searchPath, onStep, megabytes } = options;
  const result = await benchLogs({ workFolder, seed, bytes: megabytes * 1e6, searchPath, onStep });
  return { result, table: renderLogsBench(result) };
}

async function runOutput(options: BenchOptions, workFolder: string): Promise<Measured> {
  const { seed, surfaces, onStep, megabytes } = options;
  const result = await runOutputBench({
    workFolder,
    bytes: megabytes * 1e6,
    seed,
    surfaces,
    onStep,
  });
  return { result, table: renderOutputBench(result) };
}

async function runRetrieval(options: BenchOptions, workFolder: string): Promise<Measured> {
  const { seed, onStep, retrieval: sources } = options;
  const result = await benchRetrieval({ workFolder, seed, sources, onStep });
  return { result, table: renderRetrieval(result) };
}

/** Everything is written below a throw-away folder, which is gone afterwards; only plots stay. */
export async function runBench(options: BenchOptions): Promise<BenchResult> {
  const machine = readMachineFacts();
  const workFolder = mkdtempSync(join(tmpdir(), "varve-bench-"));
  const runs = {
    import: runImport,
    startup: runStartup,
    redactor: runRedactor,
    search: runSearchBench,
    logs: runLogs,
    output: runOutput,
    retrieval: runRetrieval,
  };
  try {
    const { result, table } = await runs[options.name](options, workFolder);
    return {
      json: { bench: options.name, machine, result },
      markdown: `${renderMachineFacts(machine)}\n\n${table}`,
    };
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}
