/** The commands as a person and a script use them, over the demo histories, in one store. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runVarve, runVarveJson, type RunResult } from "../support/run-varve.ts";
import { removeFolder, layOut, repositoryRoot } from "../support/temp-home.ts";

const base = mkdtempSync(join(tmpdir(), "varve-commands-"));
const home = join(base, "home 집");
const session = "834cb28d";

beforeAll(() => {
  mkdirSync(home);
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const imported = runVarve(["import"], { home });
  if (imported.code !== 0) throw new Error(imported.stderr);
});
afterAll(() => removeFolder(base));

const run = (...args: readonly string[]): RunResult => runVarve(args, { home });

function documentedSection(command: string): string {
  const page = readFileSync(join(repositoryRoot, "docs", "json-output.md"), "utf8");
  return (
    page.split(/^## /m).find((part) => part.split("\n")[0]?.split(", ").includes(command)) ?? ""
  );
}

/** Words behind a heading of docs/json-output.md: the first `{...}` or `[...]` shape, its top-level keys. */
function documentedKeys(command: string): readonly string[] {
  const shape = /`\[?\{(.*?)\}\]?`/.exec(documentedSection(command))?.[1] ?? "";
  const flat = shape
    .replace(/\{[^{}]*\}/g, "")
    .replace(/\{[^{}]*\}/g, "")
    .replace(/\[[^\]]*\]/g, "");
  return flat
    .split(",")
    .map((key) => key.split(":")[0]?.trim() ?? "")
    .filter((key) => key !== "");
}

describe("--json is what docs/json-output.md says", () => {
  const calls: readonly (readonly [string, readonly string[]])[] = [
    ["import", ["import"]],
    ["sync", ["sync"]],
    ["search", ["search", "heartbeat", "-a"]],
    ["logs", ["logs", "heartbeat", "-a"]],
    ["timeline", ["timeline", `s:${session}`]],
    ["overview", ["overview", session]],
    ["trace", ["trace", `t:${session}#2`]],
    ["sessions", ["sessions", "-a"]],
    ["restore", ["restore", session, "--list"]],
    ["export", ["export", session]],
    ["forget", ["forget", `s:${session}`]],
    ["prune", ["prune", "--older-than", "1d", "--dry-run"]],
    ["status", ["status"]],
    ["audit", ["audit"]],
    ["rebuild", ["rebuild"]],
    ["backup", ["backup", "--to", join(base, "json-backup")]],
    ["redact", ["redact", "--test", join(repositoryRoot, "README.md")]],
    ["project list", ["project", "list"]],
    ["config get", ["config", "get", "search.limit"]],
    ["completion", ["completion", "bash"]],
  ];
  test.each(calls)("%s", (command, args) => {
    const keys = documentedKeys(command);
    expect(keys.length).toBeGreaterThan(1);
    const { value } = runVarveJson<Record<string, unknown>>(args, { home });
    for (const key of keys) expect(value, `${command} --json`).toHaveProperty(key);
  });

  test.each([
    ["project list", "projects"],
    ["config list", "settings"],
  ])("%s: every row of %s has exactly the keys of the page", (command, list) => {
    const row =
      new RegExp(`${list}: \\[\\{([^{}]*)\\}`).exec(documentedSection(command))?.[1] ?? "";
    const { value } = runVarveJson<Record<string, readonly object[]>>(command.split(" "), { home });
    expect(value[list]?.length).toBeGreaterThan(1);
    for (const item of value[list] ?? []) {
      expect(Object.keys(item).sort()).toEqual(row.split(", ").sort());
    }
  });

  test("export holds the document only when it writes no file", () => {
    const ask = (...args: readonly string[]): object =>
      runVarveJson<object>(["export", session, ...args], { home }).value;
    expect(ask()).toMatchObject({ path: null, text: expect.stringContaining("heartbeat") });
    expect(ask("--to", join(base, "export.md"))).not.toHaveProperty("text");
  });

  test("read gives a list", () => {
    const { value } = runVarveJson<readonly Record<string, unknown>[]>(["read", `s:${session}`], {
      home,
    });
    for (const key of documentedKeys("read")) expect(value[0]).toHaveProperty(key);
  });

  test("an error is one document too, with a fix", () => {
    const { code, value } = runVarveJson<{ error: Record<string, string> }>(
      ["restore", "ffffffff"],
      { home },
    );
    expect(code).toBe(2);
    expect(value.error).toMatchObject({
      code: "not-found",
      fix: expect.stringContaining("varve sessions"),
    });
  });
});

describe("search", () => {
  test.each([
    ["why does the stream drop ECONNRESET", "harbor"],
    ["토큰이 만료되면", "deungdae"],
    ["빈", "deungdae"],
    ["夜間バックアップ", "toudai"],
    ["连接池", "dengta"],
  ])("%s is found in %s", (query, project) => {
    const result = run("search", query, "-a");
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(project);
  });

  test("filters by class, role, day and project, and says the scope", () => {
    const ask = (
      ...flags: readonly string[]
    ): {
      header: { scope: string; total: number };
      hits: { type: string; role: string; date: string; project: string }[];
    } =>
      runVarveJson<{
        header: { scope: string; total: number };
        hits: { type: string; role: string; date: string; project: string }[];
      }>(["search", "heartbeat", "proxy", "bash", ...flags], { home }).value;
    const all = ask("-a", "--limit", "50");
    expect(all.hits.length).toBeGreaterThan(3);
    expect(ask("-a", "--class", "prompt").hits.every((hit) => hit.type === "prompt")).toBe(true);
    expect(ask("-a", "--role", "tool").hits.every((hit) => hit.role === "tool")).toBe(true);
    expect(ask("-a", "--until", "2026-09-13").hits).toEqual([]);
    const day = ask("-a", "--since", "2026-09-14", "--until", "2026-09-14").header.total;
    expect(day).toBe(ask("--project", "harbor").header.total);
    expect(day).toBeLessThan(all.header.total);
    const scoped = ask("--project", "dengta");
    expect(scoped.header.scope).toMatch(/^dengta-/);
    expect(scoped.hits.every((hit) => hit.project.startsWith("dengta-"))).toBe(true);
  });

  test("pages do not overlap and end", () => {
    const seen: string[] = [];
    let cursor: readonly string[] = [];
    do {
      const { value } = runVarveJson<{ hits: { ref: string }[]; cursor: string | null }>(
        ["search", "heartbeat", "-a", "--limit", "1", ...cursor],
        { home },
      );
      seen.push(...value.hits.map((hit) => hit.ref));
      cursor = value.cursor === null ? [] : ["--cursor", value.cursor];
    } while (cursor.length > 0);
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("the next call repeats every filter", () => {
    const { value } = runVarveJson<{ header: { next: string }; cursor: string }>(
      [
        "search",
        "heartbeat",
        "-a",
        "--role",
        "assistant",
        "--since",
        "2026-01-01",
        "--order",
        "time",
        "--limit",
        "1",
      ],
      { home },
    );
    expect(value.header.next).toBe(
      `varve search 'heartbeat' --all-projects --role assistant --since 2026-01-01 --order time --limit 1 --cursor ${value.cursor}`,
    );
  });

  test("nothing found is exit 1 and says where it looked", () => {
    const result = run("search", "zzyzxqq");
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/^0 of 0 turns in /);
  });

  test("a word of another project is counted outside the scope, with the call that finds it", () => {
    const result = run("search", "ECONNRESET", "--project", "dengta");
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/nothing here, \d+ in other projects/);
    expect(result.stdout).toContain("--all-projects");
  });
});

describe("read, export, sessions", () => {
  test("a turn at every level, each longer than the one before", () => {
    const [hit] = runVarveJson<{ hits: { ref: string }[] }>(
      ["search", "ECONNRESET", "-a", "--class", "prompt"],
      { home },
    ).value.hits;
    const sizes = ["abstract", "full", "raw"].map(
      (level) =>
        runVarveJson<{ text: string }[]>(["read", hit?.ref ?? "", "--level", level], { home })
          .value[0]?.text.length ?? 0,
    );
    expect(sizes[0]).toBeGreaterThan(0);
    expect(sizes[1]).toBeGreaterThanOrEqual(sizes[0] ?? 0);
    expect(sizes[2]).toBeGreaterThan(sizes[1] ?? 0);
  });

  test("unredacted text is for a terminal only", () => {
    const result = run("read", "t:834cb28d#2", "--level", "raw", "--unredacted");
    expect(result.code).toBe(2);
    expect(result.stdout).toBe("");
    expect(result.stderr).toContain("terminal");
  });

  test("Markdown and JSONL exports hold every turn, to stdout or a 0600 file", () => {
    const page = run("export", session).stdout;
    expect(page).toMatch(/^# The event stream drops/);
    expect(page).toContain("heartbeat in the application");
    const to = join(base, "talk.jsonl");
    expect(run("export", session, "--format", "jsonl", "--to", to).code).toBe(0);
    expect(statSync(to).mode & 0o777).toBe(0o600);
    const turns = readFileSync(to, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { ref: string; text: string });
    expect(turns.length).toBeGreaterThan(10);
    expect(turns.every((turn) => turn.ref.startsWith(`t:${session}`))).toBe(true);
  });

  test("helpers are listed under their session", () => {
    const { value } = runVarveJson<{
      sessions: { id: string; helpers: string[] }[];
      total: number;
    }>(["sessions", "-a"], { home });
    expect(value.total).toBe(4);
    expect(value.sessions.find((row) => row.id.startsWith(session))?.helpers).toHaveLength(1);
  });
});

describe("the store's own commands", () => {
  test("config set keeps comments, config get and list show the origin, a secret is refused", () => {
    const file = join(home, ".varve", "config.toml");
    writeFileSync(file, "# mine\n\n[search]\nsnippet_chars = 200 # short\n");
    expect(run("config", "set", "search.limit", "3").code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("snippet_chars = 200 # short");
    expect(run("config", "get", "search.limit").stdout.trim()).toBe("3");
    expect(run("config", "list").stdout).toMatch(/search\.limit = 3 +\(config\.toml\)/);
    expect(runVarve(["config", "list"], { home, env: { VARVE_SEARCH_LIMIT: "5" } }).stdout).toMatch(
      /search\.limit = 5 +\(VARVE_SEARCH_LIMIT\)/,
    );
    rmSync(file);
  });

  test("backup copies the truth files, and the second time only what changed", () => {
    const to = join(base, "backup");
    expect(run("backup", "--to", to).code).toBe(0);
    for (const name of ["store.json", "key", "projects.jsonl", "archive"])
      expect(existsSync(join(to, name)), name).toBe(true);
    expect(existsSync(join(to, "index"))).toBe(false);
    const { value } = runVarveJson<{ files: number; skipped: number }>(["backup", "--to", to], {
      home,
    });
    expect(value.files).toBe(0);
    expect(value.skipped).toBeGreaterThan(5);
    expect(run("backup", "--to", join(home, ".varve", "copy")).code).toBe(2);
  });

  test("redact --test names kind and place, never the secret", () => {
    const path = join(base, "notes.txt");
    const secret = `gh${"p_"}${"Zk3vQ9sT1mX7bR5cW2dY8fH4jL6nP0aE2gUi".slice(0, 36)}`;
    writeFileSync(path, `first line\ntoken here: ${secret}\n`);
    const result = run("redact", "--test", path);
    expect(result.code).toBe(1);
    expect(result.stdout).toMatch(/notes\.txt:2:13 /);
    expect(result.stdout + result.stderr).not.toContain(secret.slice(4, 20));
    expect(run("redact", "--test", path, "--print").stdout).toContain("[redacted:github");
  });

  test("completion scripts name every command", () => {
    for (const shell of ["bash", "zsh", "fish"])
      expect(run("completion", shell).stdout).toContain("restore");
    expect(run("completion", "tcsh").code).toBe(2);
  });

  test("destroying asks: off a terminal it is refused without --yes", () => {
    for (const args of [
      ["forget", `s:${session}`, "--purge"],
      ["prune", "--older-than", "1d"],
      ["project", "alias", "harbor", "dengta"],
    ]) {
      const result = run(...args);
      expect(result.code, args.join(" ")).toBe(2);
      expect(result.stderr).toContain("--yes");
    }
    expect(run("search", "ECONNRESET", "-a").code).toBe(0);
  });
});
