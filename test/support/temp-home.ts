/** Owns throw-away homes for tests: a folder with the hosts' layout, removed when the test ends. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { onTestFinished } from "vitest";

export const repositoryRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The folder of shared samples and cases beside the repository; undefined when this clone stands alone. */
export function sharedFolder(): string | undefined {
  const path = join(repositoryRoot, "..", "shared");
  return existsSync(join(path, "cases", "README.md")) ? path : undefined;
}

const REMOVAL_LIMIT_MS = 20_000;

/** Removes a folder however long a detached worker still writes below it: node's own retries list it only once. */
export function removeFolder(path: string): void {
  const limit = Date.now() + REMOVAL_LIMIT_MS;
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (Date.now() > limit) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

/** A new empty folder, removed when the test ends. `name` may hold blanks and letters of any script. */
export function temporaryFolder(name = "home"): string {
  const base = mkdtempSync(join(tmpdir(), "varve-test-"));
  onTestFinished(() => removeFolder(base));
  const path = join(base, name);
  mkdirSync(path);
  return path;
}

/** Copies a fixture's `dot-claude` and `dot-codex` folders into `home` under their real names. */
export function layOut(fixture: string, home: string): void {
  for (const entry of readdirSync(fixture)) {
    const name = entry.replace(/^dot-/, ".");
    cpSync(join(fixture, entry), join(home, name), { recursive: true });
  }
}

/** Copies a file or a folder with its modes and times, which node's own copy keeps in some versions only. */
export function copyExactly(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  execFileSync("cp", ["-a", "-T", from, to]);
}

/** Every file below `folder` with its bytes, by relative path. */
export function readTree(folder: string): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const walk = (path: string): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) walk(child);
      else if (entry.isFile()) found.set(relative(folder, child), readFileSync(child));
    }
  };
  if (existsSync(folder)) walk(folder);
  return found;
}
