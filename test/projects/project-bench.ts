/** Owns what the project tests share: a temp home, repositories made by git, a registry over them. */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openProjects, type Projects, type ProjectsOptions } from "../../src/projects/projects.ts";
import { removeFolder } from "../support/temp-home.ts";

export interface Bench {
  readonly home: string;
  readonly file: string;
  folder(relative: string): string;
  git(cwd: string, ...args: string[]): string;
  /** A repository with one commit; `seed` makes its first commit differ from others. */
  repository(
    relative: string,
    options?: { readonly remote?: string; readonly seed?: string },
  ): string;
  open(options?: Partial<ProjectsOptions>): Projects;
  remove(): void;
}

export function createBench(): Bench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "varve-projects-")));
  const home = join(root, "home", "user");
  mkdirSync(home, { recursive: true });
  const file = join(root, "store", "projects.jsonl");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
    GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
  };
  const git = (cwd: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main", ...args],
      {
        cwd,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
  const folder = (relative: string) => {
    const path = join(home, relative);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    home,
    file,
    folder,
    git,
    repository(relative, options = {}) {
      const path = folder(relative);
      git(path, "init", "-q");
      git(path, "commit", "-q", "--allow-empty", "-m", options.seed ?? relative);
      if (options.remote !== undefined) git(path, "remote", "add", "origin", options.remote);
      return path;
    },
    open: (options = {}) =>
      openProjects({
        file,
        homeFolder: home,
        lockPath: join(root, "store", "state", "projects.lock"),
        redact: (text) => text.replace(/hunter\d+/g, "[redacted:password:00000000]"),
        keyedHash: (text) => createHmac("sha256", "test key").update(text).digest("hex"),
        searchPath: env.PATH,
        ...options,
      }),
    remove: () => removeFolder(root),
  };
}
