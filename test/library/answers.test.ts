/** The library's answers are the documents of `--json`, and what is wrong is said in a VarveError. */
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { openVarve, VarveError, type StatusResult, type Varve } from "../../src/library/index.ts";
import { runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { DEMO, demoHome, openIn, variablesOf } from "./demo-library.ts";

const SESSION = "834cb28d-5c11-4b0c-a425-2521d56ea1c3";

/** Without what differs from run to run. */
function steady(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (key === "durationMs" ? 0 : member)),
  ) as unknown;
}

async function imported(): Promise<{ readonly home: string; readonly varve: Varve }> {
  const home = demoHome();
  const varve = openIn(home);
  await varve.import();
  return { home, varve };
}

test("import, and again, counts as the command does", async () => {
  const [home, other] = [demoHome(), demoHome()];
  const command = runVarveJson(["import"], { home: other });
  const varve = openIn(home);
  expect(steady(await varve.import())).toEqual(steady(command.value));
  expect(await varve.import()).toMatchObject({ sources: 5, changedFiles: 0, turns: 0, bytes: 0 });
});

test("what import redacted is counted per call", async () => {
  const home = temporaryFolder();
  const varve = openIn(home);
  const write = (name: string, text: string): string => {
    const path = join(home, `${name}.jsonl`);
    writeFileSync(path, `${JSON.stringify({ ts: "2026-09-01T09:00:00Z", role: "user", text })}\n`);
    return path;
  };
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`;
  const first = await varve.import({ path: write("one", `the token is ${token}`) });
  const second = await varve.import({ path: write("two", "nothing of the kind") });
  expect(Object.keys(first.redacted)).toHaveLength(1);
  expect(second.redacted).toEqual({});
});

test.each([
  {
    args: ["search", "event stream ECONNRESET", "-a", "--limit", "3"],
    call: (varve: Varve) =>
      varve.search("event stream ECONNRESET", { allProjects: true, limit: 3 }),
  },
  {
    args: ["search", "인증 토큰 만료 빈 화면", "-a", "--class", "prompt"],
    call: (varve: Varve) =>
      varve.search("인증 토큰 만료 빈 화면", { allProjects: true, class: "prompt" }),
  },
  {
    args: ["search", "--since", "2026-10-01", "--until", "2026-10-31"],
    call: (varve: Varve) => varve.search("", { since: "2026-10-01", until: "2026-10-31" }),
  },
  {
    args: ["logs", "--exact", "CONNRES", "--source", "claude-code"],
    call: (varve: Varve) => varve.logs("CONNRES", { mode: "exact", sources: ["claude-code"] }),
  },
  {
    args: ["logs", "--regex", "E(CONN|PIPE)\\w+", "--all"],
    call: (varve: Varve) => varve.logs("E(CONN|PIPE)\\w+", { mode: "regex", all: true }),
  },
  {
    args: ["timeline", "2026-09-14"],
    call: (varve: Varve) => varve.timeline("2026-09-14"),
  },
  {
    args: ["timeline", "--session", "current", "--outline"],
    call: (varve: Varve) => varve.timeline("", { session: "current", outline: true }),
  },
  {
    args: ["read", `t:${SESSION.slice(0, 8)}#2`, `s:${SESSION}`, "--level", "outline"],
    call: (varve: Varve) =>
      varve.read([`t:${SESSION.slice(0, 8)}#2`, `s:${SESSION}`], { level: "outline" }),
  },
  {
    args: ["restore", SESSION, "--list"],
    call: (varve: Varve) => varve.restore(SESSION, { list: true }),
  },
  { args: ["audit"], call: (varve: Varve) => varve.audit() },
])("$args gives what --json gives", async ({ args, call }) => {
  const { home, varve } = await imported();
  const command = runVarveJson(args, { home });
  expect(command.code).toBe(0);
  expect(steady(await call(varve))).toEqual(steady(command.value));
});

test("status says what the command says of the store", async () => {
  const { home, varve } = await imported();
  const command = runVarveJson<StatusResult>(["status"], { home });
  const status = await varve.status();
  expect(Object.keys(status)).toEqual(Object.keys(command.value));
  expect(status.checks.map(({ id }) => id)).toEqual(command.value.checks.map(({ id }) => id));
  expect(status.counts).toEqual(command.value.counts);
  expect(status.counts["turns"]).toBe(50);
});

test("a bad config.toml stops a question and is a finding of status", async () => {
  const { home, varve } = await imported();
  writeFileSync(join(home, ".varve", "config.toml"), "[search]\nlimitt = 3\n");
  await expect(varve.search("ECONNRESET")).rejects.toMatchObject({ code: "bad-config" });
  const { checks } = await varve.status();
  expect(checks.find(({ id }) => id === "settings")?.state).toBe("fail");
  writeFileSync(join(home, ".varve", "config.toml"), "[search]\nlimit = 2\n");
  expect((await varve.search("ECONNRESET", { allProjects: true })).hits).toHaveLength(2);
});

test("pages go on by cursor, and are within their budget as JSON", async () => {
  const { varve } = await imported();
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await varve.search("the stream", {
      allProjects: true,
      limit: 4,
      cursor: cursor ?? undefined,
    });
    expect(Buffer.byteLength(JSON.stringify(page, null, 2))).toBeLessThanOrEqual(8_000);
    seen.push(...page.hits.map(({ ref }) => ref));
    cursor = page.cursor;
  } while (cursor !== null);
  const whole = await varve.search("the stream", { allProjects: true, all: true });
  expect(new Set(seen)).toEqual(new Set(whole.hits.map(({ ref }) => ref)));
  expect(seen.length).toBe(whole.hits.length);
});

test("a truncated transcript is given back, and nothing that differs is overwritten", async () => {
  const { home, varve } = await imported();
  const { files } = await varve.restore(SESSION, { list: true });
  const path = files[0]?.path ?? "";
  const before = readFileSync(path);
  truncateSync(path, 1_000);
  const restored = await varve.restore(`s:${SESSION}`);
  expect(readFileSync(path)).toEqual(before);
  expect(restored.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(path, "something else\n");
  await expect(varve.restore(SESSION)).rejects.toMatchObject({ code: "refused" });
  await varve.restore(SESSION, { to: "elsewhere/old.jsonl" });
  expect(readFileSync(join(home, "elsewhere", "old.jsonl"))).toEqual(before);
});

test("`now`, `cwd` and `home` are those that were given", async () => {
  const home = demoHome();
  const store = join(home, "other store");
  const varve = openIn(home, { home: "other store", now: new Date("2026-09-15T12:00:00Z") });
  await varve.import();
  expect(existsSync(join(store, "store.json"))).toBe(true);
  const { header, digest } = await varve.search("yesterday", { allProjects: true });
  expect(header.range).toMatchObject({ from: "2026-09-14T00:00:00.000Z", words: "yesterday" });
  expect(digest?.turns).toBeGreaterThan(0);
});

test.each([
  ["a query that is none", (varve: Varve) => varve.search(3 as never), "usage", /query is a text/],
  ["nothing to look for", (varve: Varve) => varve.search("  "), "usage", /nothing to look for/],
  [
    "an option that does not exist",
    (varve: Varve) => varve.search("x", { limt: 3 } as never),
    "usage",
    /limt/,
  ],
  [
    "options of the prototype",
    (varve: Varve) => varve.search("x", { toString: 3 } as never),
    "usage",
    /toString/,
  ],
  [
    "a limit that is none",
    (varve: Varve) => varve.search("x", { limit: -1 }),
    "usage",
    /whole number of 1/,
  ],
  [
    "a role that is none",
    (varve: Varve) => varve.search("x", { role: "boss" as never }),
    "usage",
    /user, assistant/,
  ],
  [
    "options that are none",
    (varve: Varve) => varve.search("x", "all" as never),
    "usage",
    /as an object/,
  ],
  ["a bad cursor", (varve: Varve) => varve.search("x", { cursor: "&&" }), "usage", /cursor/],
  [
    "a source that is none",
    (varve: Varve) => varve.logs("x", { sources: ["gemini" as never] }),
    "usage",
    /gemini/,
  ],
  ["an empty timeline", (varve: Varve) => varve.timeline(), "usage", /timeline/],
  ["no reference", (varve: Varve) => varve.read([]), "usage", /nothing to read/],
  ["a reference that is none", (varve: Varve) => varve.read("nonsense"), "not-found", /nonsense/],
  ["a reference to nothing", (varve: Varve) => varve.read("t:zzzzzzzz#1"), "not-found", /zzzzzzzz/],
  [
    "too many references",
    (varve: Varve) => varve.read(Array.from({ length: 21 }, () => `s:${SESSION}`)),
    "usage",
    /21/,
  ],
  ["a session that is none", (varve: Varve) => varve.restore("zzzzzzzz"), "not-found", /zzzzzzzz/],
  [
    "a path that is none",
    (varve: Varve) => varve.import({ path: "nowhere" }),
    "not-found",
    /nowhere/,
  ],
])("%s is said", async (_, call, code, message) => {
  const { varve } = await imported();
  const error = await call(varve).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(VarveError);
  expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
  expect((error as VarveError).fix).not.toBe("");
});

test("no secret comes back in an error", async () => {
  const { varve } = await imported();
  const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`;
  const error = await varve.search("x", { project: token }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "not-found" });
  expect(JSON.stringify(error) + String(error)).not.toContain(token);
});

test("opening says what is wrong with it", () => {
  const environment = variablesOf(temporaryFolder());
  expect(() => openVarve({ environment: {} })).toThrow(/no home folder/);
  expect(() => openVarve({ environment, now: new Date("never") })).toThrow(/no valid Date/);
  expect(() => openVarve({ environment, homee: "x" } as never)).toThrow(/homee/);
  expect(() => openVarve({ environment, home: "" })).toThrow(/home is empty/);
  for (const wrong of [null, [], "x", 5, { environment: null }, { environment: { HOME: 5 } }])
    expect(() => openVarve(wrong as never), JSON.stringify(wrong)).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
});

test("without a store: questions look through the agents' files, the rest says that there is none", async () => {
  const home = demoHome();
  const varve = openIn(home);
  const answer = await varve.search("ECONNRESET");
  expect(answer.header).toMatchObject({ lanes: ["tails"], next: "varve import" });
  expect(answer.hits.length).toBeGreaterThan(0);
  await expect(varve.audit()).rejects.toMatchObject({ code: "not-found" });
  await expect(varve.restore(SESSION)).rejects.toMatchObject({ code: "not-found" });
  await expect(varve.read(`s:${SESSION}`)).rejects.toMatchObject({ code: "not-found" });
  expect(existsSync(join(home, ".varve"))).toBe(false);
});

test("a folder of transcripts is taken in from where it was copied to", async () => {
  const home = temporaryFolder();
  const varve = openIn(home);
  const { sessions } = await varve.import({ path: join(DEMO, "dot-claude") });
  expect(sessions).toBeGreaterThan(0);
  rmSync(join(home, ".varve", "index"), { recursive: true });
  expect((await varve.import()).turns).toBeGreaterThan(0);
});
