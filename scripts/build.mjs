#!/usr/bin/env node
/**
 * Owns dist/: one bundle per entry, and the library's types. Lazily imported modules stay lazy inside the same file (esbuild wraps
 * them and runs them at the first `import()`), so a start reads one file and only pays for what it uses.
 * Flag: --analyze.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyzeMetafile, build as bundle } from "esbuild";
import { bundleTypes } from "./bundle-types.mjs";
import { escapeBundle } from "./escape-bundle.mjs";
import { sourceStamp } from "./source-stamp.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

/**
 * Source entry -> file in dist/. Programs are CommonJS, which starts 2-3 ms sooner; `dist/package.json` says so of `.js`.
 * `hash` names the constant by which later entries know this one: a starter takes compiled code of this very bundle only.
 */
const entries = [
  { source: "src/cli/main.ts", target: "varve-main.cjs", hash: "varveMainHash" },
  // Measurements and made-up histories, which every other command would have to scan.
  { source: "src/cli/commands/bench.ts", target: "varve-bench.cjs" },
  { source: "src/cli/start.ts", target: "varve.js", isProgram: true },
  { source: "src/hook/main.ts", target: "varve-hook.cjs", isProgram: true },
  // What the hook starts: `varve sync` alone, a third of the whole command line to scan.
  { source: "src/cli/sync-worker.ts", target: "varve-sync.cjs", isProgram: true },
  { source: "src/mcp/main.ts", target: "varve-mcp-main.cjs", hash: "varveMcpHash" },
  // What the tools do: a host that only lists them does not wait for it.
  { source: "src/mcp/answers.ts", target: "varve-mcp-answers.cjs" },
  { source: "src/mcp/start.ts", target: "varve-mcp.cjs", isProgram: true },
  { source: "src/library/index.ts", target: "varve.mjs", format: "esm" },
];

/** Stays outside: it finds its native binary beside its own file. */
const external = ["@photostructure/sqlite", "node:sqlite"];

/** What a program loads from a bundle of its own, at its first use. */
const apart = {
  name: "apart",
  setup(bundler) {
    for (const [filter, path] of [
      [/\/commands\/bench\.ts$/, "./varve-bench.cjs"],
      [/^\.\/answers\.ts$/, "./varve-mcp-answers.cjs"],
      [/\/mcp\/start\.ts$/, "./varve-mcp.cjs"],
    ])
      bundler.onResolve({ filter }, ({ kind }) =>
        kind === "dynamic-import" ? { path, external: true } : undefined,
      );
  },
};

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

async function bundleEntry({ source, target, isProgram, format = "cjs" }, hashes) {
  // Only the others ask where their file lies, to find the SQLite package; the hook loads no more than it needs.
  const needsUrl = format === "cjs" && target !== "varve-hook.cjs";
  const urlShim = 'const __varveFileUrl = require("node:url").pathToFileURL(__filename).href;';
  const result = await bundle({
    absWorkingDir: root,
    entryPoints: [source],
    outfile: join(dist, target),
    bundle: true,
    write: false,
    metafile: true,
    format,
    // The module form first: the CommonJS form of a package may call require() for files beside it.
    mainFields: ["module", "main"],
    platform: "node",
    target: "node20",
    external,
    plugins: [apart],
    // An error that a program does not catch prints the line it came from: of the library it should be one.
    minifyWhitespace: format === "cjs",
    minifySyntax: true,
    legalComments: "none",
    charset: "ascii",
    logLevel: "error",
    // V8's compiled code brings no import() with it.
    supported: { "dynamic-import": format === "esm" },
    define: {
      varveVersion: JSON.stringify(version),
      ...hashes,
      ...(format === "cjs" && { "import.meta.url": "__varveFileUrl" }),
    },
    banner: {
      js: [isProgram ? "#!/usr/bin/env node" : "", needsUrl ? urlShim : ""]
        .filter((line) => line !== "")
        .join("\n"),
    },
  });
  const text = escapeBundle(result.outputFiles[0].text, Object.keys(result.metafile.inputs));
  return { bytes: Buffer.from(text, "latin1"), metafile: result.metafile };
}

/** Every source and package file that goes into a bundle, relative to the root. */
export async function bundledFiles() {
  const results = await Promise.all(entries.map((entry) => bundleEntry(entry, {})));
  return [...new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)))];
}

/** A process that starts while we write sees the old file or the new one, never half of it. */
function putInPlace(target, bytes, isProgram) {
  const path = join(dist, target);
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, bytes);
  chmodSync(draft, isProgram ? 0o755 : 0o644);
  renameSync(draft, path);
}

/** The bundler has printed what is wrong and where; its own stack helps nobody. */
export function failBuild(error) {
  if (error.errors === undefined) process.stderr.write(`${error.stack ?? error}\n`);
  process.stderr.write(
    "varve: the build failed.\nfix: correct the errors above, then run `npm run build`.\n",
  );
  process.exit(1);
}

/**
 * Builds every entry.
 * @param {{ analyze?: boolean, report?: (line: string) => void }} options
 */
export async function build({ analyze = false, report = console.log } = {}) {
  const stamp = sourceStamp(root);
  mkdirSync(dist, { recursive: true });
  const kept = new Set([".build-stamp", "package.json"]);
  putInPlace("package.json", '{ "type": "commonjs" }\n', false);
  const types = bundleTypes(root);
  const hashes = {};
  for (const entry of entries) {
    const result = await bundleEntry(entry, hashes);
    if (entry.hash !== undefined)
      hashes[entry.hash] = JSON.stringify(createHash("sha256").update(result.bytes).digest("hex"));
    putInPlace(entry.target, result.bytes, entry.isProgram === true);
    kept.add(entry.target);
    report(`built ${entry.target} ${Math.round(result.bytes.length / 1024)} KB`);
    if (analyze) report(await analyzeMetafile(result.metafile));
  }
  putInPlace("varve.d.mts", await types, false);
  kept.add("varve.d.mts");
  for (const name of readdirSync(dist)) {
    // Another build's draft is not ours to remove.
    if (!kept.has(name) && !name.endsWith(".tmp"))
      rmSync(join(dist, name), { recursive: true, force: true });
  }
  // Taken before the build: a source saved meanwhile makes the next setup build again.
  writeFileSync(join(dist, ".build-stamp"), stamp);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on("uncaughtException", failBuild);
  await build({
    analyze: process.argv.includes("--analyze"),
  });
}
