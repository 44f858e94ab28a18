#!/usr/bin/env node
/**
 * Owns the command line of the history generator, for trying things out by hand.
 * Usage: node scripts/generate-history.mjs --out FOLDER [--mb 50] [--seed 1] [--projects 6] [--languages en,ko,ja,zh]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    out: { type: "string" },
    mb: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
    projects: { type: "string", default: "6" },
    languages: { type: "string", default: "en,ko,ja,zh" },
  },
});
if (values.out === undefined) {
  process.stderr.write(
    "usage: node scripts/generate-history.mjs --out FOLDER [--mb 50] [--seed 1]\n",
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "varve-generate-"));
try {
  const outfile = join(folder, "generate.mjs");
  await build({
    absWorkingDir: root,
    entryPoints: ["src/bench/generate-history.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
  });
  const { generateHistory } = await import(pathToFileURL(outfile).href);
  const made = generateHistory({
    seed: Number(values.seed),
    bytes: Number(values.mb) * 1e6,
    projects: Number(values.projects),
    languages: values.languages.split(","),
    out: values.out,
  });
  process.stdout.write(`${JSON.stringify(made, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
