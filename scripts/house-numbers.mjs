#!/usr/bin/env node
/**
 * Owns the numbers that keep the sources readable, measured on the syntax tree: sizes, casts, effects at import,
 * and the few places allowed to touch the environment or the console. Prints each breach as path:line and exits 1.
 * Flags: --report (also prints the largest files), --root DIR (check another repository).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import {
  checkCasts,
  checkEffects,
  checkFunctions,
  checkHeader,
  checkPrinting,
} from "./house-rules.mjs";

const rootAt = process.argv.indexOf("--root");
const root =
  rootAt === -1 ? join(dirname(fileURLToPath(import.meta.url)), "..") : process.argv[rootAt + 1];
const maxFileLines = 400;
const maxMedianLines = 100;

/** Tracked files and new ones that no ignore rule hides. */
function projectFiles() {
  const listing = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 << 20,
    },
  );
  return [...new Set(listing.split("\0"))].filter(
    (path) => path !== "" && existsSync(join(root, path)),
  );
}

/** Lines that hold at least one token: blank lines and comments do not count. */
function countCodeLines(source) {
  const lines = new Set();
  const text = source.getFullText();
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.EndOfFileToken || ts.isJSDoc(node)) return;
    if (node.getChildCount(source) === 0) {
      const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const to = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = from; line <= to; line += 1) lines.add(line);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  if (text !== "") visit(source);
  return lines.size;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Text that must not be in the repository: paths of a build machine, hosts of a package registry. */
function checkTracked(path, text, report) {
  const machinePath = /(?<![\w.$~}:-])\/(?:work|root)\/[a-z.]/u;
  const registryHost =
    /https?:\/\/[\w.-]*(?:registry|artifact|nexus|verdaccio)(?![\w.-]*\.(?:test|example|invalid)\b)/iu;
  const neighbourFolder = /(?:\.\.\/)+shared\/(?:samples|cases|design|e2e|hooks|data)/u;
  const isShipped = /^(?:src|docs|README)/u.test(path);
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.length > 20_000) continue;
    if (machinePath.test(line))
      report(path, index + 1, "a path of one machine; use /home/user/...");
    if (registryHost.test(line)) report(path, index + 1, "names a package registry host");
    if (isShipped && neighbourFolder.test(line))
      report(path, index + 1, "names a folder outside the repository");
  }
}

const breaches = [];
const report = (path, line, message) => breaches.push(`${path}:${line}: ${message}`);

const files = projectFiles();
const sizes = [];
for (const path of files) {
  const binary = /\.(?:png|gz|zst|db|ico|tgz)$/u.test(path);
  // The two scripts that hold the patterns would report themselves.
  const holdsPatterns = path === "scripts/house-numbers.mjs" || path === ".ci/run";
  if (binary) continue;
  const text = readFileSync(join(root, path), "utf8");
  if (!holdsPatterns) checkTracked(path, text, report);
  if (!/^src\/.*\.ts$/u.test(path)) continue;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const lines = countCodeLines(source);
  sizes.push({ path, lines });
  if (lines > maxFileLines) report(path, 1, `${lines} lines of code, at most ${maxFileLines}`);
  checkHeader(source, path, report);
  checkFunctions(source, path, report);
  checkCasts(source, path, report);
  checkPrinting(source, path, report);
  checkEffects(source, path, report);
}

const middle = median(sizes.map((entry) => entry.lines));
if (middle > maxMedianLines)
  report("src", 0, `median file is ${middle} lines, at most ${maxMedianLines}`);

if (process.argv.includes("--report")) {
  const largest = [...sizes].sort((a, b) => b.lines - a.lines).slice(0, 10);
  for (const entry of largest) console.log(`${String(entry.lines).padStart(5)} ${entry.path}`);
}
for (const breach of breaches) console.log(breach);
const total = sizes.reduce((sum, entry) => sum + entry.lines, 0);
console.log(
  `house numbers: ${sizes.length} files, ${total} lines, median ${middle}, ${breaches.length === 0 ? "all kept" : `${breaches.length} breaches`}`,
);
process.exitCode = breaches.length === 0 ? 0 : 1;
