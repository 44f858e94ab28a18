/** Owns dist/varve.d.mts: the library's types in one file, made from the sources, with nothing of the inside exported. */
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** `Symbol.dispose` is no part of the libraries that most programs name. */
const BANNER = '/// <reference lib="esnext.disposable" />';
/** What a source file owns is no documentation of the declaration that happens to follow. */
const MODULE_HEADER = /^\/\*\*\s*(?:\*\s*)?Owns [\s\S]*?\*\/\n/gmu;

/** @param {string} root the repository; returns the text of the file. */
export async function bundleTypes(root) {
  const bundle = await rollup({
    input: join(root, "src/library/index.ts"),
    external: [/^node:/u],
    plugins: [dts({ tsconfig: join(root, "tsconfig.json") })],
  });
  try {
    const { output } = await bundle.generate({ format: "es" });
    return `${BANNER}\n${output[0].code.replaceAll(MODULE_HEADER, "")}`;
  } finally {
    await bundle.close();
  }
}
