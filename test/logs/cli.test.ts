/** Owns `varve logs` as a person runs it: flags, exit codes, lines, JSON, nothing left running. */
import { expect, test } from "vitest";

import type { LogsAnswer } from "../../src/engine/logs/logs-answer.ts";
import { claudePath, writeLines } from "../acceptance/made-sessions.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { prompts, SESSION, thought } from "./logs-store.ts";

function importedHome(lines: readonly string[]): string {
  const home = temporaryFolder();
  writeLines(claudePath(home, SESSION), lines);
  expect(runVarve(["import"], { home }).code).toBe(0);
  return home;
}

test("finds by every way, with exit code 0, and 1 when nothing is there", () => {
  const home = importedHome([
    ...prompts(["the webhook_signature is wrong"]),
    thought(2, "seam allowance"),
  ]);
  for (const [args, code] of [
    [["signature"], 0],
    [["--exact", "ook_sig"], 0],
    [["ook_sig"], 1],
    [["--regex", "hook_\\w+ is"], 0],
    [["--exact", "seam allow"], 1],
    [["--exact", "seam allow", "--all-bytes"], 0],
    [["--exact", "--all-bytes", "--source", "codex", "seam allow"], 1],
    [["--exact", "seam allow", "--all-bytes", "--all"], 0],
    [["--exact", "--regex", "x"], 2],
    [["--all-bytes", "x"], 2],
    [["--regex", "("], 2],
    [["--source", "emacs", "x"], 2],
    [["--limit", "0", "x"], 2],
  ] as const)
    expect(runVarve(["logs", ...args], { home }).code, args.join(" ")).toBe(code);
});

test("prints a header, the hit with its context, and the next call", () => {
  const home = importedHome(prompts(["one lamp", "two lamps", "three lamps"]));
  const { stdout } = runVarve(["logs", "--exact", "lamp", "--limit", "2"], { home });
  const lines = stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^2 of more than 3 turns in .+, by time, texts, times in UTC$/);
  expect(lines[1]).toMatch(/^2026-05-04 10:00 {2}\S+ {2}prompt {2}t:\S+#3 {2}exact text$/);
  expect(lines[2]).toBe("  three lamps");
  const next =
    lines
      .at(-1)
      ?.replace(/^next: varve /, "")
      .split(" ") ?? [];
  const second = runVarve(
    next.map((word) => word.replaceAll("'", "")),
    { home },
  );
  expect(second.stdout).toContain("  one lamp\n");
});

test("a hopeless expression ends within its time, and the process with it", () => {
  const home = importedHome(prompts([`${"a".repeat(80)}!`]));
  const started = performance.now();
  const { code, stderr } = runVarve(["logs", "--regex", "(a+)+$"], { home });
  expect(code).toBe(2);
  expect(stderr).toMatch(/takes too long on t:\S+#1 and was stopped/);
  expect(performance.now() - started).toBeLessThan(3_000);
  const all = runVarve(["logs", "--regex", "(a+)+$", "--all"], { home, timeoutMs: 20_000 });
  expect(all.code).toBe(2);
});

test("JSON has the documented fields and stays within 8,000 characters", () => {
  const home = importedHome(
    prompts(Array.from({ length: 60 }, (_, at) => `${"word ".repeat(60)}lamp ${at}`)),
  );
  const { value } = runVarveJson<LogsAnswer>(["logs", "--exact", "lamp", "--limit", "50"], {
    home,
  });
  expect(Object.keys(value).sort()).toEqual([
    "cursor",
    "durationMs",
    "header",
    "hits",
    "truncated",
  ]);
  expect(value.truncated).toBe(true);
  expect(JSON.stringify(value, null, 2).length).toBeLessThanOrEqual(8_000);
  const all = runVarveJson<LogsAnswer>(["logs", "--exact", "lamp", "--all"], { home });
  expect(all.value.hits).toHaveLength(60);
});

test("a typed secret is not repeated", () => {
  const home = importedHome(prompts(["nothing"]));
  const secret = ["ghp", "9fK2mQ7xL4vT8wR1sY6bN3cJ5hD0gZaPqEuW"].join("_");
  for (const way of [[], ["--exact"], ["--regex"]]) {
    const { stdout, stderr } = runVarve(["logs", ...way, secret], { home });
    expect(stdout + stderr).not.toContain(secret);
  }
});
