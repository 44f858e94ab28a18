#!/usr/bin/env node
/**
 * Owns dist/: one bundle per entry. Lazily imported modules stay lazy inside the same file (esbuild wraps
 * them and runs them at the first `import()`), so a start reads one file and only pays for what it uses.
 * Flags: --types (also the declaration files of the library), --analyze.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
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

/** Source entry -> file in dist/. An entry that is not written yet is skipped and named. */
const entries = [
  { source: "src/cli/main.ts", target: "varve.js", program: true },
  // CommonJS starts 2-3 ms sooner, and the hook is the one program a person waits for at every turn.
  { source: "src/hook/main.ts", target: "varve-hook.cjs", program: true, format: "cjs" },
  { source: "src/engine/library.ts", target: "index.js", program: false },
];

/** Stays outside: it finds its native binary beside its own file. */
const external = ["@photostructure/sqlite", "node:sqlite"];

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

async function bundleEntry({ source, target, program, format = "esm" }) {
  // CommonJS packages inside an ES module bundle still call require() for Node's own modules.
  const requireShim =
    'import { createRequire as __varveCreateRequire } from "node:module"; const require = __varveCreateRequire(import.meta.url);';
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
    define: { __VARVE_VERSION__: JSON.stringify(version) },
    banner: {
      js: [program ? "#!/usr/bin/env node" : "", format === "esm" ? requireShim : ""]
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

/** Declaration files: dist/types/**, and dist/index.d.ts that points into them. */
function emitTypes() {
  const types = join(dist, "types");
  rmSync(types, { recursive: true, force: true });
  const done = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "src/engine/library.ts",
      "--ignoreConfig",
      "--declaration",
      "--emitDeclarationOnly",
      "--outDir",
      types,
      "--rootDir",
      "src",
      "--target",
      "ES2022",
      "--lib",
      "ES2023",
      "--module",
      "nodenext",
      "--moduleResolution",
      "nodenext",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--verbatimModuleSyntax",
      "--allowImportingTsExtensions",
      "--skipLibCheck",
      "--types",
      "node",
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (done.status !== 0)
    throw new Error(`tsc could not write declarations:\n${done.stdout}${done.stderr}`);
  for (const path of readdirSync(types, { recursive: true })) {
    if (!String(path).endsWith(".d.ts")) continue;
    const full = join(types, String(path));
    const text = readFileSync(full, "utf8").replace(
      /(from "|import\(")(\.[^"]*)\.ts"/gu,
      '$1$2.js"',
    );
    writeFileSync(full, text);
  }
  putInPlace("index.d.ts", 'export * from "./types/engine/library.js";\n', false);
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
 * Builds every entry that exists.
 * @param {{ types?: boolean, analyze?: boolean, report?: (line: string) => void }} options
 */
export async function build({ types = false, analyze = false, report = console.log } = {}) {
  const stamp = sourceStamp(root);
  mkdirSync(dist, { recursive: true });
  const kept = new Set(["types", ".build-stamp"]);
  for (const entry of entries) {
    if (!existsSync(join(root, entry.source))) {
      report(`skipped ${entry.target}: ${entry.source} does not exist yet`);
      continue;
    }
    const result = await bundleEntry(entry);
    putInPlace(entry.target, result.outputFiles[0].contents, entry.program);
    kept.add(entry.target);
    report(`built ${entry.target} ${Math.round(result.outputFiles[0].contents.length / 1024)} KB`);
    if (analyze) report(await analyzeMetafile(result.metafile));
  }
  if (types && kept.has("index.js")) {
    emitTypes();
    report("built index.d.ts");
  }
  if (existsSync(join(dist, "types"))) kept.add("index.d.ts");
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
    types: process.argv.includes("--types"),
    analyze: process.argv.includes("--analyze"),
  });
}
