/** Transcripts of the real clients, laid out as their hosts lay them out, give the counts that a person made. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { sharedFolder, temporaryFolder } from "../support/temp-home.ts";
import { expectSettled, hitsOf, importAll, listSessions, say, search } from "./imported-home.ts";

const shared = sharedFolder();
if (shared === undefined)
  console.warn("skipped: transcripts of real clients are not beside this checkout (../shared)");

const samples = join(shared ?? "", "samples");
const CLAUDE_PROJECT = "-home-user-project";

function sessionIdOf(path: string): string {
  return /"sessionId":"([0-9a-f-]{36})"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
}

/** Puts one version's Claude Code transcripts where that version writes them; returns name to session id. */
function layOutClaude(version: string, home: string): Map<string, string> {
  const from = join(samples, "claude-code", version);
  const project = join(home, ".claude", "projects", CLAUDE_PROJECT);
  mkdirSync(project, { recursive: true });
  const ids = new Map<string, string>();
  for (const name of readdirSync(from).filter((entry) => /^session-.*\.jsonl$/.test(entry))) {
    const id = sessionIdOf(join(from, name));
    ids.set(basename(name, ".jsonl").replace("session-", ""), id);
    copyFileSync(join(from, name), join(project, `${id}.jsonl`));
    const beside = join(from, basename(name, ".jsonl"));
    if (!existsSync(beside)) continue;
    for (const entry of readdirSync(beside)) {
      const isFolder = entry === "subagents";
      cpSync(join(beside, entry), isFolder ? join(project, id, entry) : join(project, entry), {
        recursive: true,
      });
    }
  }
  return ids;
}

function layOutCodex(version: string, home: string): Map<string, string> {
  const from = join(samples, "codex", version);
  const ids = new Map<string, string>();
  for (const name of readdirSync(from).filter((entry) => /^rollout-.*\.jsonl$/.test(entry))) {
    const meta = JSON.parse(readFileSync(join(from, name), "utf8").split("\n")[0] ?? "") as {
      readonly payload: { readonly id: string; readonly timestamp: string };
    };
    const { id, timestamp } = meta.payload;
    const [year = "", month = "", day = ""] = timestamp.slice(0, 10).split("-");
    const to = join(home, ".codex", "sessions", year, month, day);
    mkdirSync(to, { recursive: true });
    copyFileSync(
      join(from, name),
      join(to, `rollout-${timestamp.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`),
    );
    ids.set(basename(name, ".jsonl").replace("rollout-", ""), id);
  }
  return ids;
}

/** Everything in the sample folders that is no transcript, where a careless copy would put it. */
function addForeignFiles(host: "claude-code" | "codex", version: string, to: string): number {
  const from = join(samples, host, version);
  let added = 0;
  for (const name of readdirSync(from).filter((entry) => /^(mcp-|stdout-)/.test(entry))) {
    const renamed = host === "codex" ? `rollout-2026-11-30T00-00-00-${name}` : name;
    copyFileSync(join(from, name), join(to, renamed));
    added += 1;
  }
  for (const folder of ["hook-payloads", "requests"]) {
    for (const name of readdirSync(join(from, folder))) {
      const renamed = host === "codex" ? `rollout-${folder}-${name}l` : `${folder}-${name}l`;
      copyFileSync(join(from, folder, name), join(to, renamed));
      added += 1;
    }
  }
  return added;
}

function promptsByName(home: string, ids: ReadonlyMap<string, string>): Record<string, number> {
  const listed = new Map(listSessions({ path: home }).map((session) => [session.id, session]));
  return Object.fromEntries(
    [...ids].map(([name, id]) => [name, listed.get(id)?.prompts ?? -1] as const),
  );
}

describe.skipIf(shared === undefined)("transcripts of real clients", () => {
  test.each([
    // Of the two prompts in the fork, one stands in its origin (fork-2) too and is counted there.
    [
      "current",
      {
        basic: 7,
        autocompact: 4,
        tui: 2,
        plugin: 4 + 1,
        subagent: 1,
        "api-error": 1,
        fork: 2 - 1,
        "fork-2": 1,
      },
    ],
    ["v2.1.197", { basic: 7, subagent: 1 }],
    ["v2.0.65", { basic: 7, subagent: 1 }],
  ])("Claude Code %s", (version, prompts) => {
    const path = temporaryFolder();
    const home = { path };
    const ids = layOutClaude(version, path);
    const foreign = addForeignFiles(
      "claude-code",
      version,
      join(path, ".claude", "projects", CLAUDE_PROJECT),
    );
    const report = importAll(home);
    expect(report.warnings).toEqual([]);
    expect(report.unknownTypes).toEqual({});
    expect(report.skipped["not-a-transcript"]).toBe(foreign);
    expect(promptsByName(path, ids)).toEqual(prompts);
    // Helpers belong to their session, warm-ups are none.
    expect(
      listSessions(home)
        .map((session) => session.id)
        .toSorted(),
    ).toEqual([...ids.values()].toSorted());
    expect(hitsOf(home, "subwork").length).toBeGreaterThan(0);
    expectSettled(home);
  });

  test("a prompt that a Claude Code fork copied is found once", () => {
    const path = temporaryFolder();
    const ids = layOutClaude("current", path);
    importAll({ path });
    const forks = [ids.get("fork"), ids.get("fork-2")];
    const prompts = search({ path }, "one two plain", ["-a", "--class", "prompt"]).hits.filter(
      (hit) => forks.includes(hit.session),
    );
    expect(prompts).toHaveLength(2);
    const listed = listSessions({ path }).filter((session) => forks.includes(session.id));
    expect(listed.map(({ id, parent, relation }) => ({ id, parent, relation }))).toEqual([
      { id: ids.get("fork"), parent: ids.get("fork-2"), relation: "fork" },
      { id: ids.get("fork-2"), parent: null, relation: null },
    ]);
  });

  test.each([
    [
      "current",
      {
        basic: 4,
        tui: 2,
        fork: 1,
        "fork-1": 1,
        codemode: 1,
        compact: 1,
        patch: 1,
        subagent: 1,
      },
    ],
    ["v0.128.0", { basic: 4, compact: 1, patch: 1 }],
  ])("Codex %s", (version, prompts) => {
    const path = temporaryFolder();
    const home = { path };
    const ids = layOutCodex(version, path);
    const folder = join(path, ".codex", "sessions", "2026", "11", "30");
    const foreign = addForeignFiles("codex", version, folder);
    const report = importAll(home);
    expect(report.warnings).toEqual([]);
    expect(report.unknownTypes).toEqual({});
    expect(report.skipped["not-a-transcript"]).toBe(foreign);
    const helper = ids.get("subagent-1");
    ids.delete("subagent-1");
    expect(promptsByName(path, ids)).toEqual(prompts);
    const listed = listSessions(home);
    expect(listed.map((session) => session.id)).not.toContain(helper);
    expect(listed).toHaveLength(ids.size);
    if (helper !== undefined) {
      const parent = listed.find((session) => session.id === ids.get("subagent"));
      expect(JSON.stringify(parent?.helpers)).toContain(helper);
      const fork = listed.find((session) => session.id === ids.get("fork-1"));
      expect(fork).toMatchObject({ relation: "fork", parent: ids.get("fork") });
    }
    expectSettled(home);
  });

  test("prompts that only the terminal's history still holds are found, the others once", () => {
    const path = temporaryFolder();
    const home = { path };
    const ids = layOutClaude("current", path);
    copyFileSync(
      join(samples, "claude-code", "current", "tui-history.jsonl"),
      join(path, ".claude", "history.jsonl"),
    );
    importAll(home);
    const known = search(home, "three", ["-a", "--class", "prompt"]).hits;
    expect(known.filter((hit) => hit.session === ids.get("tui"))).toHaveLength(1);
    expect(known.filter((hit) => hit.session.startsWith("history-"))).toEqual([]);
    const gone = search(home, "bashfail", ["-a", "--class", "prompt"]).hits.filter((hit) =>
      hit.session.includes("5084569b"),
    );
    expect(gone.map((hit) => hit.snippet)).toEqual(["two [[bashfail]]"]);
    expectSettled(home);
  });

  test("the sample folder itself, named with --path", () => {
    const path = temporaryFolder();
    const report = importAll({ path }, ["--path", samples]);
    const listed = listSessions({ path });
    expect(listed.length).toBe(12 + 11);
    expect(listed.filter((session) => session.prompts === 7)).toHaveLength(3);
    expect(report.skipped["not-a-transcript"]).toBeGreaterThan(0);
    expect(say({ path }, ["status"])).toContain("sessions");
    expect(dirname(samples)).toBe(shared);
  });
});
