/** Owns the tests of stores that are not there, may not be written, come later, or are replaced while a server runs. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { rebuildIndex } from "../../src/engine/fill-index.ts";
import { addLines, claudePath, typed } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { cleanEnvironment } from "../support/run-varve.ts";
import { readTree, temporaryFolder } from "../support/temp-home.ts";
import { mcpBin, openMcp, speakWith } from "./mcp-client.ts";
import { takeIn, takenIn, writeSessions } from "./mcp-home.ts";

const SESSION = "11111111-aaaa-4bbb-8ccc-000000000001";

function lines(...texts: readonly string[]): readonly string[] {
  return texts.map((text, at) =>
    typed({ id: at + 1, session: SESSION, ...(at === 0 && { parent: null }) }, text),
  );
}

test("without a store the hosts' own files are looked through, and nothing is made", async () => {
  const home = temporaryFolder();
  writeSessions(home, { claude: { [SESSION]: lines("the sorrel bed floods") } });
  const client = await openMcp({ home });
  const { text, isError } = await client.call("memory_search", { query: "sorrel bed" });
  expect(isError).toBe(false);
  expect(text).toContain("| the sorrel bed floods");
  expect(text).toContain("run varve import");
  const read = await client.call("memory_get", { ids: ["t:11111111#1"] });
  expect(read.isError).toBe(true);
  expect(read.text).toContain("varve import");
  expect(existsSync(join(home, ".varve"))).toBe(false);
});

test("a store that is made while the server runs is used from the next call on", async () => {
  const home = temporaryFolder();
  const client = await openMcp({ home });
  const before = await client.call("memory_search", { query: "sorrel" });
  expect(before.text).toContain("0 of 0 turns");
  writeSessions(home, { claude: { [SESSION]: lines("the sorrel bed floods") } });
  takeIn(home);
  const { text } = await client.call("memory_get", { ids: ["t:11111111#1"] });
  expect(text).toContain("| the sorrel bed floods");
});

test("an index that is built again, removed or emptied is followed", async () => {
  const home = takenIn({ claude: { [SESSION]: lines("the sorrel bed floods") } });
  const client = await openMcp({ home });
  const find = () => client.call("memory_search", { query: "sorrel bed" });
  expect((await find()).text).toContain("sorrel bed floods");
  const engine = openTestEngine(home);
  rebuildIndex(engine);
  engine.close();
  addLines(claudePath(home, SESSION), [typed({ id: 2, session: SESSION }, "a sorrel bed again")]);
  expect((await find()).text).toContain("a sorrel bed again");
  rmSync(join(home, ".varve"), { recursive: true });
  expect((await find()).text).toContain("run varve import");
  takeIn(home);
  expect((await find()).text).toContain("2 of 2 turns");
});

/** Without the files of an open database: this process may still hold one, which node closes when it likes. */
function readStore(home: string): ReadonlyMap<string, Buffer> {
  const files = readTree(join(home, ".varve"));
  return new Map([...files].filter(([path]) => !/-(?:wal|shm)$/.test(path)));
}

/** Only root may mount here without asking the machine's settings. */
const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;

/** The store as a sandbox shows it: read-only for the server, whoever runs it. */
function startReadOnly(home: string): ReturnType<typeof speakWith> {
  const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" "$3"';
  const child = spawn(
    "unshare",
    ["-m", "sh", "-c", script, "sh", join(home, ".varve"), process.execPath, mcpBin],
    { cwd: home, env: cleanEnvironment({ home }), stdio: ["pipe", "pipe", "pipe"] },
  );
  return speakWith(child);
}

test.skipIf(!canMount)(
  "a store that may not be written is answered from, tails included, and stays as it was (needs root and unshare)",
  async () => {
    const home = takenIn({ claude: { [SESSION]: lines("the sorrel bed floods") } });
    addLines(claudePath(home, SESSION), [typed({ id: 2, session: SESSION }, "the tansy is in")]);
    const before = readStore(home);
    const client = startReadOnly(home);
    await client.initialize();
    const { text } = await client.call("memory_search", { query: "sorrel bed" });
    expect(text).toContain("sorrel bed floods");
    const fresh = await client.call("memory_search", { query: "tansy" });
    expect(fresh.text).toContain("the tansy is in");
    expect(fresh.text).toContain("the store may not be written");
    expect((await client.call("memory_get", { ids: ["t:11111111#1"] })).text).toContain("sorrel");
    expect((await client.call("memory_timeline", { anchor: "2026-05" })).text).toContain("sorrel");
    const logs = await client.call("memory_search_logs", { query: "SORREL BED", exact: true });
    expect(logs.text).toContain("sorrel bed");
    expect(readStore(home)).toEqual(before);
    client.child.stdin?.end();
    expect(await client.ended).toBe(0);
  },
);

test("a file where the store should be is an error that says so", async () => {
  const home = takenIn({ claude: { [SESSION]: lines("the sorrel bed floods") } });
  const client = await openMcp({ home, env: { VARVE_HOME: claudePath(home, SESSION) } });
  const { text, isError } = await client.call("memory_search", { query: "sorrel" });
  expect(isError).toBe(true);
  expect(text).toContain("VARVE_HOME");
  expect(readdirSync(home).sort()).toEqual([".claude", ".varve"]);
});
