/** What a command prints arrives whole in a file and in a pipe with a slow reader; a reader that leaves ends it quietly. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { buildSync } from "esbuild";
import { expect, test } from "vitest";

import { temporaryFolder } from "../support/temp-home.ts";

function build(): string {
  const outfile = join(temporaryFolder(), "stream.mjs");
  buildSync({
    entryPoints: [join(import.meta.dirname, "stream-process.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return outfile;
}

function inShell(line: string): { readonly stdout: string; readonly stderr: string } {
  const program = `${process.execPath} ${build()}`;
  return spawnSync("sh", ["-c", line.replaceAll("PROGRAM", program)], { encoding: "utf8" });
}

test("into a pipe whose reader is slow", () => {
  const { stdout, stderr } = inShell("PROGRAM 3000000 | (sleep 0.3; wc -c)");
  expect([stdout.trim(), stderr]).toEqual(["3000000", "failure none, plain true\n"]);
});

test("into a pipe that another process made non-blocking", () => {
  const loosen = `${process.execPath} -e "process.stdout._handle?.setBlocking?.(false); setTimeout(() => {}, 600)"`;
  const { stdout } = inShell(`(${loosen} & PROGRAM 3000000; wait) | (sleep 0.3; wc -c)`);
  expect(stdout.trim()).toBe("3000000");
});

test("into a file", () => {
  const file = join(temporaryFolder(), "out");
  const { stdout, stderr } = inShell(`PROGRAM 500000 > '${file}'; wc -c < '${file}'`);
  expect([stdout.trim(), stderr]).toEqual(["500000", "failure none, plain true\n"]);
});

test("a reader that leaves is told and ends nothing", () => {
  const { stdout, stderr } = inShell("PROGRAM 3000000 | head -c 5");
  expect([stdout, stderr]).toEqual(["xxxxx", "failure EPIPE, plain true\n"]);
});

test("a full device is told", () => {
  const { stderr } = inShell("PROGRAM 3000000 > /dev/full");
  expect(stderr).toBe("failure ENOSPC, plain true\n");
});
