#!/usr/bin/env node
/**
 * Owns NOTICE: the packages whose code is inside the bundles, each with its licence, as those licences ask for.
 * `--check` compares and exits 1 when the file is stale.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledFiles } from "./build.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const HEADER = `varve
Licensed under the MIT licence, see LICENSE.

The files in dist/ hold code of the packages below.
`;

/** Folder of the package that a bundled file belongs to, relative to the root. */
function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0];
}

function describe(folder) {
  const { name, version, license } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e/iu.test(each));
  if (file === undefined && license === undefined)
    throw new Error(`${name} names no licence: it must not be bundled`);
  const text =
    file === undefined
      ? `Licence: ${license}`
      : readFileSync(join(root, folder, file), "utf8")
          .replaceAll("\r\n", "\n")
          .trim();
  return { name, version, text };
}

const folders = new Set((await bundledFiles()).map(packageFolder).filter(Boolean));
const parts = [...folders].map(describe).sort((a, b) => (a.name < b.name ? -1 : 1));
const text = [
  HEADER,
  ...parts.map((part) => `${"-".repeat(72)}\n${part.name} ${part.version}\n\n${part.text}\n`),
].join("\n");
const path = join(root, "NOTICE");
if (!process.argv.includes("--check")) {
  writeFileSync(path, text);
  console.log(`written NOTICE: ${parts.length} packages`);
} else if (readFileSync(path, "utf8") === text) {
  console.log("current NOTICE");
} else {
  console.log("stale   NOTICE: run `npm run docs`");
  process.exitCode = 1;
}
