#!/usr/bin/env node
/**
 * Owns dist/: one bundle per entry. Lazily imported modules stay lazy inside the same file (esbuild wraps
 * them and runs them at the first `import()`), so a start reads one file and only pays for what it uses.
 * Flag: --analyze.
 */
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
import { sourceStamp } from "./source-stamp.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");

/** Source entry -> file in dist/. */
const entries = [
  { source: "src/cli/main.ts", target: "varve.js", program: true },
  // CommonJS starts 2-3 ms sooner, and the hook is the one program a person waits for at every turn.
  { source: "src/hook/main.ts", target: "varve-hook.cjs", program: true, format: "cjs" },
  // What the hook starts: `varve sync` alone, a third of the whole command line to scan.
  { source: "src/cli/sync-worker.ts", target: "varve-sync.cjs", program: true, format: "cjs" },
];

/** Stays outside: it finds its native binary beside its own file. */
const external = ["@photostructure/sqlite", "node:sqlite"];

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

async function bundleEntry({ source, target, program, format = "esm" }) {
  // CommonJS packages inside an ES module bundle still call require() for Node's own modules.
  const requireShim =
    'import { createRequire as __varveCreateRequire } from "node:module"; const require = __varveCreateRequire(import.meta.url);';
  // Only the worker asks where its file lies, to find the SQLite package; the hook loads no more than it needs.
  const urlShim =
    target === "varve-hook.cjs"
      ? ""
      : 'const __varveFileUrl = require("node:url").pathToFileURL(__filename).href;';
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
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    charset: "utf8",
    logLevel: "error",
    define: {
      varveVersion: JSON.stringify(version),
      ...(format === "cjs" ? { "import.meta.url": "__varveFileUrl" } : {}),
    },
    banner: {
      js: [program ? "#!/usr/bin/env node" : "", format === "esm" ? requireShim : urlShim]
        .filter((line) => line !== "")
        .join("\n"),
    },
  });
  return result;
}

/** A process that starts while we write sees the old file or the new one, never half of it. */
function putInPlace(target, bytes, program) {
  const path = join(dist, target);
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, bytes);
  chmodSync(draft, program ? 0o755 : 0o644);
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
  const kept = new Set([".build-stamp"]);
  for (const entry of entries) {
    const result = await bundleEntry(entry);
    putInPlace(entry.target, result.outputFiles[0].contents, entry.program);
    kept.add(entry.target);
    report(`built ${entry.target} ${Math.round(result.outputFiles[0].contents.length / 1024)} KB`);
    if (analyze) report(await analyzeMetafile(result.metafile));
  }
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
