import {
  chmodSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { takeLock } from "../../src/platform/lock.ts";
import {
  buildHook,
  makeTempFolder,
  readFailures,
  readLines,
  readSpool,
  runHook,
  sharedHookInputs,
  waitForLines,
  type HookRun,
} from "./hook-process.ts";
import { removeFolder } from "../support/temp-home.ts";

const FULL = process.env.VARVE_TEST_FULL === "1";
const EVENTS = ["Stop", "SessionStart", "PreCompact", "SessionEnd"];
const HOSTS = ["claude-code", "codex"];
const NOBODY = 65534;

let root = "";
let hookFile = "";
let homes = 0;

beforeAll(async () => {
  root = makeTempFolder();
  chmodSync(root, 0o755);
  hookFile = await buildHook(root);
  chmodSync(join(hookFile, "..", ".."), 0o755);
});
afterAll(() => removeFolder(root));

function newHome(name = "store"): string {
  homes += 1;
  const home = join(root, `${homes}`, name);
  mkdirSync(home, { recursive: true });
  return home;
}

const input = (members: object): string => JSON.stringify(members);
const sound = input({ session_id: "s-1", transcript_path: "/home/user/t.jsonl" });

function run(home: string, stdin: Buffer | string, more: object = {}): Promise<HookRun> {
  return runHook({ hookFile, args: ["claude-code", "Stop", "--home", home], stdin, ...more });
}

function expectHarmless(result: HookRun): void {
  expect(result.status).toBe(0);
  expect(result.stdout).toBe("");
  expect(result.stderr).toBe("");
}

describe("every shared input, every state of the store", () => {
  const inputs = sharedHookInputs();
  const states = ["healthy", "locked", "missing", "read-only", "home-is-a-file"];

  function makeStore(state: string): { home: string; release: () => void; uid?: number } {
    const home = newHome();
    if (state === "missing") {
      rmSync(home, { recursive: true });
    } else if (state === "locked") {
      const locks = ["worker", "archive"].map((name) =>
        takeLock(join(home, "state", `${name}.lock`), 0),
      );
      return { home, release: () => locks.forEach((lock) => lock?.release()) };
    } else if (state === "read-only") {
      chmodSync(home, 0o555);
      const release = (): void => chmodSync(home, 0o755);
      return process.getuid?.() === 0 ? { home, release, uid: NOBODY } : { home, release };
    } else if (state === "home-is-a-file") {
      rmSync(home, { recursive: true });
      writeFileSync(home, "not a folder");
    }
    return { home, release: () => undefined };
  }

  test.skipIf(inputs === undefined).each(states)(
    "exit 0 and nothing said: %s (needs the shared cases folder)",
    async (state) => {
      const events = FULL ? EVENTS : state === "healthy" ? ["Stop", "SessionStart"] : ["Stop"];
      for (const [name, bytes] of inputs ?? []) {
        const store = makeStore(state);
        const { home, release, uid } = store;
        for (const event of events) {
          const host = name.startsWith("codex") ? "codex" : "claude-code";
          for (const id of FULL ? HOSTS : [host]) {
            const args = [id, event, "--home", home];
            const result = await runHook({ hookFile, args, stdin: bytes, ...(uid ? { uid } : {}) });
            expectHarmless(result);
            expect(result.milliseconds).toBeLessThan(FULL ? 5000 : 3000);
          }
        }
        release();
        const writable = state === "healthy" || state === "locked";
        const expected = writable ? events.length * (FULL ? HOSTS.length : 1) : 0;
        expect(readSpool(home)).toHaveLength(expected);
        if (state === "missing") expect(readdirSync(join(home, ".."))).toEqual([]);
      }
    },
    120_000,
  );

  test.skipIf(inputs === undefined)("no prompt or reply text reaches the store", async () => {
    const home = newHome();
    for (const bytes of inputs?.values() ?? []) await run(home, bytes);
    const text = JSON.stringify([readSpool(home), readFailures(home)]);
    expect(text).not.toMatch(/dimmer|Done\.|hello/);
  });
});

describe("what is spooled", () => {
  test("a pointer, in a private file, and one worker for it", async () => {
    const home = newHome("저장소 with 'blank'");
    expectHarmless(await run(home, sound));
    expect(readSpool(home)).toEqual([
      {
        v: 1,
        host: "claude-code",
        session: "s-1",
        path: "/home/user/t.jsonl",
        event: "Stop",
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      },
    ]);
    expect(statSync(join(home, "state", "spool.jsonl")).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, "state")).mode & 0o777).toBe(0o700);
    expect(await waitForLines(join(home, "worker-ran"))).toEqual([
      [["sync", "--from-hook"], home, "1"],
    ]);
    expect(readFailures(home)).toEqual([]);
  });

  test("a second event within a second adds a line and no worker; a stale stamp starts one", async () => {
    const home = newHome();
    await run(home, sound);
    await waitForLines(join(home, "worker-ran"));
    const stamp = join(home, "state", "worker.stamp");
    utimesSync(stamp, new Date(), new Date());
    await run(home, sound);
    expect(readSpool(home)).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(readLines(join(home, "worker-ran"))).toHaveLength(1);
    for (const shift of [-5000, 60_000]) {
      rmSync(join(home, "worker-ran"), { force: true });
      utimesSync(stamp, new Date(), new Date(Date.now() + shift));
      await run(home, sound);
      expect(await waitForLines(join(home, "worker-ran"))).toHaveLength(1);
    }
  });

  test("eight hooks at once lose no line", async () => {
    const home = newHome();
    await Promise.all(Array.from({ length: 8 }, () => run(home, sound)));
    expect(readSpool(home)).toHaveLength(8);
  });

  test.each([
    ["relative", "t.jsonl", "bad-path"],
    ["with a newline", "/home/user/a\nb", "bad-path"],
    ["too long", `/home/${"x".repeat(2000)}`, "bad-path"],
    ["of an ephemeral session", null, undefined],
    ["empty", "", undefined],
  ])("a transcript path that is %s points to the whole host", async (_name, path, reason) => {
    const home = newHome();
    await run(home, input({ session_id: "s-1", transcript_path: path }));
    expect(readSpool(home)).toMatchObject([{ session: "s-1", path: null }]);
    expect(readFailures(home).map((line) => line.reason)).toEqual(
      reason === undefined ? [] : [reason],
    );
  });
});

describe("hostile stdin", () => {
  test("never closed, whole input: used once the deadline is over", async () => {
    const home = newHome();
    const result = await run(home, sound, { neverClosed: true });
    expectHarmless(result);
    expect(result.milliseconds).toBeLessThan(2000);
    expect(readSpool(home)).toMatchObject([{ session: "s-1", path: "/home/user/t.jsonl" }]);
  });

  test("never closed, nothing written: gives up and says so", async () => {
    const home = newHome();
    const result = await run(home, "", { neverClosed: true });
    expectHarmless(result);
    expect(result.milliseconds).toBeLessThan(2000);
    expect(readFailures(home)).toMatchObject([{ reason: "timeout", event: "Stop" }]);
    expect(readSpool(home)).toMatchObject([{ session: null, path: null }]);
  });

  test("10 MB with the pointer in front: found without parsing the rest", async () => {
    const home = newHome();
    const last = 'he said \\"session_id\\": \\"x\\"'.repeat(400_000);
    const text = `{"session_id":"s-1","nested":{"transcript_path":"/wrong"},"transcript_path":"/home/user/t.jsonl","last_assistant_message":"${last}"}`;
    expect(text.length).toBeGreaterThan(10_000_000);
    expectHarmless(await run(home, text));
    expect(readSpool(home)).toMatchObject([{ session: "s-1", path: "/home/user/t.jsonl" }]);
    expect(readFailures(home)).toEqual([]);
  });

  test("10 MB of something else: one line for status", async () => {
    const home = newHome();
    expectHarmless(await run(home, Buffer.alloc(10 * 1024 * 1024, 0x61)));
    expect(readFailures(home)).toMatchObject([{ reason: "too-large" }]);
  });

  test.each([
    ["", "empty"],
    ["hello", "bad-json"],
    ["[]", "not-an-object"],
    ["null", "not-an-object"],
    ['{"session_id":"s-1","transcript_path":"/home/us', "bad-json"],
  ])("%j is noted as %s", async (stdin, reason) => {
    const home = newHome();
    expectHarmless(await run(home, stdin));
    expect(readFailures(home)).toMatchObject([{ reason, host: "claude-code" }]);
  });
});

describe("leaving at once", () => {
  test("in an agent run that varve started", async () => {
    const home = newHome();
    expectHarmless(await run(home, sound, { env: { VARVE_CHILD: "1" } }));
    expect(readdirSync(home)).toEqual([]);
  });

  test.each([[[]], [["emacs", "Stop"]], [["codex", "../../x"]]])(
    "%j is a usage failure",
    async (words) => {
      const home = newHome();
      expectHarmless(await runHook({ hookFile, args: [...words, "--home", home], stdin: sound }));
      expect(readSpool(home)).toEqual([]);
    },
  );

  test("without --home the store of the environment is used", async () => {
    const home = newHome();
    const env = { VARVE_HOME: home };
    expectHarmless(await runHook({ hookFile, args: ["codex", "Stop"], stdin: sound, env }));
    expect(readSpool(home)).toMatchObject([{ host: "codex" }]);
  });

  test("a package without its worker is noted", async () => {
    const home = newHome();
    const lonely = await buildHook(root);
    rmSync(join(lonely, "..", "varve.js"));
    expectHarmless(await run(home, sound, { hookFile: lonely }));
    expect(readFailures(home)).toMatchObject([{ reason: "no-worker" }]);
  });

  test("a spool and an error file at their limit stop growing", async () => {
    const home = newHome();
    const state = join(home, "state");
    mkdirSync(state);
    const large = Buffer.alloc(6 * 1024 * 1024, 0x0a);
    writeFileSync(join(state, "spool.jsonl"), large);
    writeFileSync(join(state, "hook-errors.jsonl"), large);
    expectHarmless(await run(home, sound));
    expect(statSync(join(state, "spool.jsonl")).size).toBe(large.length);
    expect(statSync(join(state, "hook-errors.jsonl.1")).size).toBe(large.length);
    expect(readFailures(home)).toMatchObject([{ reason: "spool-full" }]);
    expect(await waitForLines(join(home, "worker-ran"))).toHaveLength(1);
  });
});
