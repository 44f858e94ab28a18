/** Which files of a host are found, and which links are not followed. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { discoverPath } from "../../src/engine/discover-path.ts";
import { discoverSession, discoverSources } from "../../src/engine/discover-sources.ts";
import { formatOf } from "../../src/transcripts/formats.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

const id = "0f000000-0000-4000-8000-000000000001";

function put(...parts: readonly string[]): string {
  const path = join(...parts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "{}\n");
  return path;
}

function claudeFolder(): string {
  const root = join(temporaryFolder(), ".claude");
  put(root, "projects", "-p", `${id}.jsonl`);
  put(root, "projects", "-p", id, "subagents", "agent-a1.jsonl");
  put(root, "projects", "-p", id, "tool-results", "toolu_1.txt");
  put(root, "settings.json");
  put(root, "history.jsonl");
  put(root, "todos", "x.jsonl");
  return root;
}

const find = (root: string): ReturnType<typeof discoverSources> =>
  discoverSources({ source: "claude-code", path: root }, formatOf("claude-code"));

test("sessions, helpers, tool results and the prompt history; nothing else of the host", () => {
  const kinds = find(claudeFolder()).files.map((file) => file.kind);
  expect(kinds.sort()).toEqual(["history", "session", "subagent", "tool-result"]);
});

test("a link that leaves the root is skipped and said; one that stays is not found twice", () => {
  const root = claudeFolder();
  const outside = dirname(put(temporaryFolder("elsewhere"), "x", `${id}.jsonl`));
  symlinkSync(outside, join(root, "projects", "-linked"));
  symlinkSync(join(root, "projects", "-p"), join(root, "projects", "-same"));
  symlinkSync(join(root, "projects"), join(root, "projects", "-p", "loop"));
  const { files, skipped } = find(root);
  expect(files).toHaveLength(4);
  expect(skipped.map((skip) => skip.reason)).toEqual(["symlink-outside"]);
});

test("the projects folder itself may be a link, and so may the root", () => {
  const root = claudeFolder();
  const moved = join(temporaryFolder("moved"), ".claude");
  mkdirSync(moved);
  symlinkSync(join(root, "projects"), join(moved, "projects"));
  expect(find(moved).files).toHaveLength(3);
  const link = join(temporaryFolder("link"), "c");
  symlinkSync(root, link);
  expect(find(link).files).toHaveLength(4);
});

test("a hook's transcript brings its helpers and results, and nothing outside the root", () => {
  const root = claudeFolder();
  put(root, "projects", "-p", "0f000000-0000-4000-8000-000000000002.jsonl");
  const found = (path: string): number =>
    discoverSession({ source: "claude-code", path: root }, formatOf("claude-code"), path).files
      .length;
  expect(found(join(root, "projects", "-p", `${id}.jsonl`))).toBe(3);
  expect(found(put(temporaryFolder("other"), `${id}.jsonl`))).toBe(0);
  expect(found(`${root}/projects/../../x.jsonl`)).toBe(0);
});

test("a host folder that is missing is no error", () => {
  expect(find(join(temporaryFolder(), "absent")).files).toEqual([]);
});

test("a named path: a host folder, a loose transcript of either host, plain lines", () => {
  const demo = join(repositoryRoot, "fixtures", "demo");
  expect(discoverPath(join(demo, "dot-codex"), undefined).map((file) => file.source)).toEqual([
    "codex",
    "codex",
  ]);
  const [rollout] = discoverPath(join(demo, "dot-codex"), undefined);
  expect(discoverPath(rollout?.path ?? "", undefined)).toMatchObject([
    { source: "codex", kind: "session", fileId: rollout?.fileId },
  ]);
  const loose = join(temporaryFolder(), "talk.jsonl");
  writeFileSync(loose, '{"ts":"2026-01-01T00:00:00Z","role":"user","text":"hello"}\n');
  expect(discoverPath(loose, undefined)).toMatchObject([{ source: "jsonl", kind: "session" }]);
  expect(() => discoverPath(join(demo, "absent"), undefined)).toThrow(/does not exist/);
});
