/** Owns the first milliseconds of `varve-mcp`: the server is a bundle of its own, started with its compiled code. */
import { fileURLToPath } from "node:url";

import { findCompiledCode } from "../config/compiled-code.ts";
import { loadProgram, type LoadedProgram } from "../platform/load-program.ts";
import type { McpOptions } from "./main.ts";

/** SHA-256 of the bundle, put in by the build. */
declare const varveMcpHash: string;

const args = process.argv.slice(2);
const program = loadProgram({
  bundle: fileURLToPath(new URL("varve-mcp-main.cjs", import.meta.url)),
  cacheFile: findCompiledCode({ argv: ["mcp", ...args], programHash: varveMcpHash }),
});

void asMain(program)({
  home: readHome(args),
  keepCompiled: () => program.keep(),
}).catch((error: unknown) => {
  process.stderr.write(`varve-mcp: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});

/** `--home DIR` or `--home=DIR`. */
function readHome(words: readonly string[]): string | undefined {
  const joined = words.find((word) => word.startsWith("--home="));
  if (joined !== undefined) return joined.slice("--home=".length);
  const at = words.indexOf("--home");
  return at === -1 ? undefined : (words[at + 1] ?? "");
}

function asMain({ exports }: LoadedProgram): (options: McpOptions) => Promise<void> {
  return (exports as { readonly main: (options: McpOptions) => Promise<void> }).main;
}
