/** Owns the tests of the wire: both hosts' handshakes, methods that do not exist, lines that are no messages. */
import { expect, test } from "vitest";

import { temporaryFolder } from "../support/temp-home.ts";
import { openMcp, startMcp, type Message } from "./mcp-client.ts";

test("answers Claude Code: a method of a newer protocol first, then 2025-11-25", async () => {
  const client = startMcp({ home: temporaryFolder() });
  const discover = await client.request("server/discover", {
    _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
  });
  expect(discover.error?.code).toBe(-32_601);
  const { result } = await client.initialize("2025-11-25");
  expect(result).toMatchObject({
    protocolVersion: "2025-11-25",
    serverInfo: { name: "varve" },
    capabilities: { tools: {} },
  });
  expect(String(result?.["instructions"])).toContain("지난번에");
  const list = await client.request("tools/list");
  expect(list.result?.["tools"]).toContainEqual(expect.objectContaining({ name: "memory_search" }));
});

test("answers Codex: 2025-06-18 at once, tools, ping; no roots are asked for", async () => {
  const client = startMcp({ home: temporaryFolder() });
  const { result } = await client.initialize("2025-06-18");
  expect(result?.["protocolVersion"]).toBe("2025-06-18");
  expect((await client.request("ping")).result).toEqual({});
  await client.request("tools/list", {});
  for (const line of client.lines) expect(JSON.parse(line)).not.toHaveProperty("method");
});

test("an unknown protocol version is answered with one that is known", async () => {
  const client = startMcp({ home: temporaryFolder() });
  const { result } = await client.initialize("2099-01-01");
  expect(result?.["protocolVersion"]).toMatch(/^20\d\d-\d\d-\d\d$/);
});

test("lists every tool with a schema that names what it takes", async () => {
  const client = await openMcp({ home: temporaryFolder() });
  const { result } = await client.request("tools/list");
  const tools = result?.["tools"] as readonly {
    name: string;
    description: string;
    inputSchema: { type: string; properties: Record<string, { description?: string }> };
  }[];
  for (const { name, description, inputSchema } of tools) {
    expect(name).toMatch(/^memory_[a-z_]+$/);
    expect(description, name).toMatch(/[가-힣]/);
    expect(description, name).toMatch(/when/i);
    expect(inputSchema.type, name).toBe("object");
    for (const [key, property] of Object.entries(inputSchema.properties))
      expect(property.description, `${name} ${key}`).toMatch(/\w/);
  }
});

test.each([
  ["no JSON", "this is no JSON\n", -32_700],
  ["half a message", '{"jsonrpc":"2.0","id":\n', -32_700],
  ["a list", "[]\n", -32_600],
  ["a number", "42\n", -32_600],
  ["another version", '{"jsonrpc":"1.0","id":"a","method":"ping"}\n', -32_600],
  ["an id of another kind", '{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32_600],
  ["no method", '{"jsonrpc":"2.0"}\n', -32_600],
  [
    "a list of parameters",
    '{"jsonrpc":"2.0","id":"a","method":"tools/list","params":[]}\n',
    -32_602,
  ],
])("a line that is %s gets an error, and the server goes on", async (_, line, code) => {
  const client = await openMcp({ home: temporaryFolder() });
  const before = client.lines.length;
  client.write(line);
  expect((await client.request("ping")).result).toEqual({});
  const [refusal] = client.lines.slice(before).map((text) => JSON.parse(text) as Message);
  expect(refusal?.error?.code).toBe(code);
});

test("a line of 30 MB is refused by its id, in bounded memory, and the server goes on", async () => {
  const client = await openMcp({ home: temporaryFolder() });
  const long = "x".repeat(30_000_000);
  const answer = client.request("tools/call", {
    name: "memory_search",
    arguments: { query: long },
  });
  expect((await answer).error?.code).toBe(-32_600);
  expect((await client.request("ping")).result).toEqual({});
  client.write(`${long}\n`);
  expect((await client.request("ping")).result).toEqual({});
});

test("messages that come in pieces, with blank lines and both line ends, are read", async () => {
  const client = await openMcp({ home: temporaryFolder() });
  const answer = client.request("ping");
  await answer;
  const text = '\r\n\n{"jsonrpc":"2.0","id":"핑","method":"ping"}\r\n';
  for (const byte of Buffer.from(text)) client.child.stdin?.write(Buffer.from([byte]));
  await client.request("ping");
  expect(client.lines.map((line) => (JSON.parse(line) as Message).id)).toContain("핑");
});
