import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { VarveError } from "../../src/core/errors.ts";
import { nodeFileOps } from "../../src/platform/file-ops.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { createBench, type Bench } from "./project-bench.ts";

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});
afterEach(() => bench.remove());

const lines = () =>
  readFileSync(bench.file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("minting", () => {
  test("a slug is minted once, written once and the same in every process", () => {
    const first = bench.open().identify("/home/nobody/work/api");
    expect(first).toMatchObject({ name: "api", isNew: true });
    expect(first.slug).toMatch(/^api-[0-9a-f]{6}$/);
    const again = bench.open();
    expect(again.identify("/home/nobody/work/api")).toMatchObject({
      slug: first.slug,
      isNew: false,
    });
    expect(again.identify("/home/nobody/work/api/")).toMatchObject({
      slug: first.slug,
      isNew: false,
    });
    expect(lines()).toHaveLength(1);
    expect(statSync(bench.file).mode & 0o777).toBe(0o600);
  });

  test("same-named folders are two projects with labels that tell them apart", () => {
    const projects = bench.open();
    const work = projects.identify("/home/nobody/work/api").slug;
    const play = projects.identify("/home/nobody/play/api").slug;
    expect(work).not.toBe(play);
    expect(projects.list().map((project) => project.label)).toEqual(["work/api", "play/api"]);
    expect(projects.find("play/api")).toBe(play);
    expect(() => projects.find("api")).toThrow(VarveError);
    expect(projects.scope(work)).toEqual([work]);
  });

  test("folders that a host's directory name confuses are told apart by their path", () => {
    const cwds = [
      "/home/nobody/code/deja-lamp",
      "/home/nobody/code/deja/lamp",
      "/home/nobody/проект",
      "/home/nobody/привет",
      "/home/nobody/my_app.v1.2",
      "/home/nobody/my-app-v1-2",
      "/home/nobody/.config/lamp dir",
    ];
    const slugs = bench
      .open()
      .identifyMany(cwds)
      .map((identity) => identity.slug);
    expect(new Set(slugs).size).toBe(cwds.length);
    expect(
      bench
        .open()
        .identifyMany(cwds)
        .map((identity) => identity.slug),
    ).toEqual(slugs);
  });

  test.each([["/home/user"], ["HOME"], ["/"], [""], ["relative/x"], ["C:\\"], ["above"]])(
    "%s is the home bucket",
    (given) => {
      const projects = bench.open({ homeFolder: given === "/home/user" ? given : bench.home });
      const cwd = given === "HOME" ? bench.home : given === "above" ? dirname(bench.home) : given;
      expect(projects.identify(cwd)).toEqual({
        slug: "home",
        name: "home",
        isNew: false,
        candidates: [],
      });
      expect(existsSync(bench.file)).toBe(false);
    },
  );

  test("a HOME kept in git is no project, and folders below it are their own", () => {
    bench.git(bench.home, "init", "-q");
    const projects = bench.open();
    expect(projects.identify(bench.home).slug).toBe("home");
    const notes = projects.identify(bench.folder("notes")).slug;
    expect(notes).toMatch(/^notes-/);
    expect(projects.identify(bench.folder("plans")).slug).not.toBe(notes);
  });

  test("Windows and WSL spellings of one folder are one project", () => {
    const projects = bench.open();
    const slug = projects.identify("C:\\code\\a").slug;
    expect(projects.identify("c:/code/a").slug).toBe(slug);
    expect(projects.identify("/mnt/c/code/a").slug).toBe(slug);
    expect(projects.identify("//wsl$/x/a").slug).toBe(
      projects.identify("\\\\wsl.localhost\\x\\a").slug,
    );
    expect(projects.identify("//wsl$/y/a").slug).not.toBe(projects.identify("//wsl$/x/a").slug);
  });

  test("a secret in a path is not written, yet the folder is recognised and not mixed with another", () => {
    const one = bench.open().identify("/home/nobody/hunter2/app");
    const two = bench.open().identify("/home/nobody/hunter3/app");
    const three = bench.open().identify("/home/nobody/hunter2");
    expect(new Set([one.slug, two.slug, three.slug]).size).toBe(3);
    expect(bench.open().identify("/home/nobody/hunter2/app").slug).toBe(one.slug);
    expect(bench.open().find("/home/nobody/hunter3/app")).toBe(two.slug);
    expect(readFileSync(bench.file, "utf8")).not.toMatch(/hunter/);
    expect(three.slug).toMatch(/^redacted-password-00000000-/);
  });
});

test("a rule that comes or goes later splits no project", () => {
  const plain = (text: string) => text;
  const before = bench.open({ redact: plain }).identify("/home/nobody/hunter2/app").slug;
  expect(bench.open().identify("/home/nobody/hunter2/app").slug).toBe(before);
  const hidden = bench.open().identify("/home/nobody/hunter3/app").slug;
  expect(bench.open({ redact: plain }).identify("/home/nobody/hunter3/app").slug).toBe(hidden);
  expect(hidden).not.toBe(before);
});

describe("git", () => {
  test("work trees and sub-folders share one project, a submodule is its own", () => {
    const main = bench.repository("api");
    const tree = join(bench.home, "trees", "feature");
    mkdirSync(dirname(tree), { recursive: true });
    bench.git(main, "worktree", "add", "-q", "-b", "feature", tree);
    const library = bench.repository("library");
    bench.git(main, "submodule", "--quiet", "add", library, "vendor/library");
    const projects = bench.open();
    const slug = projects.identify(tree).slug;
    expect(slug).toMatch(/^api-/);
    expect(projects.identify(main).slug).toBe(slug);
    expect(projects.identify(bench.folder("api/src/deep")).slug).toBe(slug);
    expect(projects.identify(join(tree, "gone/sub")).slug).toBe(slug);
    const submodule = projects.identify(join(main, "vendor/library")).slug;
    expect(submodule).not.toBe(slug);
    expect(submodule).toMatch(/^library-/);
    expect(projects.identify(join(main, "vendor/library", "nowhere")).slug).toBe(submodule);
  });

  test("vanished work trees and repositories keep their project", () => {
    const main = bench.repository("api");
    const tree = join(bench.home, "trees-x");
    bench.git(main, "worktree", "add", "-q", "-b", "feature", tree);
    const slug = bench.open().identify(tree).slug;
    bench.open().identify(main);
    rmSync(tree, { recursive: true });
    rmSync(main, { recursive: true });
    const later = bench.open();
    expect(later.identify(tree).slug).toBe(slug);
    expect(later.identify(join(tree, "src")).slug).toBe(slug);
    expect(later.identify(join(main, "src/deep")).slug).toBe(slug);
    expect(later.lookup(join(main, "src/deep"))?.slug).toBe(slug);
  });

  test("a work tree that outlived its repository still names it", () => {
    const main = bench.repository("api");
    const tree = join(bench.home, "tree");
    bench.git(main, "worktree", "add", "-q", "-b", "feature", tree);
    const slug = bench.open().identify(main).slug;
    rmSync(main, { recursive: true });
    expect(bench.open().identify(tree).slug).toBe(slug);
  });

  test("a second clone joins by remote, in any spelling, and no credential is written", () => {
    const one = bench.repository("one", {
      remote: "https://ada:hunter2@git.example.com/org/api.git",
      seed: "s",
    });
    const two = bench.repository("two", { remote: "git@git.example.com:org/api", seed: "s" });
    const slug = bench.open().identify(one, { askGit: true }).slug;
    expect(bench.open().identify(two, { askGit: true })).toMatchObject({
      slug,
      isNew: false,
      candidates: [],
    });
    expect(readFileSync(bench.file, "utf8")).not.toMatch(/ada|hunter2/);
  });

  test("a known remote with another first commit is reported, not joined; alias joins it", () => {
    const one = bench.repository("one", {
      remote: "https://git.example.com/org/api",
      seed: "first",
    });
    const two = bench.repository("two", {
      remote: "https://git.example.com/org/api",
      seed: "other",
    });
    const first = bench.open().identify(one, { askGit: true }).slug;
    const second = bench.open().identify(two, { askGit: true });
    expect(second).toMatchObject({
      isNew: true,
      candidates: [{ slug: first, reason: "same-remote" }],
    });
    const projects = bench.open();
    expect(projects.identify(two).slug).toBe(second.slug);
    expect(projects.identify(one).slug).toBe(first);
    expect(projects.joinCandidates()).toHaveLength(1);
    projects.alias(second.slug, first);
    expect(projects.identify(two, { askGit: true })).toMatchObject({ slug: first, candidates: [] });
    expect(projects.scope(second.slug)).toEqual([first, second.slug]);
    expect(bench.open().scope(first)).toEqual([first, second.slug]);
    expect(bench.open().list()).toHaveLength(1);
    expect(projects.joinCandidates()).toHaveLength(0);
  });

  test("a renamed repository keeps its project through its first commit", () => {
    const old = bench.repository("old-name");
    const slug = bench.open().identify(old, { askGit: true }).slug;
    renameSync(old, join(bench.home, "new-name"));
    expect(bench.open().identify(join(bench.home, "new-name"), { askGit: true })).toMatchObject({
      slug,
      isNew: false,
    });
    expect(bench.open().identify(join(bench.home, "new-name")).slug).toBe(slug);
  });

  test("a copy beside the original is not taken for a move, but offered", () => {
    const one = bench.repository("one", { seed: "same" });
    const two = bench.repository("two", { seed: "same" });
    const first = bench.open().identify(one, { askGit: true }).slug;
    expect(bench.open().identify(two, { askGit: true })).toMatchObject({
      isNew: true,
      candidates: [{ slug: first, reason: "same-root-commit" }],
    });
  });

  test("a folder reused by another repository is another project; a changed remote is not", () => {
    const path = bench.repository("api", {
      remote: "https://git.example.com/a/api",
      seed: "first",
    });
    const slug = bench.open().identify(path, { askGit: true }).slug;
    bench.git(path, "remote", "set-url", "origin", "https://git.example.com/moved/api");
    expect(bench.open().identify(path, { askGit: true }).slug).toBe(slug);
    rmSync(path, { recursive: true });
    bench.repository("api", { remote: "https://git.example.com/other/api", seed: "other" });
    const other = bench.open().identify(path, { askGit: true });
    expect(other.isNew).toBe(true);
    expect(bench.open().identify(path).slug).toBe(other.slug);
  });

  test("a plain folder that becomes a repository stays the same project", () => {
    const path = bench.folder("notes");
    const slug = bench.open().identify(path).slug;
    bench.repository("notes", { remote: "https://git.example.com/a/notes" });
    expect(bench.open().identify(path, { askGit: true })).toMatchObject({ slug, isNew: false });
    expect(bench.open().identify(join(path, "gone")).slug).toBe(slug);
  });

  test("a project reached through a symbolic link is one, also when the target is gone", () => {
    const real = bench.repository("disk/api");
    const link = join(bench.home, "api-link");
    symlinkSync(real, link);
    const slug = bench.open().identify(join(link, "src")).slug;
    expect(bench.open().identify(real).slug).toBe(slug);
    rmSync(real, { recursive: true });
    rmSync(link);
    expect(bench.open().identify(link).slug).toBe(slug);
    expect(bench.open().identify(real).slug).toBe(slug);
  });

  test("git is asked only when allowed, and never runs what the repository configures", () => {
    const path = bench.repository("trap");
    const witness = join(bench.home, "ran");
    bench.git(path, "config", "core.fsmonitor", `touch ${witness}`);
    bench.git(path, "config", "core.pager", `touch ${witness}`);
    bench.open().identify(path);
    expect(
      lines()
        .flatMap((line) => line["keys"] as { kind: string }[])
        .map((key) => key.kind),
    ).not.toContain("root-commit");
    bench.open().identify(path, { askGit: true });
    expect(
      lines()
        .flatMap((line) => line["keys"] as { kind: string }[])
        .map((key) => key.kind),
    ).toContain("root-commit");
    expect(existsSync(witness)).toBe(false);
    const size = statSync(bench.file).size;
    bench.open({ searchPath: "/nowhere" }).identify(path, { askGit: true });
    expect(statSync(bench.file).size).toBe(size);
  });

  test("hostile .git entries are survived", () => {
    const path = bench.folder("odd");
    writeFileSync(join(path, ".git"), "gitdir: \0\n");
    const other = bench.folder("odd2/.git");
    writeFileSync(join(other, "HEAD"), "x");
    writeFileSync(join(other, "commondir"), "\xff\n../../../../../..\n".repeat(9000));
    spawnSync("mkfifo", [join(bench.folder("odd3"), ".git")]);
    const projects = bench.open();
    for (const name of ["odd", "odd2", "odd3"]) {
      expect(projects.identify(join(bench.home, name), { askGit: true }).slug).toMatch(/^odd/);
    }
  });
});

describe("the registry file", () => {
  test("damaged and torn lines spoil only themselves", () => {
    const slug = bench.open().identify("/home/nobody/a").slug;
    appendFileSync(bench.file, 'garbage\n{"v":1,"slug":"torn');
    const other = bench.open().identify("/home/nobody/b").slug;
    const later = bench.open();
    expect(later.identify("/home/nobody/a").slug).toBe(slug);
    expect(later.identify("/home/nobody/b").slug).toBe(other);
  });

  test("what another process minted is seen by one that is already open", () => {
    const left = bench.open();
    const right = bench.open();
    expect(left.lookup("/home/nobody/a")).toBeUndefined();
    const slug = right.identify("/home/nobody/a").slug;
    expect(left.lookup("/home/nobody/a")?.slug).toBe(slug);
    expect(left.identify("/home/nobody/a")).toMatchObject({ slug, isNew: false });
  });

  test("a write that fails mints nothing and says why", () => {
    const full = {
      ...nodeFileOps,
      write: () => {
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    };
    const projects = bench.open({ files: full });
    expect(() => projects.identify("/home/nobody/a")).toThrow(/no space left/);
    expect(projects.lookup("/home/nobody/a")).toBeUndefined();
    expect(projects.list()).toEqual([]);
    expect(bench.open().identify("/home/nobody/a").isNew).toBe(true);
  });

  test("a held lock refuses to mint but not to recognise", () => {
    const slug = bench.open().identify("/home/nobody/a").slug;
    const lockPath = join(dirname(bench.file), "state", "projects.lock");
    const lock = takeLock(lockPath, 0);
    try {
      const projects = bench.open({ lockPath });
      expect(projects.identify("/home/nobody/a").slug).toBe(slug);
      expect(() => projects.identify("/home/nobody/b")).toThrow(/locked/);
    } finally {
      lock?.release();
    }
  });

  test("alias refuses what is no project and joins chains", () => {
    const projects = bench.open();
    const [a, b, c] = projects
      .identifyMany(["/x/a", "/x/b", "/x/c"])
      .map((identity) => identity.slug) as [string, string, string];
    expect(() => projects.alias("nothing", a)).toThrow(/no project is called nothing/);
    expect(() => projects.alias("home", a)).toThrow(VarveError);
    projects.alias("a", "b");
    projects.alias("/x/b", c);
    projects.alias(c, a);
    for (const slug of [a, b, c]) expect(bench.open().scope(slug)).toEqual([c, a, b]);
    expect(projects.identify("/x/a").slug).toBe(c);
    expect(projects.find(a.slice(0, -2))).toBe(c);
  });
});

test("ten thousand folders that are gone cost little", () => {
  const cwds = Array.from({ length: 10_000 }, (_, i) =>
    join(bench.home, `gone-${i % 100}`, `project-${i}`),
  );
  const minted = performance.now();
  const slugs = bench
    .open()
    .identifyMany(cwds)
    .map((identity) => identity.slug);
  const mintMs = performance.now() - minted;
  expect(new Set(slugs).size).toBe(10_000);
  const projects = bench.open();
  // Processor time, not the clock's: the machine that runs this may be busy.
  const before = process.cpuUsage();
  for (const cwd of cwds) projects.lookup(cwd);
  const used = process.cpuUsage(before);
  const lookupMs = (used.user + used.system) / 1000;
  const repeated = performance.now();
  for (const cwd of cwds) projects.identify(cwd);
  const repeatMs = performance.now() - repeated;
  console.info(
    `10,000 vanished folders: mint ${mintMs.toFixed(0)} ms, look up ${lookupMs.toFixed(0)} ms, again ${repeatMs.toFixed(0)} ms`,
  );
  // About four times what was measured.
  expect(lookupMs).toBeLessThan(800);
});
