/** How much memory and work a transcript costs: a giant line, a giant file, one more row. */
import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, describe } from "vitest";

import { cleanEnvironment, runVarve, varveBin } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import {
  countPrompts,
  expectSettled,
  importAll,
  listSessions,
  type Home,
} from "./imported-home.ts";
import * as made from "./made-sessions.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";
const A = "aaaaaaaa-0000-4000-8000-000000000001";

function talk(word: string, first: number): string[] {
  return [
    made.typed(
      { id: first, session: A, parent: first === 1 ? null : first - 1 },
      `What about the ${word}?`,
    ),
    made.replied({ id: first + 1, session: A }, "Done with it."),
  ];
}

describe("size", () => {
  test("a line of 30 MB is survived in a small heap, and its neighbours are found", () => {
    const home = { path: temporaryFolder() };
    const path = made.claudePath(home.path, A);
    made.writeLines(path, [
      ...talk("beforefig", 1),
      made.toolResult({ id: 3, session: A }, `headfig ${"wide row ".repeat(3_500_000)} tailfig`),
      ...talk("afterfig", 4),
    ]);
    expect(statSync(path).size).toBeGreaterThan(30e6);
    importInSmallHeap(home);
    expect(["beforefig", "afterfig"].map((word) => countPrompts(home, word))).toEqual([1, 1]);
    expectSettled(home);
  });

  test.runIf(isFull)("300 MB of small rows in a heap of 256 MB", () => {
    const home = { path: temporaryFolder() };
    const path = made.claudePath(home.path, A);
    made.writeLines(path, talk("beforefig", 1));
    const filler = "the tide tables of the outer harbour are read again ".repeat(12);
    for (let id = 10; statSync(path).size < 300e6; id += 2000) {
      const rows = Array.from({ length: 2000 }, (_, at) =>
        made.replied({ id: id + at, session: A }, `row ${id + at} ${filler}`),
      );
      made.addLines(path, rows);
    }
    const peakMB = importInSmallHeap(home);
    console.log(`300 MB in small rows: peak ${peakMB} MB`);
    expect(peakMB).toBeLessThan(512);
    expect(listSessions(home)).toHaveLength(1);
  });

  test("work per append follows what was appended, not what is there", () => {
    const cost = (rows: number): { readonly bytes: number; readonly ms: number } => {
      const home = { path: temporaryFolder() };
      const path = made.claudePath(home.path, A);
      made.writeLines(
        path,
        Array.from({ length: rows }, (_, at) =>
          made.typed(
            { id: at + 1, session: A, parent: at === 0 ? null : at },
            `row ${at} ${"of the tide table ".repeat(20)}`,
          ),
        ),
      );
      importAll(home);
      const runs = [1, 2, 3].map((step) => {
        made.addLines(path, [made.typed({ id: rows + step, session: A }, `appended row ${step}`)]);
        const result = runVarve(["import", "--json"], { home: home.path });
        return JSON.parse(result.stdout) as {
          readonly bytes: number;
          readonly durationMs: number;
          readonly turns: number;
        };
      });
      expect(runs.map((run) => run.turns)).toEqual([1, 1, 1]);
      return {
        bytes: Math.max(...runs.map((run) => run.bytes)),
        ms: Math.min(...runs.map((run) => run.durationMs)),
      };
    };
    const small = cost(500);
    const large = cost(isFull ? 20_000 : 8000);
    console.log(`append to 500 rows: ${small.ms} ms, to many: ${large.ms} ms`);
    expect(large.bytes).toBeLessThan(2 * small.bytes);
    expect(large.ms).toBeLessThan(3 * small.ms + 100);
  });

  /** Peak resident memory in MB. */
  function importInSmallHeap(home: Home): number {
    const hook = join(home.path, "peak.cjs");
    const program =
      'process.on("exit", () => process.stderr.write(`PEAK ${process.resourceUsage().maxRSS}\n`));';
    writeFileSync(hook, program);
    const result = spawnSync(
      process.execPath,
      ["--max-old-space-size=256", "--require", hook, varveBin, "import", "--json"],
      {
        env: cleanEnvironment({ home: home.path }),
        encoding: "utf8",
        maxBuffer: 64e6,
      },
    );
    expect({ code: result.status, signal: result.signal }).toEqual({ code: 0, signal: null });
    const report = JSON.parse(result.stdout) as { readonly warnings: readonly unknown[] };
    expect(report.warnings).toEqual([]);
    return Math.round(Number(/PEAK (\d+)/.exec(result.stderr)?.[1] ?? 0) / 1024);
  }
});
