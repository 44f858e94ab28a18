/** Nobody but the owner can read what varve writes, whatever the umask. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openSqlite } from "../../src/platform/sqlite.ts";
import { cleanEnvironment, varveBin } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

/** `path octal` of everything below `folder`, itself included, that another person may look at. */
function openPaths(folder: string): string[] {
  const stats = lstatSync(folder);
  const expected = stats.isDirectory() ? 0o700 : 0o600;
  const own =
    (stats.mode & 0o777) === expected ? [] : [`${folder} ${(stats.mode & 0o777).toString(8)}`];
  return stats.isDirectory()
    ? [...own, ...readdirSync(folder).flatMap((name) => openPaths(join(folder, name)))]
    : own;
}

test.each(["022", "000"])("umask %s: folders 0700 and files 0600 after every command", (umask) => {
  const home = temporaryFolder("home");
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const store = join(home, ".varve");
  const run = (...args: string[]): void => {
    const result = spawnSync(
      "sh",
      ["-c", `umask ${umask}; exec "$0" "$@"`, process.execPath, varveBin, ...args],
      { env: cleanEnvironment({ home }), cwd: home, encoding: "utf8" },
    );
    expect(result.status === 0 || result.status === 1, `${args.join(" ")}: ${result.stderr}`).toBe(
      true,
    );
    expect(openPaths(store), args.join(" ")).toEqual([]);
  };
  run("import");
  // A reader keeps the log and its shared memory in place, so that their bits are seen as well.
  const database = readdirSync(join(store, "index")).find((name) => name.endsWith(".db")) ?? "";
  const reader = openSqlite(join(store, "index", database), { busyTimeoutMs: 1_000 });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM turns").get();
  try {
    cpSync(
      join(home, ".claude", "projects", "-home-user-code-deungdae"),
      join(home, ".claude", "projects", "-home-user-code-copy"),
      { recursive: true },
    );
    run("sync");
    expect(readdirSync(join(store, "index")).some((name) => name.endsWith("-wal"))).toBe(true);
    expect(readdirSync(join(store, "index")).some((name) => name.endsWith("-shm"))).toBe(true);
  } finally {
    reader.exec("COMMIT");
    reader.close();
  }
  run("sync", "--from-hook");
  run("rebuild");
  run("audit");
  run("status");
  run("search", "harbor", "--all-projects");
  run("config", "set", "search.limit", "9");
  run("forget", "s:d678bf3b", "--purge", "--yes");
  run("prune", "--older-than", "1d", "--yes");
  expect(readdirSync(join(store, "state")).some((name) => name.endsWith(".lock"))).toBe(true);
});

test("the search for open paths finds one", () => {
  const folder = temporaryFolder("open");
  chmodSync(folder, 0o750);
  expect(openPaths(folder)).toEqual([`${folder} 750`]);
});

test("what a person lets it write elsewhere is as closed: backups, exports, restored transcripts", () => {
  const home = temporaryFolder("home");
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  mkdirSync(join(home, "out"), { mode: 0o700 });
  const run = (...args: string[]): void => {
    const result = spawnSync(
      "sh",
      ["-c", 'umask 022; exec "$0" "$@"', process.execPath, varveBin, ...args],
      { env: cleanEnvironment({ home }), cwd: home, encoding: "utf8" },
    );
    expect(result.status, `${args.join(" ")}: ${result.stderr}`).toBe(0);
  };
  run("import");
  run("backup", "--to", join(home, "out", "backup"));
  run("export", "834cb28d", "--to", join(home, "out", "talk.md"));
  run("export", "834cb28d", "--format", "jsonl", "--to", join(home, "out", "talk.jsonl"));
  run("restore", "834cb28d", "--to", join(home, "out", "restored"));
  run("restore", "d678bf3b", "--to", join(home, "out", "one.jsonl"));
  expect(openPaths(join(home, "out"))).toEqual([]);
  expect(readdirSync(join(home, "out")).length).toBe(5);
});
