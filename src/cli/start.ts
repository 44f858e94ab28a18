/** Owns the first milliseconds of `varve`: the command line is a bundle of its own, started with its compiled code. */
import { fileURLToPath } from "node:url";

import { findCompiledCode } from "../config/compiled-code.ts";
import { loadProgram, type LoadedProgram } from "../platform/load-program.ts";

/** SHA-256 of the bundle, put in by the build. */
declare const varveMainHash: string;

const program = loadProgram({
  bundle: fileURLToPath(new URL("varve-main.cjs", import.meta.url)),
  cacheFile: findCompiledCode({ argv: process.argv.slice(2), programHash: varveMainHash }),
});

void asMain(program)().then((code) => {
  // A run that found nothing or failed has not compiled what the next one needs.
  if (code === 0) program.keep();
  // All output is written; waiting for handles that nobody uses any more would cost 5 ms.
  process.exit(code);
});

function asMain({ exports }: LoadedProgram): () => Promise<number> {
  return (exports as { readonly main: () => Promise<number> }).main;
}
