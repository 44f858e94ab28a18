/** Owns the cost of starting a command: samples interleaved with bare Node, so that both see the same noise. */
import { percentiles } from "./percentiles.ts";
import type { Percentiles } from "./percentiles.ts";
import { runMeasured } from "./run-measured.ts";

export interface ProcessMeasurement {
  readonly samples: number;
  /** Milliseconds of `node -e 0` in the same rounds. */
  readonly bare: Percentiles;
  readonly wall: Percentiles;
  /** Milliseconds over bare Node: each figure minus the same figure of bare Node. */
  readonly over: Percentiles;
  /** Runs that ended with another exit code than `expectedExit`. */
  readonly failures: number;
  /** Message of the first such run, cut. */
  readonly firstFailure: string | null;
}

export interface MeasureOptions {
  /** Arguments for Node: the program first. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: string;
  readonly rounds?: number;
  readonly expectedExit?: number;
}

/** Rounds that warm the page cache and are not counted. */
const warmUps = 2;

export async function measureProcess(options: MeasureOptions): Promise<ProcessMeasurement> {
  const rounds = options.rounds ?? 20;
  const bare: number[] = [];
  const wall: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  const base = { command: process.execPath, env: options.env, cwd: options.cwd };
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const control = await runMeasured({ ...base, args: ["-e", "0"] });
    const run = await runMeasured({
      ...base,
      args: options.args,
      ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    });
    if (run.exitCode !== (options.expectedExit ?? 0)) {
      failures += 1;
      firstFailure ??= `exit ${run.exitCode}: ${run.stderr.slice(0, 300)}`;
    }
    if (round < warmUps) continue;
    bare.push(control.wallMs);
    wall.push(run.wallMs);
  }
  const [bareFigures, wallFigures] = [percentiles(bare), percentiles(wall)];
  return {
    samples: rounds,
    bare: bareFigures,
    wall: wallFigures,
    over: {
      min: wallFigures.min - bareFigures.min,
      p50: wallFigures.p50 - bareFigures.p50,
      p95: wallFigures.p95 - bareFigures.p95,
      p99: wallFigures.p99 - bareFigures.p99,
    },
    failures,
    firstFailure,
  };
}
