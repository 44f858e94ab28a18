/** Which project a session belongs to, with real repositories and the real CLI. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { expectSettled, importAll, listSessions, search } from "./imported-home.ts";
import * as made from "./made-sessions.ts";

function git(folder: string, ...args: readonly string[]): void {
  const identity = [
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@example.test",
    "-c",
    "protocol.file.allow=always",
  ];
  execFileSync("git", [...identity, ...args], {
    cwd: folder,
    stdio: "ignore",
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
  });
}

function repository(folder: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "-q", "-b", "main");
  writeFileSync(join(folder, "readme"), folder);
  git(folder, "add", ".");
  git(folder, "commit", "-q", "-m", "first");
  return folder;
}

let sessions = 0;

/** Writes a session of one prompt that worked in `cwd`; returns its id. */
function workIn(home: string, cwd: string, word: string, branch = "main"): string {
  sessions += 1;
  const session = `5e551000-0000-4000-8000-${String(sessions).padStart(12, "0")}`;
  const folder = cwd.replace(/[^A-Za-z0-9]/g, "-").slice(-80);
  made.writeLines(made.claudePath(home, session, folder), [
    made.typed(
      { id: sessions * 10, session, parent: null, cwd, branch },
      `What about the ${word}?`,
    ),
    made.replied({ id: sessions * 10 + 1, session, cwd, branch }, "Done."),
  ]);
  return session;
}

function projectsOf(home: string): ReadonlyMap<string, string> {
  return new Map(listSessions({ path: home }).map((session) => [session.id, session.project]));
}

describe("one project or two", () => {
  test("a repository, its sub-folder and its work trees are one; a submodule is its own", () => {
    const home = temporaryFolder();
    const main = repository(join(home, "code", "lamp"));
    const library = repository(join(home, "code", "library"));
    mkdirSync(join(main, "src"));
    git(main, "worktree", "add", "-q", "-b", "fade", join(home, "code", "lamp-fade"));
    git(main, "submodule", "add", "-q", library, "vendor");
    const ids = {
      main: workIn(home, main, "mainfig"),
      below: workIn(home, join(main, "src"), "belowfig"),
      tree: workIn(home, join(home, "code", "lamp-fade"), "treefig", "fade"),
      module: workIn(home, join(main, "vendor"), "modulefig"),
    };
    importAll({ path: home });
    const projects = projectsOf(home);
    expect(projects.get(ids.below)).toBe(projects.get(ids.main));
    expect(projects.get(ids.tree)).toBe(projects.get(ids.main));
    expect(projects.get(ids.module)).not.toBe(projects.get(ids.main));
    const here = { path: home, cwd: join(home, "code", "lamp-fade") };
    expect(search(here, "mainfig treefig", ["--class", "prompt"]).hits).toHaveLength(2);
    expect(search(here, "modulefig", []).hits).toEqual([]);
    expectSettled({ path: home });
  });

  test("folders that the host's own names confuse, in letters of any script", () => {
    const home = temporaryFolder();
    const folders = [
      "deja-lamp",
      "deja/lamp",
      "my_app.v1",
      "my-app-v1",
      "проект",
      "привет",
      ".config/lamp dir",
      "灯台",
    ];
    const ids = folders.map((folder, at) => workIn(home, `/home/user/${folder}`, `fig${at}fig`));
    importAll({ path: home });
    const projects = projectsOf(home);
    expect(new Set(ids.map((id) => projects.get(id))).size).toBe(folders.length);
    const scoped = search({ path: home }, "fig6fig", ["--project", "/home/user/.config/lamp dir"]);
    expect(scoped.hits).toHaveLength(1);
    expectSettled({ path: home });
  });

  test("spellings of one Windows folder are one project", () => {
    const home = temporaryFolder();
    const ids = ["C:\\code\\lamp", "c:/code/lamp", "/mnt/c/code/lamp"].map((cwd) =>
      workIn(home, cwd, "winfig"),
    );
    importAll({ path: home });
    const projects = projectsOf(home);
    expect(new Set(ids.map((id) => projects.get(id))).size).toBe(1);
  });

  test("HOME itself is not a repository of everything below it, and one store serves all folders", () => {
    const home = temporaryFolder();
    const nested = join(home, "code", "lamp", "deep");
    mkdirSync(nested, { recursive: true });
    const ids = [
      workIn(home, home, "homefig"),
      workIn(home, join(home, "code", "lamp"), "lampfig"),
    ];
    importAll({ path: home, cwd: nested });
    const projects = projectsOf(home);
    expect(projects.get(ids[0] ?? "")).not.toBe(projects.get(ids[1] ?? ""));
    expect(
      search({ path: home, cwd: home }, "lampfig homefig", ["--class", "prompt"]).hits,
    ).toHaveLength(2);
    const stores = execFileSync("find", [home, "-name", "store.json"], { encoding: "utf8" });
    expect(stores.trim()).toBe(join(home, ".varve", "store.json"));
    expect(readdirSync(nested)).toEqual([]);
  });

  test("links: a project and the hosts' folder reached by one are counted once", () => {
    const home = temporaryFolder();
    const main = repository(join(home, "code", "lamp"));
    symlinkSync(main, join(home, "lamp-link"));
    const ids = [
      workIn(home, main, "straightfig"),
      workIn(home, join(home, "lamp-link"), "linkedfig"),
    ];
    renameSync(join(home, ".claude", "projects"), join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), join(home, ".claude", "projects"));
    const report = importAll({ path: home });
    expect(report).toMatchObject({ sessions: 2, sources: 2 });
    const projects = projectsOf(home);
    expect(new Set(ids.map((id) => projects.get(id))).size).toBe(1);
    // A link below the root that leaves it is neither followed nor silent.
    const outside = join(home, "outside");
    mkdirSync(outside);
    made.writeLines(join(outside, "x.jsonl"), ["{}"]);
    symlinkSync(outside, join(home, "elsewhere", "leaves"));
    expect(importAll({ path: home }).skipped).toMatchObject({ "symlink-outside": 1 });
  });

  test("a repository that was renamed keeps its project, and a plain folder can be rebound", () => {
    const home = temporaryFolder();
    const old = repository(join(home, "code", "lamp"));
    const before = workIn(home, old, "beforefig");
    importAll({ path: home });
    renameSync(old, join(home, "code", "lantern"));
    const after = workIn(home, join(home, "code", "lantern"), "afterfig");
    const plain = [
      workIn(home, join(home, "notes"), "oldnote"),
      workIn(home, join(home, "papers"), "newnote"),
    ];
    importAll({ path: home });
    const projects = projectsOf(home);
    expect(projects.get(after)).toBe(projects.get(before));
    const [from = "", to = ""] = plain.map((id) => projects.get(id) ?? "");
    expect(from).not.toBe(to);
    const joined = runVarve(["project", "alias", from, to, "--yes"], { home });
    expect(joined.code).toBe(0);
    const found = search({ path: home }, "oldnote newnote", ["--project", to, "--class", "prompt"]);
    expect(found.hits).toHaveLength(2);
    expectSettled({ path: home });
  });
});

test("CLAUDE_CONFIG_DIR and CODEX_HOME: only those folders are read and written", () => {
  const path = temporaryFolder();
  const claude = join(path, "c l a u d e");
  const codex = join(path, "codex home");
  const session = "cccccccc-0000-4000-8000-000000000001";
  const decoy = workIn(path, "/home/user/decoy", "decoyfig");
  made.writeLines(join(claude, "projects", "x", `${session}.jsonl`), [
    made.typed({ id: 900, session, parent: null }, "What about the movedfig?"),
  ]);
  mkdirSync(codex);
  const home = { path, env: { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex } };
  importAll(home);
  expect(listSessions(home).map(({ id }) => id)).toEqual([session]);
  expect(listSessions(home).map(({ id }) => id)).not.toContain(decoy);
  const setup = runVarve(["setup", "--capture-only", "--yes"], { home: path, env: home.env });
  expect(setup.code).toBe(0);
  expect(existsSync(join(claude, "settings.json"))).toBe(true);
  expect(readdirSync(codex).length).toBeGreaterThan(0);
  expect(existsSync(join(path, ".claude", "settings.json"))).toBe(false);
  expect(existsSync(join(path, ".codex"))).toBe(false);
  const status = runVarveJson<{
    readonly checks: readonly { readonly id: string; readonly state: string }[];
  }>(["status"], {
    home: path,
    env: home.env,
  });
  expect(status.value.checks.find(({ id }) => id === "claude-code-hooks")).toMatchObject({
    state: "ok",
  });
});
