/** Owns the cache of installed clients: a folder per version outside the repository, whole or not there. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { openLockFile, type Lock, type LockFile } from "../../../src/platform/lock.ts";
import type { PinnedClient } from "./pinned-clients.ts";
import { runProgram } from "./run-program.ts";

/** `missing`: npm could not install it, for the reason that npm gave; the only case in which a test is skipped. */
export type Installation =
  | { readonly state: "ready"; readonly program: string }
  | { readonly state: "missing"; readonly reason: string };

/** How long the tests that ask for a client must be ready to wait. */
export const installLimitMs = 280_000;
const npmLimitMs = 240_000;

const npmFlags = [
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
  "--fetch-timeout=30000",
  // Claude Code's install script puts its binary in place.
  "--ignore-scripts=false",
  // It asks for a newer Node than it needs.
  "--engine-strict=false",
];

/** One try per test file: without a network each one takes its time. */
const tries = new Map<PinnedClient, Promise<Installation>>();

/** The program of a client, installed first when the cache does not have it. Throws when it was installed and does not start. */
export function installClient(pin: PinnedClient): Promise<Installation> {
  const begun = tries.get(pin) ?? installOnce(pin);
  tries.set(pin, begun);
  return begun;
}

async function installOnce(pin: PinnedClient): Promise<Installation> {
  const cache = cacheFolder();
  const folder = join(cache, `${pin.program}-${pin.version}`);
  const program = join(folder, "node_modules", ".bin", pin.program);
  if (existsSync(folder)) return { state: "ready", program };
  mkdirSync(cache, { recursive: true });
  const lockFile = openLockFile(`${folder}.lock`);
  try {
    const lock = await waitForLock(lockFile);
    try {
      // Another process may have installed it while this one waited.
      if (existsSync(folder)) return { state: "ready", program };
      const reason = await installInto(folder, pin);
      return reason === undefined ? { state: "ready", program } : { state: "missing", reason };
    } finally {
      lock.release();
    }
  } finally {
    lockFile.close();
  }
}

function cacheFolder(): string {
  const { VARVE_E2E_CLIENTS: chosen = "", XDG_CACHE_HOME: caches = "" } = process.env;
  if (chosen !== "") return chosen;
  return join(caches === "" ? join(homedir(), ".cache") : caches, "varve-e2e");
}

/** Polls: waiting inside SQLite would stop this process from answering the test runner. */
async function waitForLock(lockFile: LockFile): Promise<Lock> {
  const limit = Date.now() + npmLimitMs;
  for (;;) {
    const lock = lockFile.take(0);
    if (lock !== undefined) return lock;
    if (Date.now() > limit) throw new Error("another process has been installing clients too long");
    await sleep(250);
  }
}

/** Installs into a draft beside the folder and renames it, so that a folder with the final name is complete. */
async function installInto(folder: string, pin: PinnedClient): Promise<string | undefined> {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), '{"private":true}\n');
  const name = `${pin.package}@${pin.version}`;
  const npm = await runProgram({
    command: "npm",
    args: ["install", "--prefix", draft, ...npmFlags, name],
    cwd: draft,
    env: npmEnvironment(),
    timeoutMs: npmLimitMs,
  });
  if (npm.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const end = npm.code === null ? "was stopped" : `ended with ${npm.code}`;
    const said = npm.stderr.split("\n").filter((line) => !/^npm error\s+at /u.test(line));
    return `npm install ${name} ${end}: ${said.join("; ").slice(0, 300)}`;
  }
  await expectVersion(join(draft, "node_modules", ".bin", pin.program), pin, draft);
  renameSync(draft, folder);
  return undefined;
}

/** What the caller's npm needs to reach its registry, without the settings that `npm run` adds for this repository. */
function npmEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    const ofThisRun = /^npm_(?:package|lifecycle|config_(?:local_prefix|prefix|global))/iu;
    if (value !== undefined && !ofThisRun.test(name)) kept[name] = value;
  }
  return kept;
}

async function expectVersion(program: string, pin: PinnedClient, cwd: string): Promise<void> {
  const run = await runProgram({
    command: program,
    args: ["--version"],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, TMPDIR: cwd },
    timeoutMs: 30_000,
  });
  if (run.code !== 0 || !run.stdout.includes(pin.version))
    throw new Error(
      `${pin.program} ${pin.version} does not start: ${run.stdout} ${run.stderr}`.slice(0, 500),
    );
}
