/** Owns `bench import`: the CLI bundle imports a generated history as a process of its own, under a heap limit. */
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { generateHistory } from "./generate-history.ts";
import type { GeneratedHistory } from "./generate-history.ts";
import { renderMarkdownTable } from "./markdown-table.ts";
import { runMeasured } from "./run-measured.ts";
import type { MeasuredRun } from "./run-measured.ts";

export interface ImportBenchOptions {
  /** The CLI bundle. */
  readonly program: string;
  /** Folder for the history and the store; made by the caller, removed by the caller. */
  readonly workFolder: string;
  readonly seed: number;
  readonly bytes: number;
  readonly projects?: number;
  /** PATH and the like; HOME and VARVE_HOME are set here. */
  readonly env: NodeJS.ProcessEnv;
  /** Heap of the import process in MiB, 256 unless given: more makes it die, which counts as a failure. */
  readonly heapMib?: number;
  readonly args?: readonly string[];
}

export interface ImportBenchResult {
  readonly history: GeneratedHistory;
  readonly run: MeasuredRun;
  /** The same import again: nothing has changed. */
  readonly again: MeasuredRun;
  readonly mbPerSecond: number;
  /** Per second of processor time, user and system; null where it is not known. */
  readonly mbPerCpuSecond: number | null;
  readonly archiveBytes: number;
  readonly indexBytes: number;
}

const importTimeoutMs = 3_600_000;

function bytesBelow(folder: string): number {
  let total = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) total += statSync(join(entry.parentPath, entry.name)).size;
    }
  } catch {
    return total;
  }
  return total;
}

export async function benchImport(options: ImportBenchOptions): Promise<ImportBenchResult> {
  const home = join(options.workFolder, "home");
  const store = join(options.workFolder, "store");
  mkdirSync(home, { recursive: true });
  const history = generateHistory({
    seed: options.seed,
    bytes: options.bytes,
    out: home,
    ...(options.projects === undefined ? {} : { projects: options.projects }),
  });
  const run = (): Promise<MeasuredRun> =>
    runMeasured({
      command: process.execPath,
      args: [
        `--max-old-space-size=${options.heapMib ?? 256}`,
        options.program,
        ...(options.args ?? ["import", "--json"]),
      ],
      cwd: home,
      env: { ...options.env, HOME: home, VARVE_HOME: store },
      timeoutMs: importTimeoutMs,
      watchMemory: true,
    });
  const first = await run();
  const again = await run();
  const megabytes = history.bytes / 1e6;
  const cpu =
    first.userSeconds === null || first.systemSeconds === null
      ? null
      : first.userSeconds + first.systemSeconds;
  return {
    history,
    run: first,
    again,
    mbPerSecond: megabytes / (first.wallMs / 1000),
    mbPerCpuSecond: cpu === null || cpu === 0 ? null : megabytes / cpu,
    archiveBytes: bytesBelow(join(store, "archive")),
    indexBytes: bytesBelow(join(store, "index")),
  };
}

const share = (part: number, whole: number): string =>
  whole === 0 ? "-" : (part / whole).toFixed(3);

/** A Markdown table of what was imported, how fast and into how much. */
export function renderImportBench(result: ImportBenchResult): string {
  const { history, run, again } = result;
  return renderMarkdownTable(
    ["what", "value"],
    [
      [
        "history",
        `${(history.bytes / 1e6).toFixed(1)} MB, ${history.sessions} sessions, ${history.turns} turns`,
      ],
      [
        "indexed text / bytes, CJK / text",
        `${(history.textShare * 100).toFixed(1)} %, ${(history.cjkShare * 100).toFixed(1)} %`,
      ],
      [
        "import, wall",
        `${(run.wallMs / 1000).toFixed(1)} s, ${result.mbPerSecond.toFixed(1)} MB/s${run.exitCode === 0 ? "" : `, FAILED with ${run.exitCode}`}`,
      ],
      [
        "import, per second of processor time",
        result.mbPerCpuSecond === null ? "not known" : `${result.mbPerCpuSecond.toFixed(1)} MB/s`,
      ],
      ["peak resident size", run.peakRssMib === null ? "not known" : `${run.peakRssMib} MiB`],
      ["import again, nothing new", `${again.wallMs.toFixed(0)} ms`],
      ["archive / transcripts", share(result.archiveBytes, history.bytes)],
      ["index / indexed text", share(result.indexBytes, history.textBytes)],
    ],
  );
}
