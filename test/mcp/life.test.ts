/** Owns the tests of how a server lives and ends: with its input, its parent, its reader; nothing but protocol on stdout. */
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { cleanEnvironment } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { typed } from "../acceptance/made-sessions.ts";
import { mcpBin, openMcp, startMcp, type McpClient } from "./mcp-client.ts";
import { takenIn } from "./mcp-home.ts";

const SESSION = "11111111-aaaa-4bbb-8ccc-000000000001";
const ENDS_WITHIN_MS = 2_000;
const isFull = process.env["VARVE_TEST_FULL"] === "1";

function oneTurn(): string {
  return takenIn({
    claude: {
      [SESSION]: [typed({ id: 1, session: SESSION, parent: null }, "the olive mill grinds")],
    },
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function goneWithin(pid: number, limitMs: number): Promise<boolean> {
  const limit = performance.now() + limitMs;
  while (performance.now() < limit) {
    if (!isAlive(pid)) return true;
    await wait(20);
  }
  return !isAlive(pid);
}

async function expectEnd(client: McpClient, code: number): Promise<void> {
  const ended = await Promise.race([client.ended, wait(ENDS_WITHIN_MS).then(() => "alive")]);
  expect(ended).toBe(code);
}

test.each(["before anything", "after the handshake", "after a call"])(
  "ends when its input ends %s",
  async (when) => {
    const client = startMcp({ home: oneTurn() });
    if (when !== "before anything") await client.initialize();
    if (when === "after a call") await client.call("memory_search", { query: "olive" });
    client.child.stdin?.end();
    await expectEnd(client, 0);
  },
);

test("calls that were sent before the end of the input are answered", async () => {
  const client = await openMcp({ home: oneTurn() });
  const replies = Promise.all(
    Array.from({ length: 5 }, () => client.call("memory_search", { query: "olive" })),
  );
  client.child.stdin?.end();
  for (const { text } of await replies) expect(text).toContain("olive mill");
  await expectEnd(client, 0);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends on %s", async (signal) => {
  const client = await openMcp({ home: oneTurn() });
  await client.call("memory_search", { query: "olive" });
  client.child.kill(signal);
  await expectEnd(client, 0);
});

test("ends when nobody reads its answers any more", async () => {
  const client = await openMcp({ home: oneTurn() });
  client.child.stdout?.destroy();
  client.write('{"jsonrpc":"2.0","id":"a","method":"tools/list"}\n');
  await expectEnd(client, 0);
});

/**
 * Starts a server whose input another process holds open, and prints the ids of both: only the parent's death tells.
 * (A pipe of the test's own would be closed by node when the parent ends.)
 */
const PARENT = `
const { spawn } = require("node:child_process");
const [bin, greeting] = process.argv.slice(1);
const holder = spawn("sh", ["-c", 'printf "%s\\\\n" "$1"; exec sleep 60', "sh", greeting], { stdio: ["ignore", "pipe", "ignore"] });
const server = spawn(process.execPath, [bin], { stdio: [holder.stdout, "inherit", "ignore"] });
process.stderr.write(server.pid + " " + holder.pid);
setInterval(() => {}, 1000);
`;

interface BehindParent {
  readonly parent: ChildProcess;
  readonly pid: number;
}

/** Resolves when the server has answered the handshake. */
async function startBehindParent(home: string): Promise<BehindParent> {
  const greeting = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  });
  const parent = spawn(process.execPath, ["-e", PARENT, mcpBin, greeting], {
    cwd: home,
    env: cleanEnvironment({ home }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const told = new Promise<readonly number[]>((resolve) => {
    parent.stderr.once("data", (chunk: Buffer) => resolve(String(chunk).split(" ").map(Number)));
  });
  const answered = new Promise<void>((resolve) => {
    parent.stdout.once("data", () => resolve());
  });
  const [pid = 0, holder = 0] = await told;
  onTestFinished(() => {
    parent.kill("SIGKILL");
    for (const each of [pid, holder]) if (isAlive(each)) process.kill(each, "SIGKILL");
  });
  await answered;
  return { parent, pid };
}

test("ends when its parent is killed, although its input stays open", async () => {
  const { parent, pid } = await startBehindParent(oneTurn());
  await wait(1_500);
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  expect(await goneWithin(pid, 3_000)).toBe(true);
});

test("nothing is left of sessions that were opened and killed", async () => {
  const home = oneTurn();
  const pids: number[] = [];
  const rounds = isFull ? 200 : 8;
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const { parent, pid } = await startBehindParent(home);
      pids.push(pid);
      parent.kill("SIGKILL");
    } else {
      const client = await openMcp({ home });
      pids.push(client.child.pid ?? 0);
      if (round % 4 === 1) void client.call("memory_search", { query: "olive" }).catch(() => {});
      client.child.stdin?.destroy();
      client.child.stdout?.destroy();
    }
  }
  for (const pid of pids) expect(await goneWithin(pid, 5_000)).toBe(true);
});

/** What a package that was patched into the process may do. */
const NOISE = `
const early = console;
const write = () => { early.log("noise"); console.log("noise"); console.info("noise"); process.stdout.write("noise\\n"); };
setInterval(write, 5).unref();
process.emitWarning("noise");
`;

test("whatever else is asked to print, stdout is protocol only", async () => {
  const home = oneTurn();
  const noise = join(home, "noise.cjs");
  writeFileSync(noise, NOISE);
  const client = startMcp({
    home,
    execArgv: ["--trace-warnings", "--trace-deprecation", "--expose-gc", "--require", noise],
    env: {
      NODE_DEBUG: "fs,net,module,stream,http,timer",
      NODE_OPTIONS: "--trace-warnings --trace-uncaught",
      FORCE_COLOR: "3",
      CLICOLOR_FORCE: "1",
      DEBUG: "*",
      VARVE_DEBUG: "1",
      VARVE_UNKNOWN_SETTING: "x",
    },
  });
  await client.initialize();
  await client.call("memory_search", { query: "olive" });
  await client.call("memory_search_logs", { query: "ol[i]ve", regex: true });
  await client.call("memory_get", { ids: ["t:11111111#1"] });
  client.child.stdin?.end();
  await expectEnd(client, 0);
  expect(client.stderr()).toContain("STREAM");
  expect(client.stderr()).toContain("noise");
  for (const line of client.lines) {
    expect(line).not.toContain("\u001b");
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  }
});

test("200 calls at once all get their answers", async () => {
  const client = await openMcp({ home: oneTurn() });
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      at % 3 === 0
        ? client.call("memory_get", { ids: ["t:11111111#1"] })
        : at % 3 === 1
          ? client.call("memory_search", { query: `olive ${at}` })
          : client.call("memory_search_logs", { query: "o.ive", regex: true }),
    ),
  );
  expect(replies).toHaveLength(200);
  for (const { text } of replies) expect(text).toContain("olive mill");
});

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

test("a client that sends and never reads costs bounded memory, and does not keep it alive", async () => {
  const home = oneTurn();
  const child = spawn(process.execPath, [mcpBin], {
    cwd: home,
    env: cleanEnvironment({ home }),
    stdio: ["pipe", "pipe", "ignore"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  child.stdin.on("error", () => undefined);
  // Never read: what node itself reads ahead is a few pages.
  child.stdout.pause();
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: { padding: "x".repeat(5_000) },
  });
  // 100 MB of calls, of which each answer is some kilobytes.
  for (let at = 0; at < 20_000; at += 1)
    child.stdin.write(`${call.replace('"id":1', `"id":${at}`)}\n`);
  await wait(1_500);
  const pid = child.pid ?? 0;
  expect(residentBytes(pid)).toBeGreaterThan(10e6);
  expect(residentBytes(pid)).toBeLessThan(150e6);
  child.stdin.destroy();
  child.stdout.destroy();
  expect(await goneWithin(pid, ENDS_WITHIN_MS)).toBe(true);
});

test("a call that was taken back gets no answer and holds nothing up", async () => {
  const client = await openMcp({ home: oneTurn() });
  const before = client.lines.length;
  for (let id = 1_000; id < 1_200; id += 1) {
    client.write(
      `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "memory_search", arguments: { query: "olive" } } })}\n`,
    );
    client.write(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } })}\n`,
    );
  }
  expect((await client.call("memory_search", { query: "olive" })).isError).toBe(false);
  expect(client.lines.length - before).toBeLessThan(50);
});

test("serves the store that --home names", async () => {
  const home = oneTurn();
  const client = await openMcp({
    home: temporaryFolder("elsewhere"),
    args: ["--home", `${home}/.varve`],
  });
  expect((await client.call("memory_search", { query: "olive" })).text).toContain("olive mill");
});
