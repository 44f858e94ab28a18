/** Owns `bench startup`: what each cold command costs over bare Node, measured on the bundles as they ship. */
import { renderMarkdownTable } from "./markdown-table.ts";
import { measureProcess } from "./measure-process.ts";
import type { ProcessMeasurement } from "./measure-process.ts";

export interface StartupCase {
  readonly name: string;
  /** File in dist/ and its arguments. */
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly expectedExit?: number;
  /** Milliseconds over bare Node at p50 that it may cost; absent = only reported. */
  readonly barMs?: number;
}

export interface StartupOptions {
  readonly cases: readonly StartupCase[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly rounds?: number;
  /** Called before each case. */
  readonly onCase?: (name: string) => void;
}

export interface StartupResult {
  readonly cases: readonly (StartupCase & {
    readonly measured: ProcessMeasurement;
    readonly isWithinBar: boolean;
  })[];
}

export async function benchStartup(options: StartupOptions): Promise<StartupResult> {
  const cases: StartupResult["cases"][number][] = [];
  for (const entry of options.cases) {
    options.onCase?.(entry.name);
    const measured = await measureProcess({
      args: entry.args,
      env: options.env,
      cwd: options.cwd,
      ...(entry.stdin === undefined ? {} : { stdin: entry.stdin }),
      ...(entry.expectedExit === undefined ? {} : { expectedExit: entry.expectedExit }),
      ...(options.rounds === undefined ? {} : { rounds: options.rounds }),
    });
    const isWithinBar =
      measured.failures === 0 && (entry.barMs === undefined || measured.over.p50 <= entry.barMs);
    cases.push({ ...entry, measured, isWithinBar });
  }
  return { cases };
}

const ms = (value: number): string => value.toFixed(1);

/** A Markdown table: milliseconds over bare Node. */
export function renderStartup(result: StartupResult): string {
  return renderMarkdownTable(
    ["command", "over bare min", "p50", "p95", "bare p50", "bar p50", "kept"],
    result.cases.map(({ name, measured, barMs, isWithinBar }) => [
      name,
      ms(measured.over.min),
      ms(measured.over.p50),
      ms(measured.over.p95),
      ms(measured.bare.p50),
      barMs === undefined ? "" : String(barMs),
      measured.failures > 0 ? `failed ${measured.failures}x` : isWithinBar ? "yes" : "no",
    ]),
  );
}
