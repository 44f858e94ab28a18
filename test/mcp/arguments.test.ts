/** Owns the tests of wrong calls: each is answered with what to send instead, as an error that the model reads. */
import { expect, test } from "vitest";

import { typed } from "../acceptance/made-sessions.ts";
import { openMcp, type McpClient } from "./mcp-client.ts";
import { takenIn } from "./mcp-home.ts";

const SESSION = "11111111-aaaa-4bbb-8ccc-000000000001";

async function open(): Promise<McpClient> {
  const home = takenIn({
    claude: {
      [SESSION]: [typed({ id: 1, session: SESSION, parent: null }, "the fig press leaks")],
    },
  });
  return openMcp({ home });
}

const WRONG: readonly (readonly [string, unknown, RegExp])[] = [
  ["memory_search", undefined, /query is missing.*memory_search \{"query"/s],
  ["memory_search", {}, /query is missing/],
  ["memory_search", { query: "  " }, /query is missing/],
  ["memory_search", { query: null }, /query is missing/],
  ["memory_search", { qurey: "fig" }, /did you mean query/],
  ["memory_search", { query: ["fig"] }, /query is a list/],
  ["memory_search", { query: { text: "fig" } }, /query is an object/],
  ["memory_search", { query: "fig".repeat(100_000) }, /at most 2000 are taken/],
  ["memory_search", { query: "fig", limit: 0 }, /whole number of 1 or more, at most 200/],
  ["memory_search", { query: "fig", limit: 1.5 }, /whole number/],
  ["memory_search", { query: "fig", limit: 1e9 }, /at most 200/],
  ["memory_search", { query: "fig", limit: "many" }, /whole number/],
  ["memory_search", { query: "fig", type: "promt" }, /did you mean "prompt"/],
  ["memory_search", { query: "fig", kind: "memory" }, /one of turn/],
  ["memory_search", { query: "fig", dateFrom: "someday" }, /dateFrom "someday" names no time/],
  ["memory_search", { query: "fig", dateFrom: "2026-01-01", dateStart: "2026-01-02" }, /the same/],
  ["memory_search", { query: "fig", cursor: "abc" }, /is no cursor/],
  ["memory_search", { query: "fig", project: "nowhere" }, /no project is called.*one of orchard/s],
  ["memory_search", "fig", /send an object/],
  ["memory_search", ["fig"], /send an object/],
  ["memory_get", {}, /ids is missing/],
  ["memory_get", { ids: [] }, /ids is missing/],
  ["memory_get", { ids: [1] }, /ids holds the number 1/],
  ["memory_get", { ids: Array.from({ length: 21 }, (_, at) => `t:11111111#${at}`) }, /at most 20/],
  ["memory_get", { ids: ["t:99999999#1"] }, /no session begins with/],
  [
    "memory_get",
    { ids: ["t:11111111#77"] },
    /no turn #77\nsee its requests with memory_timeline \{/,
  ],
  ["memory_get", { ids: ["t:11111111#1", "s:11111111"], from: 5 }, /from goes with one reference/],
  ["memory_get", { ids: ["t:11111111#1"], level: "all" }, /abstract, outline, full, raw/],
  ["memory_timeline", {}, /nothing to show a timeline of.*memory_timeline \{"anchor"/s],
  ["memory_timeline", { anchor: "banana" }, /neither a reference nor a time/],
  ["memory_timeline", { anchor: "t:11111111#1", before: -1 }, /whole number of 0 or more/],
  ["memory_timeline", { session: "current", outline: "perhaps" }, /true or false/],
  ["memory_search_logs", { query: "(", regex: true }, /memory_search_logs/],
  ["memory_search_logs", { query: "x", exact: true, regex: true }, /send one of them/],
  ["memory_search_logs", { query: "x", allBytes: true }, /add exact or regex/],
  ["memory_search_logs", { query: "x", sources: ["cursor"] }, /claude-code, codex, jsonl/],
  ["memory_serch", { query: "fig" }, /did you mean memory_search/],
  ["rm -rf", {}, /The tools are memory_search/],
];

test("says what is wrong and what to send instead", async () => {
  const client = await open();
  for (const [name, given, expected] of WRONG) {
    const { text, isError } = await client.call(name, given);
    const label = `${name} ${JSON.stringify(given)?.slice(0, 80)}`;
    expect(isError, label).toBe(true);
    expect(text, label).toMatch(expected);
    expect(text.length, label).toBeLessThan(2_000);
    // No flag of the command line is left in what a model reads, but in a command for a shell.
    expect(text.replace(/`varve [^`]*` \(in a shell\)/g, ""), label).not.toMatch(/--[a-z]/);
  }
  expect((await client.call("memory_search", { query: "fig press" })).isError).toBe(false);
});

test("takes what can only mean one thing", async () => {
  const client = await open();
  for (const [name, given] of [
    ["memory_search", { query: "fig", limit: "3" }],
    ["memory_search", { query: "fig", dateStart: "2026-01-01", dateEnd: null }],
    ["memory_get", { ids: "t:11111111#1" }],
    ["memory_get", { ref: ["t:11111111#1", "t:11111111#1"] }],
    ["memory_search_logs", { query: "fig", exact: "true", cwd: "all" }],
    ["memory_timeline", { anchor: "t:11111111#1", before: "0" }],
  ] as const) {
    const { text, isError } = await client.call(name, given);
    expect(isError, text).toBe(false);
    expect(text).toContain("fig press leaks");
  }
});

test("arguments named like members of every object are arguments that do not exist", async () => {
  const client = await open();
  for (const name of ["__proto__", "constructor", "toString"]) {
    const sent = JSON.parse(`{"query":"fig","${name}":{"x":1}}`) as unknown;
    const { text, isError } = await client.call("memory_search", sent);
    expect(isError, name).toBe(true);
    expect(text, name).toContain(`there is no argument "${name}"`);
  }
});
