/**
 * Owns the proof that nothing public changes unnoticed: flags and exit codes, `--json`, the MCP tools, the library's types.
 * A difference is either a mistake or a line in CHANGELOG.md and `npx vitest -u` on this file.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-table.ts";
import type { CommandSpec } from "../../src/cli/frame/command-spec.ts";
import { inputSchema } from "../../src/mcp/input-schema.ts";
import { TOOLS } from "../../src/mcp/tool-table.ts";
import { runVarve } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

const snapshot = (name: string): string => join(import.meta.dirname, "snapshots", name);

function describeCommand(spec: CommandSpec): string {
  const args = spec.args.map(({ name, required, variadic }) => ({ name, required, variadic }));
  const flags = spec.flags.map(({ name, short, value }) =>
    [`--${name}`, short === undefined ? "" : `-${short}`, JSON.stringify(value ?? "switch")].join(
      " ",
    ),
  );
  return [
    spec.name,
    ...args.map((arg) => `  ${JSON.stringify(arg)}`),
    ...flags.map((flag) => `  ${flag}`),
    ...spec.exitCodes.map(({ code, when }) => `  exit ${code} ${when}`),
  ].join("\n");
}

/** Paths of all fields with their types: `hits[].ref string`. */
function shapeOf(value: unknown, path = "$"): readonly string[] {
  if (Array.isArray(value))
    return value.length === 0
      ? [`${path}[] empty`]
      : value.flatMap((item) => shapeOf(item, `${path}[]`));
  if (typeof value !== "object" || value === null)
    return [`${path} ${value === null ? "null" : typeof value}`];
  return Object.entries(value).flatMap(([key, item]) => shapeOf(item, `${path}.${key}`));
}

/** Keys that are names of things and not of fields. */
const withoutNames = (line: string): string =>
  line.replace(/(\.(?:skipped|unknownTypes|redacted))\.\S+/, "$1.*");

describe("what others build on is what it was", () => {
  test("commands, flags, exit codes", async () => {
    const text = `${COMMANDS.map(describeCommand).join("\n\n")}\n`;
    await expect(text).toMatchFileSnapshot(snapshot("commands.txt"));
  });

  test("MCP tools", async () => {
    const tools = TOOLS.map((tool) => ({ name: tool.name, inputSchema: inputSchema(tool) }));
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot(
      snapshot("mcp-tools.json"),
    );
  });

  test("types of the library", async () => {
    const types = readFileSync(join(repositoryRoot, "dist", "varve.d.mts"), "utf8");
    const code = types.replaceAll(/\/\*\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\n/gm, "");
    await expect(code).toMatchFileSnapshot(snapshot("library.d.ts.txt"));
  });

  test("--json", async () => {
    const home = temporaryFolder("user");
    layOut(join(repositoryRoot, "fixtures", "demo"), home);
    const shapes: string[] = [];
    const ask = (...args: readonly string[]): unknown => {
      const { stdout } = runVarve([...args, "--json"], { home });
      const value: unknown = JSON.parse(stdout);
      const lines = [...new Set(shapeOf(value).map(withoutNames))].toSorted();
      shapes.push(`varve ${args[0]}`, ...lines.map((line) => `  ${line}`), "");
      return value;
    };
    ask("import");
    const found = ask("search", "keepAliveTimeout", "--all-projects") as {
      hits: { ref: string; session: string }[];
    };
    const ref = found.hits[0]?.ref ?? "";
    ask("logs", "keepAliveTimeout", "--all-projects");
    ask("read", ref);
    ask("timeline", ref);
    ask("overview", `s:${found.hits[0]?.session}`);
    ask("sessions");
    ask("status");
    ask("audit");
    ask("project", "list");
    ask("skill");
    await expect(shapes.join("\n")).toMatchFileSnapshot(snapshot("json.txt"));
  });
});
