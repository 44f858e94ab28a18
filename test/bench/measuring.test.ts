import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { benchImport, renderImportBench } from "../../src/bench/bench-import.ts";
import { benchStartup, renderStartup } from "../../src/bench/bench-startup.ts";
import { readMachineFacts, renderMachineFacts } from "../../src/bench/machine-facts.ts";
import { renderMarkdownTable } from "../../src/bench/markdown-table.ts";
import { measureProcess } from "../../src/bench/measure-process.ts";
import { percentiles } from "../../src/bench/percentiles.ts";
import { runMeasured } from "../../src/bench/run-measured.ts";
import { removeFolder } from "../support/temp-home.ts";

const env = { PATH: process.env["PATH"] ?? "" };
const cwd = tmpdir();

describe("percentiles", () => {
  test("are the nearest ranks, whatever the order of the samples", () => {
    const samples = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
    expect(percentiles(samples)).toEqual({ min: 0, p50: 49, p95: 94, p99: 98 });
    expect(percentiles([7])).toEqual({ min: 7, p50: 7, p95: 7, p99: 7 });
    expect(() => percentiles([])).toThrow(RangeError);
  });
});

describe("runMeasured", () => {
  test("tells time, processor time, memory, output and exit code", async () => {
    const busy =
      "const b = Buffer.alloc(80 << 20, 1); const until = Date.now() + 400; while (Date.now() < until || process.cpuUsage().user < 300_000); console.log(b.length); process.exitCode = 3;";
    const run = await runMeasured({
      command: process.execPath,
      args: ["-e", busy],
      env,
      cwd,
      watchMemory: true,
    });
    expect(run.exitCode).toBe(3);
    expect(run.stdout.trim()).toBe(String(80 << 20));
    expect(run.wallMs).toBeGreaterThan(400);
    if (process.platform === "linux") {
      expect(run.userSeconds).toBeGreaterThan(0.1);
      expect(run.peakRssMib).toBeGreaterThan(80);
    }
  });

  test("gives what stands on standard input, and survives a command that is not there", async () => {
    const echo = await runMeasured({
      command: process.execPath,
      args: ["-e", "process.stdin.pipe(process.stdout)"],
      env,
      cwd,
      stdin: "so it is",
    });
    expect(echo.stdout).toBe("so it is");
    const missing = await runMeasured({ command: "/home/user/not/there", args: [], env, cwd });
    expect(missing.exitCode).toBe(127);
    expect(missing.stderr).toContain("ENOENT");
  });
});

describe("measureProcess", () => {
  test("sees what a slow start costs over bare Node", async () => {
    const slow = await measureProcess({
      args: ["-e", "const until = Date.now() + 60; while (Date.now() < until);"],
      env,
      cwd,
      rounds: 4,
    });
    expect(slow.samples).toBe(4);
    expect(slow.over.min).toBeGreaterThan(40);
    expect(slow.failures).toBe(0);
  });

  test("counts runs that end with another exit code", async () => {
    const bad = await measureProcess({
      args: ["-e", "console.error('broken'); process.exit(1)"],
      env,
      cwd,
      rounds: 1,
    });
    expect(bad.failures).toBeGreaterThan(0);
    expect(bad.firstFailure).toContain("broken");
  });
});

test("benchStartup says which case keeps its bar", async () => {
  const result = await benchStartup({
    cases: [
      { name: "bare", args: ["-e", "0"], barMs: 1000 },
      {
        name: "slow | one",
        args: ["-e", "const until = Date.now() + 80; while (Date.now() < until);"],
        barMs: 5,
      },
    ],
    env,
    cwd,
    rounds: 3,
  });
  expect(result.cases.map((entry) => entry.isWithinBar)).toEqual([true, false]);
  const table = renderStartup(result);
  expect(table.split("\n").filter((line) => line.startsWith("|"))).toHaveLength(4);
  expect(table).toContain("slow \\| one");
});

test("benchImport drives a program twice in a home of its own and weighs the store", async () => {
  const workFolder = mkdtempSync(join(tmpdir(), "varve-bench-"));
  try {
    // Stands in for the bundle: what is tested is how it is driven and weighed.
    const program = join(workFolder, "program.mjs");
    writeFileSync(
      program,
      `import { existsSync, mkdirSync, writeFileSync } from "node:fs";
       if (!existsSync(process.env.HOME + "/.claude") || process.argv[2] !== "import") process.exit(9);
       mkdirSync(process.env.VARVE_HOME + "/archive", { recursive: true });
       writeFileSync(process.env.VARVE_HOME + "/archive/a.gz", Buffer.alloc(1000));`,
    );
    const result = await benchImport({ program, workFolder, seed: 1, bytes: 400_000, env });
    expect([result.run.exitCode, result.again.exitCode]).toEqual([0, 0]);
    expect(result.archiveBytes).toBe(1000);
    expect(result.indexBytes).toBe(0);
    expect(result.mbPerSecond).toBeGreaterThan(0);
    expect(renderImportBench(result)).toContain("archive / transcripts");
  } finally {
    removeFolder(workFolder);
  }
});

test("the facts of the machine fit on one line", () => {
  const line = renderMachineFacts(readMachineFacts());
  expect(line).toContain(process.version);
  expect(line).not.toContain("\n");
});

test("a table keeps its columns when a row is short or holds a bar", () => {
  expect(renderMarkdownTable(["a", "b"], [["x|y"]])).toBe(
    "| a | b |\n| --- | --- |\n| x\\|y |  |\n",
  );
});
