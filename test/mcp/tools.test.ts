/** Owns the tests of the tools over a store: what is found, read and offered next; who calls, and from where. */
import { writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { PAGE_BUDGET } from "../../src/core/budget.ts";
import {
  addLines,
  claudePath,
  PROJECT_FOLDER,
  replied,
  typed,
} from "../acceptance/made-sessions.ts";
import { nextCall, openMcp, referencesOf } from "./mcp-client.ts";
import { takenIn } from "./mcp-home.ts";

const CLAUDE = "11111111-aaaa-4bbb-8ccc-000000000001";
const TWIN = "11111111-aaaa-4bbb-8ccc-000000000002";
const CODEX = "22222222-aaaa-7bbb-8ccc-000000000001";

function orchard(): string {
  return takenIn({
    claude: {
      [CLAUDE]: [
        typed({ id: 1, session: CLAUDE, parent: null }, "which port does the pear gateway use?"),
        replied({ id: 2, session: CLAUDE }, "The pear gateway listens on 48211 since 2026-03-14."),
        typed({ id: 3, session: CLAUDE }, "배나무 관문 포트를 문서에 적어 줘"),
        replied({ id: 4, session: CLAUDE }, "docs/gateway.md에 적었습니다."),
      ],
    },
    codex: {
      [CODEX]: [
        "why did the quince import stall?",
        "A stale lock at /var/tmp/quince.lock held it.",
      ],
    },
  });
}

test("finds a turn of either host, reads it whole and shows what stood around it", async () => {
  const client = await openMcp({ home: orchard() });
  const found = await client.call("memory_search", { query: "pear gateway port", project: "all" });
  expect(found.isError).toBe(false);
  const [ref = ""] = referencesOf(found.text);
  expect(ref).toMatch(/^t:/);
  const read = await client.call("memory_get", {
    ids: ["t:11111111-aaaa-4bbb-8ccc-000000000001#2"],
  });
  expect(read.text).toContain("| The pear gateway listens on 48211 since 2026-03-14.");
  const around = await client.call("memory_timeline", { anchor: ref, before: 1, after: 1 });
  expect(around.text).toContain("(the anchor)");
  const quince = await client.call("memory_search", { query: "quince lock", project: "all" });
  expect(quince.text).toContain("/var/tmp/quince.lock");
  const logs = await client.call("memory_search_logs", {
    query: "/var/tmp/quince.lock",
    exact: true,
    projectPath: "all",
  });
  expect(referencesOf(logs.text)).toHaveLength(1);
});

test("asks about the project of the folder that the host names, and says so", async () => {
  const client = await openMcp({ home: orchard(), env: { CLAUDE_PROJECT_DIR: PROJECT_FOLDER } });
  const here = await client.call("memory_search", { query: "gateway" });
  expect(here.text).toMatch(/turns in orchard-[0-9a-f]{6},/);
  // The project of the caller goes without saying in each hit.
  expect(here.text.match(/orchard-/g)).toHaveLength(1);
  const there = await client.call("memory_search", { query: "gateway", cwd: "/home/user/none" });
  expect(there.text).toContain("all projects");
});

test("marks turns of the session that calls, told by either host", async () => {
  const home = orchard();
  const claude = await openMcp({ home, env: { CLAUDE_CODE_SESSION_ID: CLAUDE } });
  expect((await claude.call("memory_search", { query: "pear gateway" })).text).toContain(
    "(this session)",
  );
  const codex = await openMcp({ home });
  const meta = { threadId: "other", "x-codex-turn-metadata": { session_id: CODEX, turn_id: "t" } };
  const quince = await codex.call("memory_search", { query: "quince" }, meta);
  expect(quince.text).toContain("(this session)");
  expect((await codex.call("memory_search", { query: "quince" })).text).not.toContain(
    "(this session)",
  );
  const current = await codex.call("memory_timeline", { session: "current" }, meta);
  expect(current.text).toContain("stale lock");
  const other = await claude.call("memory_timeline", { session: "current" });
  expect(other.text).toContain("pear gateway");
});

test("references are as short as they can be and still mean one session", async () => {
  const home = takenIn({
    claude: {
      [CLAUDE]: [typed({ id: 1, session: CLAUDE, parent: null }, "the medlar crate is red")],
      [TWIN]: [typed({ id: 9, session: TWIN, parent: null }, "the medlar crate is blue")],
      [CODEX]: [typed({ id: 20, session: CODEX, parent: null }, "the medlar crate is gone")],
    },
  });
  const client = await openMcp({ home });
  const refs = referencesOf((await client.call("memory_search", { query: "medlar crate" })).text);
  expect(refs).toHaveLength(3);
  expect(refs).toContain("t:22222222-aaaa#1");
  for (const ref of refs) {
    const { text, isError } = await client.call("memory_get", { ids: [ref] });
    expect(isError, text).toBe(false);
  }
});

test("every next call can be sent as it stands, until there is no more", async () => {
  const lines = Array.from({ length: 30 }, (_, at) =>
    typed(
      { id: at + 1, session: CLAUDE, ...(at === 0 && { parent: null }) },
      `walnut 'tray' ${at}`,
    ),
  );
  const client = await openMcp({ home: takenIn({ claude: { [CLAUDE]: lines } }) });
  for (const first of [
    { name: "memory_search", given: { query: "walnut 'tray'", limit: 7 } },
    { name: "memory_search_logs", given: { query: "walnut 'tray'", exact: true, limit: 7 } },
  ]) {
    const seen: string[] = [];
    let call: ReturnType<typeof nextCall> = first;
    for (let page = 0; call !== undefined && page < 20; page += 1) {
      const { text, isError }: { text: string; isError: boolean } = await client.call(
        call.name,
        call.given,
      );
      expect(isError, text).toBe(false);
      seen.push(...referencesOf(text));
      call = nextCall(text);
    }
    expect(new Set(seen).size, first.name).toBe(30);
    expect(seen).toHaveLength(30);
  }
});

test("a text longer than a page is read on to its end", async () => {
  const long = Array.from({ length: 900 }, (_, at) => `line ${at} of the almond ledger`).join("\n");
  const home = takenIn({
    claude: { [CLAUDE]: [typed({ id: 1, session: CLAUDE, parent: null }, long)] },
  });
  const client = await openMcp({ home });
  let text = "";
  let call: ReturnType<typeof nextCall> = { name: "memory_get", given: { ids: ["t:11111111#1"] } };
  for (let page = 0; call !== undefined && page < 20; page += 1) {
    const reply = await client.call(call.name, call.given);
    const body = reply.text.split("\n").filter((line) => line.startsWith("| "));
    text += `${body.map((line) => line.slice(2)).join("\n")}\n`;
    call = nextCall(reply.text);
  }
  expect(text.trimEnd()).toBe(long);
});

test("a line that a host wrote a moment ago is found", async () => {
  const home = orchard();
  const client = await openMcp({ home });
  await client.call("memory_search", { query: "gateway" });
  addLines(claudePath(home, CLAUDE), [
    typed({ id: 5, session: CLAUDE }, "and the persimmon kiln?"),
  ]);
  const { text } = await client.call("memory_search", { query: "persimmon kiln" });
  expect(text).toContain("| and the persimmon kiln?");
});

test("of several ids the good ones are read, and each other one is told why not", async () => {
  const client = await openMcp({ home: orchard() });
  const { text, isError } = await client.call("memory_get", {
    ids: ["t:11111111#2", "t:11111111#999", "nonsense", "s:99999999"],
  });
  expect(isError).toBe(false);
  expect(text).toContain("1 of 4 read");
  expect(text.match(/^not read: /gm)).toHaveLength(3);
  expect(text).toContain("48211");
});

test("a time alone tells what happened then", async () => {
  const client = await openMcp({ home: orchard() });
  const { text } = await client.call("memory_timeline", { anchor: "2026-05" });
  expect(text).toContain("2026-05-01 00:00 to 2026-06-01 00:00");
  expect(text).toContain("quince");
});

test("settings that are wrong are told, and mended while the server runs", async () => {
  const home = orchard();
  const client = await openMcp({ home });
  writeFileSync(`${home}/.varve/config.toml`, "search = [\n");
  const wrong = await client.call("memory_search", { query: "gateway" });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("config.toml");
  writeFileSync(`${home}/.varve/config.toml`, "");
  const { text, isError } = await client.call("memory_search", { query: "gateway" });
  expect(isError).toBe(false);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(PAGE_BUDGET.bytes);
});
