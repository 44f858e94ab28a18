/** The built library: its types, the examples, and how it lives in a process. */
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openVarve } from "../../src/library/index.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { compile, programFolder, runProgram, takeExamples } from "./built-package.ts";
import { demoHome, variablesOf } from "./demo-library.ts";

const TRANSCRIPT =
  ".claude/projects/-home-user-code-harbor/834cb28d-5c11-4b0c-a425-2521d56ea1c3.jsonl";

async function importedHome(): Promise<string> {
  const home = demoHome();
  await using varve = openVarve({ environment: variablesOf(home), cwd: home });
  await varve.import();
  return home;
}

test("the examples compile and do what they say", async () => {
  const folder = programFolder();
  const names = takeExamples(folder);
  expect(names).toEqual(["bot-session.ts", "find-decision.ts", "restore-transcript.ts"]);
  expect(compile(folder, names)).toBe("");
  const home = await importedHome();

  const found = runProgram(folder, ["built/find-decision.js", "连接池", "耗尽"], home);
  expect(found).toMatchObject({ code: 0, stderr: "" });
  expect(found.stdout).toMatch(/^2026-10-20\S+ dengta-\w+ t:\S+#\d+\n.*没有归还/);
  const nothing = runProgram(folder, ["built/find-decision.js", "xylophone"], home);
  expect(nothing).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^nothing in all/) as string,
  });
  expect(runProgram(folder, ["built/find-decision.js"], home)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nothing to look for/) as string,
  });

  const talk = ["built/bot-session.js", "talks", "we meet at the lighthouse"];
  expect(runProgram(folder, talk, home).stdout).toBe("said before:\n\nkept 2 turns\n");
  expect(runProgram(folder, talk, home).stdout).toMatch(
    /^said before:\n> 20\S+ we meet at the lighthouse\nkept 2 turns\n$/,
  );

  const path = join(home, TRANSCRIPT);
  const before = readFileSync(path);
  truncateSync(path, 1_000);
  const restored = runProgram(folder, ["built/restore-transcript.js", "event stream"], home);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(path)).toEqual(before);
}, 60_000);

test("the types stand alone, without Node's and without a laxer check", () => {
  const folder = programFolder();
  writeFileSync(
    join(folder, "types.ts"),
    `import { openVarve, type SearchHit, type Varve, type VarveErrorCode } from "varve";
const varve: Varve = openVarve({ home: "x", now: new Date() });
export const refs: Promise<readonly string[]> = varve
  .search("x", { role: "user", limit: undefined })
  .then(({ hits }) => hits.map((hit: SearchHit) => hit.ref));
export const code: VarveErrorCode = "busy";
// @ts-expect-error no such role
void varve.search("x", { role: "boss" });
// @ts-expect-error no such option
void varve.read("x", { levels: "full" });
// @ts-expect-error internals are no part of the package
export type { Engine } from "varve";
`,
  );
  expect(compile(folder, ["types.ts"], [])).toBe("");
  const types = readFileSync(join(folder, "node_modules/varve/dist/varve.d.mts"), "utf8");
  expect(types).not.toMatch(/\b(?:Engine|SearchIndex|PageForm|LibraryContext)\b|from "/);
});

test("a program ends by itself without close, and says nothing on its own", async () => {
  const home = await importedHome();
  const folder = programFolder();
  writeFileSync(
    join(folder, "ends.js"),
    `import { openVarve } from "varve";
const varve = openVarve();
const { header } = await varve.search("ECONNRESET", { allProjects: true });
const logs = await varve.logs("E(CONN|PIPE)\\\\w+", { mode: "regex", allProjects: true });
process.stdout.write(String(header.shown > 0 && logs.hits.length > 0));
`,
  );
  const result = runProgram(folder, ["ends.js"], home);
  expect(result).toEqual({ code: 0, stdout: "true", stderr: "" });
});

test("nothing but openVarve and VarveError is there, and importing does nothing", () => {
  const folder = programFolder();
  writeFileSync(
    join(folder, "names.js"),
    'import * as varve from "varve"; process.stdout.write(Object.keys(varve).join());\n',
  );
  const result = runProgram(folder, ["names.js"], temporaryFolder());
  expect(result).toEqual({ code: 0, stdout: "VarveError,openVarve", stderr: "" });
});

/** Rounds of a bot that lives for days: questions, imports, settings that change. */
const ROUNDS = process.env["VARVE_TEST_FULL"] === "1" ? 6_000 : 600;

test(`memory and open files do not grow over ${ROUNDS} rounds`, async () => {
  const home = await importedHome();
  const folder = programFolder();
  writeFileSync(
    join(folder, "days.js"),
    `import { readdirSync, writeFileSync } from "node:fs";
import { openVarve } from "varve";
const varve = openVarve();
const questions = ["ECONNRESET", "인증 토큰", "夜間バックアップ", "连接池", "yesterday"];
const files = () => readdirSync("/proc/self/fd").length;
let warm;
for (let round = 0; round < ${ROUNDS}; round += 1) {
  // A bot waits for someone to speak.
  await new Promise(setImmediate);
  await varve.search(questions[round % questions.length], { allProjects: true });
  if (round % 20 === 0) await varve.logs("CONN", { mode: "exact", allProjects: true });
  if (round % 40 === 0) await varve.import();
  if (round % 100 === 0)
    writeFileSync(\`\${process.env.HOME}/.varve/config.toml\`, \`[search]\\nlimit = \${5 + (round % 7)}\\n\`);
  if (round === ${ROUNDS / 3}) {
    gc();
    warm = { heap: process.memoryUsage().heapUsed, files: files() };
  }
}
gc();
const end = { heap: process.memoryUsage().heapUsed, files: files() };
process.stdout.write(JSON.stringify({ warm, end }));
`,
  );
  const { code, stdout, stderr } = runProgram(folder, ["--expose-gc", "days.js"], home);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { warm, end } = JSON.parse(stdout) as Record<
    "warm" | "end",
    { readonly heap: number; readonly files: number }
  >;
  expect(end.heap - warm.heap).toBeLessThan(4_000_000);
  expect(end.files - warm.files).toBeLessThan(60);
}, 120_000);
