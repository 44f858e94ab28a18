/** Owns running the built CLI as a process with an own HOME and nothing inherited from this one. */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

import { repositoryRoot } from "./temp-home.ts";

export const varveBin = join(repositoryRoot, "dist", "varve.js");

export interface RunOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly timeoutMs?: number;
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function cleanEnvironment(options: RunOptions): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: options.home,
    TZ: "UTC",
    LANG: "C.UTF-8",
    ...options.env,
  };
}

/** Runs `varve <args>` to its end. */
export function runVarve(args: readonly string[], options: RunOptions): RunResult {
  const result = spawnSync(process.execPath, [varveBin, ...args], {
    env: cleanEnvironment(options),
    cwd: options.cwd ?? options.home,
    input: options.input ?? "",
    encoding: "utf8",
    timeout: options.timeoutMs ?? 60_000,
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}

/** Runs `varve <args> --json`, expects one JSON document on stdout, and returns it with the exit code. */
export function runVarveJson<T>(
  args: readonly string[],
  options: RunOptions,
): { readonly code: number | null; readonly value: T } {
  const result = runVarve([...args, "--json"], options);
  try {
    return { code: result.code, value: JSON.parse(result.stdout) as T };
  } catch (cause) {
    throw new Error(
      `varve ${args.join(" ")} --json printed no JSON (exit ${result.code}): ${result.stdout.slice(0, 500)} ${result.stderr.slice(0, 500)}`,
      { cause },
    );
  }
}

/** Starts `varve <args>` and returns the child, for tests that kill it or run several at once. */
export function startVarve(args: readonly string[], options: RunOptions): ReturnType<typeof spawn> {
  return spawn(process.execPath, [varveBin, ...args], {
    env: cleanEnvironment(options),
    cwd: options.cwd ?? options.home,
    stdio: ["ignore", "pipe", "pipe"],
  });
}
