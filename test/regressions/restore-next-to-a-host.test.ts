/** A restore leaves a whole file alone, keeps two files of one name apart, and an export holds no terminal escapes. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { runVarve } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const SESSION = "aaaa3333-1111-4111-8111-111111111111";

function writeSession(home: string, project: string, text: string): string {
  const path = join(home, ".claude", "projects", project, `${SESSION}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const row = {
    type: "user",
    uuid: `${project}-1`,
    parentUuid: null,
    isSidechain: false,
    sessionId: SESSION,
    cwd: `/home/user/${project}`,
    timestamp: "2026-11-01T10:00:00.000Z",
    message: { role: "user", content: text },
  };
  writeFileSync(path, `${JSON.stringify(row)}\n`);
  return path;
}

test("a file that is whole is not replaced, so that a host that holds it open goes on writing into it", () => {
  const home = temporaryFolder();
  const path = writeSession(home, "-p", "one");
  expect(runVarve(["import"], { home }).code).toBe(0);
  const before = statSync(path).ino;
  for (const force of [[], ["--force"]]) {
    expect(runVarve(["restore", SESSION, ...force], { home }).code).toBe(0);
    expect(statSync(path).ino).toBe(before);
  }
});

test("a session that lies in two project folders comes back as two files", () => {
  const home = temporaryFolder();
  const sources = [writeSession(home, "-p", "first"), writeSession(home, "-q", "second")];
  expect(runVarve(["import"], { home }).code).toBe(0);
  const to = join(home, "out");
  const result = runVarve(["restore", SESSION, "--to", `${to}/`, "--json"], { home });
  expect(result.code).toBe(0);
  const { files } = JSON.parse(result.stdout) as { files: { path: string }[] };
  const texts = files.map(({ path }) => readFileSync(path, "utf8")).sort();
  expect(texts).toEqual(sources.map((path) => readFileSync(path, "utf8")).sort());
});

test("an exported page holds nothing that a terminal would act on", () => {
  const home = temporaryFolder();
  writeSession(home, "-p", "\u001b]52;c;cHduZWQ=\u0007red \u001b[31mtext\u001b[0m \u009b31m");
  expect(runVarve(["import"], { home }).code).toBe(0);
  const to = join(home, "page.md");
  expect(runVarve(["export", SESSION, "--to", to], { home }).code).toBe(0);
  expect(readFileSync(to, "utf8")).toContain("red text");
  expect(readFileSync(to, "utf8")).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});
