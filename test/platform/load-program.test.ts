/** A program runs the same with code that V8 compiled before, and never with code that was damaged or may be another's. */
import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { loadProgram } from "../../src/platform/load-program.ts";
import { temporaryFolder } from "../support/temp-home.ts";

/** Enough functions for some kilobytes of code, of which `run` calls a few. */
const SOURCE = `
${Array.from({ length: 50 }, (_, at) => `function part${at}(n) { return n < 1 ? ${at} : part${at}(n - 1) + 1; }`).join("\n")}
exports.run = (text) => require("node:path").basename(__filename) + ":" + text + ":" + part7(3);
`;

function place(source = SOURCE): { readonly bundle: string; readonly cacheFile: string } {
  const folder = temporaryFolder();
  const bundle = join(folder, "program.cjs");
  writeFileSync(bundle, source);
  return { bundle, cacheFile: join(folder, "code", "program.bin") };
}

/** Runs it and keeps its code; whether that was written anew. */
function runOnce(files: { readonly bundle: string; readonly cacheFile: string }): {
  readonly said: string;
  readonly isNew: boolean;
} {
  const long = new Date(Date.now() - 3_600_000);
  if (existsSync(files.cacheFile)) utimesSync(files.cacheFile, long, long);
  const program = loadProgram(files);
  const { run } = program.exports as { readonly run: (text: string) => string };
  const said = run("heron");
  program.keep();
  return { said, isNew: statSync(files.cacheFile).mtimeMs > long.getTime() + 1_000 };
}

test("the second run takes the code of the first", () => {
  const files = place();
  expect(runOnce(files)).toEqual({ said: "program.cjs:heron:10", isNew: true });
  expect(runOnce(files)).toEqual({ said: "program.cjs:heron:10", isNew: false });
  expect(statSync(files.cacheFile).mode & 0o777).toBe(0o600);
});

test("a flipped byte anywhere, a cut file and an empty one are noticed", () => {
  const files = place();
  runOnce(files);
  const good = readFileSync(files.cacheFile);
  const damaged = [0, 40, good.length >> 1, good.length - 1].map((at) => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 0x55;
    return bytes;
  });
  for (const bytes of [...damaged, good.subarray(0, 100), Buffer.alloc(0)]) {
    writeFileSync(files.cacheFile, bytes);
    expect(runOnce(files)).toEqual({ said: "program.cjs:heron:10", isNew: true });
  }
});

test.runIf(process.getuid !== undefined)("code that others can write is not run", () => {
  const files = place();
  runOnce(files);
  chmodSync(files.cacheFile, 0o666);
  expect(runOnce(files).isNew).toBe(true);
});

test("code of another length of source is not run", () => {
  const files = place();
  runOnce(files);
  writeFileSync(files.bundle, SOURCE.replace("part7(3)", "part7(12)"));
  expect(runOnce(files)).toEqual({ said: "program.cjs:heron:19", isNew: true });
});

test("where nothing can be kept the program runs all the same", () => {
  const { bundle } = place();
  const program = loadProgram({ bundle, cacheFile: join(bundle, "code", "program.bin") });
  program.keep();
  expect(program.exports).toHaveProperty("run");
  expect(loadProgram({ bundle, cacheFile: undefined }).exports).toHaveProperty("run");
});

test("code that is a month old goes when new code is kept", () => {
  const files = place();
  runOnce(files);
  const old = join(files.cacheFile, "..", "old.bin");
  writeFileSync(old, "");
  utimesSync(old, new Date(0), new Date(0));
  writeFileSync(files.cacheFile, "");
  runOnce(files);
  expect([existsSync(old), existsSync(files.cacheFile)]).toEqual([false, true]);
});
