/** Which sessions the rules of a person leave out. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { findExclusion, openExcludedSessions } from "../../src/engine/exclusions.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const subject = {
  cwd: "/home/user/code/secret-lamp/src",
  transcriptPath: "/home/user/.claude/projects/x/s.jsonl",
  project: "secret-lamp-0a1b2c",
  projectName: "secret-lamp",
};

test.each([
  [["/home/user/code/secret-lamp"], true],
  [["/home/user/code/secret-lamp/"], true],
  [["/home/user/code/secret"], false],
  [["/home/user/code/*"], true],
  [["/home/user/*"], true],
  [["/home/*/secret-lamp"], false],
  [["/home/**/secret-lamp"], true],
  [["**/.claude/projects/x"], true],
  [["/home/user/code/secret.lamp"], false],
  [["/home/user/code/(secret-lamp"], false],
])("paths %j: %s", (paths, excluded) => {
  expect(findExclusion({ projects: [], paths }, subject) !== undefined).toBe(excluded);
});

test("projects by slug and by name, not by a part of it", () => {
  expect(findExclusion({ projects: ["secret-lamp"], paths: [] }, subject)).toBe(
    "exclude.projects secret-lamp",
  );
  expect(findExclusion({ projects: ["secret-lamp-0a1b2c"], paths: [] }, subject)).toBeDefined();
  expect(findExclusion({ projects: ["secret"], paths: [] }, subject)).toBeUndefined();
});

test("excluded sessions are remembered by every later process, each once", () => {
  const path = join(temporaryFolder(), "excluded.jsonl");
  const row = { fileId: 'od"d\nid', source: "claude-code", at: "2026-11-30T00:00:00.000Z" };
  const first = openExcludedSessions(path);
  expect(first.has(row.fileId)).toBe(false);
  first.add(row);
  first.add(row);
  const second = openExcludedSessions(path);
  expect(second.has(row.fileId)).toBe(true);
  expect(second.size).toBe(1);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(2);
});
