import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { listTomlTables } from "../../src/platform/list-toml-tables.ts";
import { addTable, readToml, removeTable, tomlAt } from "../../src/platform/toml.ts";

const table = {
  path: ["mcp_servers", "varve"],
  entries: {
    command: "/home/user/my home/bin/varve-mcp",
    args: ["--home", 'C:\\x "한"'],
    env: { "A B": "1" },
    startup_timeout_sec: 10,
  },
};

const own = `# top
model = "m" # inline
notify = [
  "[not.a.table]", # nor [this]
]
multi = """
[mcp_servers.varve]
# text \\""" still
"""
lit = '''
[a]'''
[mcp_servers.alpha]
env = { ALPHA = "1", "B-C" = "two" }
[ mcp_servers . "quoted.name" ]
url = "https://example.test/mcp"
[[profiles]]
when = 2026-03-01T09:00:00+02:00
path = 'C:\\lamp\\bin'
`;

function sharedConfig(): string | undefined {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  try {
    return readFileSync(
      join(root, "..", "shared", "cases", "codex-config-merge", "config.toml"),
      "utf8",
    );
  } catch {
    return undefined;
  }
}
const shared = sharedConfig();

function variants(text: string): string[] {
  const forms = [text, text.trimEnd(), `${text}\n\n`, `\uFEFF${text}`, `${text}# last words`];
  return forms.flatMap((form) => [form, form.replaceAll("\n", "\r\n")]);
}

function expectRoundTrip(text: string): void {
  const added = addTable(text, table);
  if (!added.ok) throw new Error(added.problem);
  expect(added.text.startsWith(text)).toBe(true);
  const document = readToml(added.text);
  expect(tomlAt(document.ok && document.value, table.path)).toEqual(table.entries);
  if (text.includes("\r\n")) expect(added.text.replaceAll("\r\n", "")).not.toContain("\n");
  expect(removeTable(added.text, table.path)).toEqual({ ok: true, text });
  expect(addTable(added.text, table).ok).toBe(false);
}

describe("a table added and taken out again gives the same bytes", () => {
  test.each(variants(own))("own file, form %#", (text) => expectRoundTrip(text));
  test.each(["", "\n", "\r\n", "# only a comment", "\uFEFF", "a = 1", "a = 1\n", "a = 1\n\n\n"])(
    "%j",
    (text) => expectRoundTrip(text),
  );
  test.skipIf(shared === undefined)(
    "the shared case in every form (needs the shared cases folder)",
    () => {
      for (const text of variants(shared ?? "")) expectRoundTrip(text);
    },
  );

  test("any keys and values", () => {
    const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const body = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/), values);
    const line = ([key, value]: [string, unknown]): string =>
      `${key} = ${typeof value === "object" ? JSON.stringify(value) : JSON.stringify(value)}`.replaceAll(
        "\u007f",
        "",
      );
    fc.assert(
      fc.property(body, fc.boolean(), fc.boolean(), (entries, crlf, final) => {
        const eol = crlf ? "\r\n" : "\n";
        const text = Object.entries(entries).map(line).join(eol) + (final ? eol : "");
        if (readToml(text).ok) expectRoundTrip(text);
      }),
      { numRuns: process.env.VARVE_TEST_FULL === "1" ? 3000 : 200 },
    );
  });
});

test("what others add behind the table stays", () => {
  const added = addTable("a = 1\n", table);
  if (!added.ok) throw new Error(added.problem);
  const later = `${added.text}\n# about the next\n[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:00"\n`;
  expect(removeTable(later, table.path)).toEqual({
    ok: true,
    text: 'a = 1\n\n# about the next\n[hooks.state."x:stop:0:0"]\ntrusted_hash = "sha256:00"\n',
  });
  const below = `${added.text}[mcp_servers.varve.tools.x]\napproval = "never"\n`;
  expect(removeTable(below, table.path)).toEqual({ ok: true, text: "a = 1\n" });
});

test.each([
  "a = ",
  "[x",
  'mcp_servers = { alpha = { command = "x" } }\n',
  "[mcp_servers]\nvarve = { command = 1 }\n",
])("%j is left alone, with a problem", (text) => {
  expect(addTable(text, table).ok).toBe(false);
  const removed = removeTable(text, table.path);
  expect(removed.ok ? removed.text : text).toBe(text);
});

test("tables are found where they are, not inside strings", () => {
  const paths = listTomlTables(own).map((one) => one.path.join("/"));
  expect(paths).toEqual(["mcp_servers/alpha", "mcp_servers/quoted.name", "profiles"]);
});
