/** Owns the measurement of a sync that finds nothing new among many files. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { renderMarkdownTable } from "./markdown-table.ts";
import { runMeasured } from "./run-measured.ts";

export interface CatchUpOptions {
  readonly program: string;
  readonly folder: string;
  readonly files: number;
  readonly env: NodeJS.ProcessEnv;
}

export interface CatchUpResult {
  readonly files: number;
  readonly firstMs: number;
  /** Whole process, sorted. */
  readonly againMs: readonly number[];
  /** Bare node of the same run, sorted. */
  readonly bareMs: readonly number[];
}

const ROUNDS = 7;
const FILES_PER_PROJECT = 100;
const TIMEOUT_MS = 600_000;

/** Writes `files` one-turn sessions, imports them, then syncs again and again with nothing changed. */
export async function benchCatchUp(options: CatchUpOptions): Promise<CatchUpResult> {
  const home = join(options.folder, "home");
  writeSessions(home, options.files);
  const env = { ...options.env, HOME: home, VARVE_HOME: join(options.folder, "store") };
  const time = async (args: readonly string[]): Promise<number> =>
    (
      await runMeasured({
        command: process.execPath,
        args: [...args],
        cwd: home,
        env,
        timeoutMs: TIMEOUT_MS,
      })
    ).wallMs;
  const firstMs = await time([options.program, "import"]);
  const againMs: number[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    againMs.push(await time([options.program, "sync"]));
    bareMs.push(await time(["-e", "0"]));
  }
  const ascending = (values: readonly number[]): readonly number[] =>
    [...values].sort((a, b) => a - b);
  return { files: options.files, firstMs, againMs: ascending(againMs), bareMs: ascending(bareMs) };
}

function writeSessions(home: string, files: number): void {
  for (let at = 0; at < files; at += 1) {
    const project = `/home/user/code/p${Math.floor(at / FILES_PER_PROJECT)}`;
    const folder = join(home, ".claude", "projects", project.replaceAll("/", "-"));
    if (at % FILES_PER_PROJECT === 0) mkdirSync(folder, { recursive: true });
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
    const row = {
      parentUuid: null,
      isSidechain: false,
      userType: "external",
      cwd: project,
      sessionId: id,
      version: "2.1.332",
      type: "user",
      message: { role: "user", content: `Prompt number ${at}` },
      uuid: `10000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString(),
    };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(row)}\n`);
  }
}

const middle = (values: readonly number[]): number => values[Math.floor(values.length / 2)] ?? 0;

/** A Markdown table of the catch-up. */
export function renderCatchUp(result: CatchUpResult): string {
  return renderMarkdownTable(
    ["files", "first import", "sync, nothing new: min", "p50", "bare node p50", "own p50"],
    [
      [
        String(result.files),
        `${(result.firstMs / 1000).toFixed(1)} s`,
        `${(result.againMs[0] ?? 0).toFixed(0)} ms`,
        `${middle(result.againMs).toFixed(0)} ms`,
        `${middle(result.bareMs).toFixed(0)} ms`,
        `${(middle(result.againMs) - middle(result.bareMs)).toFixed(0)} ms`,
      ],
    ],
  );
}
