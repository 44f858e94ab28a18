#!/usr/bin/env node
/**
 * Owns the way from a clone to a tree that runs: install what the lock file names, then build.
 * Does nothing, quickly, when both are already done. Install scripts never run: nothing here needs one.
 * Flags: --quiet (say nothing when there is nothing to do), --install-only.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sourceStamp } from "./source-stamp.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const quiet = process.argv.includes("--quiet");
const installOnly = process.argv.includes("--install-only");
const installStamp = join(root, "node_modules", ".varve-setup");
const buildStamp = join(root, "dist", ".build-stamp");

const say = (text) => {
  if (!quiet) process.stderr.write(`${text}\n`);
};

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

/** True when npm's own record of node_modules has every package of the lock file in its version. */
function installMatchesLock(lockText) {
  const record = readIfThere(join(root, "node_modules", ".package-lock.json"));
  if (record === undefined) return false;
  const wanted = JSON.parse(lockText).packages;
  const present = JSON.parse(record).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const found = present[path];
    // Packages for other platforms are in the lock file and rightly absent here.
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return found.version === entry.version;
  });
}

function install() {
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  const stamp = createHash("sha256").update(lockText).digest("hex");
  if (readIfThere(installStamp) === stamp) return false;
  if (!installMatchesLock(lockText)) {
    process.stderr.write("varve: installing packages ...\n");
    const done = spawnSync(
      "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
      { cwd: root, encoding: "utf8", shell: process.platform === "win32" },
    );
    if (done.status !== 0) {
      process.stderr.write(`${done.stdout ?? ""}${done.stderr ?? ""}`);
      process.stderr.write(
        "varve: `npm ci` failed.\nfix: check that the package registry answers (`npm ping`), then run `npm run setup` again.\n",
      );
      process.exit(done.status ?? 1);
    }
  }
  writeFileSync(installStamp, stamp);
  return true;
}

async function buildWhenStale() {
  if (readIfThere(buildStamp) === sourceStamp(root)) return false;
  // Loaded late: it needs esbuild, which the install above may just have brought.
  const { build, failBuild } = await import("./build.mjs");
  await build({ types: false, report: () => undefined }).catch(failBuild);
  return true;
}

const installed = install();
const built = installOnly ? false : await buildWhenStale();
if (installed) say("varve: packages are installed.");
if (built) say("varve: built into dist/.");
if (!installed && !built) say("varve: nothing to do.");
