/** `varve status` says whether capture and reading work, and survives every state of the store. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { cleanEnvironment, runVarve, runVarveJson, varveBin } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { claudeRow, freshStore, databaseOf, makeHome, transcriptPath } from "./audited-store.ts";

interface StatusJson {
  readonly verdict: string;
  readonly checks: readonly {
    readonly id: string;
    readonly state: "ok" | "warn" | "fail";
    readonly detail: string;
    readonly fix: string;
  }[];
  readonly counts: Readonly<Record<string, number>>;
}

const HOUR_MS = 3_600_000;

function status(home: string, at?: number): (id: string) => StatusJson["checks"][number] {
  const env = at === undefined ? {} : { VARVE_NOW: new Date(at).toISOString() };
  const { code, value } = runVarveJson<StatusJson>(["status"], { home, env });
  const bad = value.checks.filter(({ state }) => state !== "ok");
  expect(code).toBe(bad.length === 0 ? 0 : 1);
  expect(value.verdict).toBe(
    bad.length === 0 ? "clean" : `${bad.length} ${bad.length === 1 ? "finding" : "findings"}`,
  );
  for (const { fix, id } of bad) expect(fix, id).not.toBe("");
  return (id) => {
    const found = value.checks.find((check) => check.id === id);
    if (found === undefined) throw new Error(`no check ${id}`);
    return found;
  };
}

describe("capture", () => {
  test("a store that just took everything in", () => {
    const home = makeHome();
    const check = status(home);
    for (const id of [
      "store",
      "archive",
      "last-sync",
      "backlog",
      "waiting-events",
      "hook-errors",
      "index",
      "host-retention",
    ]) {
      expect(check(id), id).toMatchObject({ state: "ok", fix: "" });
    }
    expect(check("archive").detail).toMatch(/^last record taken in 0 minutes ago/);
    expect(check("host-retention").detail).toMatch(/after 30 days .* all of them are kept here/);
    const { counts } = runVarveJson<StatusJson>(["status"], { home }).value;
    expect(counts).toMatchObject({ entries: 6, turns: 110 });
    expect(runVarve(["status"], { home }).stdout).toMatch(/^ok {3}archive: last record taken in /m);
  });

  test("the age of the last record and of the last sync grows", () => {
    const home = makeHome();
    const check = status(home, Date.now() + 100 * 24 * HOUR_MS);
    expect(check("archive").detail).toMatch(/^last record taken in (?:99|100) days ago/);
    expect(check("last-sync")).toMatchObject({ state: "warn" });
  });

  test("what waits is told, and turns red with its age", () => {
    const home = makeHome();
    appendFileSync(transcriptPath(home), claudeRow(61));
    // The file's time has fractions of a millisecond: a little more than a minute later.
    const now = Date.now() + 1_000;
    expect(status(home, now + 60_000)("backlog")).toMatchObject({
      state: "ok",
      detail: "1 file waits to be taken in, the longest for 1 minute",
    });
    expect(status(home, now + 3 * HOUR_MS)("backlog")).toMatchObject({
      state: "warn",
      fix: "run varve sync",
    });
    const late = status(home, now + 26 * 24 * HOUR_MS);
    expect(late("backlog")).toMatchObject({ state: "fail", fix: "run varve sync" });
    expect(late("host-retention")).toMatchObject({ state: "warn", fix: "run varve sync" });
    expect(late("host-retention").detail).toMatch(/not kept here yet 4$/);
    expect(runVarve(["sync"], { home }).code).toBe(0);
    expect(status(home)("backlog")).toMatchObject({ state: "ok", detail: "nothing waits" });
  });

  test("hook errors of the last day and events that wait", () => {
    const home = freshStore();
    const state = join(home, ".varve", "state");
    const at = new Date().toISOString();
    writeFileSync(
      join(state, "hook-errors.jsonl"),
      `no json\n${JSON.stringify({ v: 1, at, host: "codex", event: "Stop", reason: "unwritable", detail: "ENOSPC" })}\n`,
    );
    writeFileSync(join(state, "spool.jsonl"), "{}\n{}\n");
    const check = status(home);
    expect(check("hook-errors")).toMatchObject({ state: "warn" });
    expect(check("hook-errors").detail).toMatch(
      /^1 in the last day; last: .* codex Stop unwritable ENOSPC$/,
    );
    expect(check("waiting-events")).toMatchObject({
      state: "warn",
      detail: "2 hook events wait to be taken in",
    });
    expect(status(home, Date.now() + 30 * HOUR_MS)("hook-errors")).toMatchObject({ state: "ok" });
  });
});

describe("a store in trouble", () => {
  test("a damaged index: reading fails, writing does not", () => {
    const home = freshStore();
    writeFileSync(databaseOf(home), "this is no database".repeat(1000));
    const check = status(home);
    expect(check("index")).toMatchObject({ state: "fail" });
    expect(check("index").fix).toMatch(/varve rebuild/);
    for (const id of ["store", "archive", "last-sync"])
      expect(check(id)).toMatchObject({ state: "ok" });
  });

  test("a store of a newer version", () => {
    const home = freshStore();
    const path = join(home, ".varve", "store.json");
    writeFileSync(
      path,
      JSON.stringify({
        ...(JSON.parse(readFileSync(path, "utf8")) as object),
        format: 99,
        minReader: 99,
      }),
    );
    const check = status(home);
    expect(check("store")).toMatchObject({ state: "fail" });
    expect(check("store").detail).toContain("format 99");
    expect(check("store").fix).toMatch(/^update varve/);
    expect(check("index")).toMatchObject({ state: "fail" });
    expect(check("archive")).toMatchObject({ state: "ok" });
  });

  test.each([
    ["last-sync.json", "null"],
    ["last-sync.json", '{"at":5}'],
    ["last-sync.json", "{"],
    ["hook-errors.jsonl", "\0\0\n{}\n"],
  ])("state/%s that holds %j", (name, text) => {
    const home = freshStore();
    writeFileSync(join(home, ".varve", "state", name), text);
    expect(status(home)("index")).toMatchObject({ state: "ok" });
  });

  const canDropRights = process.getuid?.() === 0 && existsSync("/usr/bin/setpriv");
  test.skipIf(!canDropRights)(
    "a store that may not be written (needs root and setpriv to be tried)",
    () => {
      const home = freshStore();
      closeForWriting(home);
      const args = [
        "--reuid=65534",
        "--regid=65534",
        "--clear-groups",
        process.execPath,
        varveBin,
        "status",
        "--json",
      ];
      const done = spawnSync("setpriv", args, {
        env: cleanEnvironment({ home }),
        cwd: "/",
        encoding: "utf8",
      });
      expect(done.stderr).toBe("");
      const { checks } = JSON.parse(done.stdout) as StatusJson;
      const check = (id: string) => checks.find((each) => each.id === id);
      expect(done.status).toBe(1);
      expect(check("store")).toMatchObject({ state: "fail" });
      expect(check("store")?.detail).toContain("may not be written");
      expect(check("index")).toMatchObject({ state: "ok" });
      expect(check("archive")).toMatchObject({ state: "ok" });
    },
  );

  test("an empty home gets a store and is told what to do", () => {
    const home = temporaryFolder("집 one");
    const check = status(home);
    expect(check("archive")).toMatchObject({ state: "warn", fix: "run varve import" });
    expect(check("last-sync")).toMatchObject({ state: "warn", fix: "run varve import" });
    expect(check("index")).toMatchObject({ state: "ok" });
  });
});

/** Owned by nobody, who may read but not write; the folders above must let him in. */
function closeForWriting(home: string): void {
  chmodSync(join(home, ".."), 0o755);
  const walk = (path: string): void => {
    const isFolder = statSync(path).isDirectory();
    if (isFolder) for (const name of readdirSync(path)) walk(join(path, name));
    chownSync(path, 65534, 65534);
    chmodSync(path, isFolder ? 0o500 : 0o400);
  };
  walk(home);
}
