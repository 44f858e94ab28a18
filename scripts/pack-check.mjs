#!/usr/bin/env node
/**
 * Owns the proof that the package works on a stranger's machine: packed, linted, installed into an empty folder with
 * install scripts blocked and no compiler on PATH, started, and weighed.
 */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { build } from "./build.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const maxInstalledBytes = 60 * 1024 * 1024;
const scratch = mkdtempSync(join(tmpdir(), "varve-pack-"));
const failures = [];

const check = (name, ok, detail) => {
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${detail === undefined ? "" : `: ${detail}`}`);
  if (!ok) failures.push(name);
};

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: "utf8", timeout: 180_000, ...options });
  return {
    code: result.status ?? -1,
    out: result.stdout ?? "",
    err: `${result.stderr ?? ""}${result.error?.message ?? ""}`,
  };
}

const firstLine = (text) => text.trim().split("\n")[0] ?? "";

/** A PATH with Node, npm and a shell, and nothing that could compile. */
function barePath() {
  const folder = join(scratch, "bin");
  mkdirSync(folder);
  for (const name of ["node", "npm", "sh", "env"]) {
    const found = (process.env.PATH ?? "")
      .split(delimiter)
      .map((part) => join(part, name))
      .find((path) => existsSync(path));
    if (found !== undefined)
      symlinkSync(name === "node" ? process.execPath : found, join(folder, name));
  }
  return folder;
}

function bytesBelow(folder) {
  let total = 0;
  for (const entry of readdirSync(folder, { recursive: true })) {
    const facts = lstatSync(join(folder, String(entry)));
    if (facts.isFile()) total += facts.size;
  }
  return total;
}

function pack() {
  // The build above made dist/; npm's own hooks have nothing to add.
  const packed = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch], {
    cwd: root,
  });
  if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.err}`);
  const [facts] = JSON.parse(packed.out);
  const names = facts.files.map((file) => file.path);
  const strays = names.filter((name) => /^(src|test|scripts|\.ci)\/|\.map$|\.tmp$/u.test(name));
  check(
    "package holds what ships and nothing else",
    strays.length === 0,
    `${names.length} files, ${Math.round(facts.size / 1024)} KB packed ${strays.slice(0, 5).join(" ")}`,
  );
  return join(scratch, facts.filename);
}

/** Lints what is in the tarball: the working tree holds more. */
async function lintPackage(tarball) {
  const { messages } = await publint({
    strict: true,
    pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
  });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const message of messages)
    console.log(`     ${message.type}: ${formatMessage(message, manifest) ?? message.code}`);
  check(
    "publint",
    messages.every((message) => message.type === "suggestion"),
    `${messages.length} messages`,
  );
}

function installInto(folder, tarball, path) {
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}\n');
  const started = Date.now();
  const installed = run(
    "npm",
    [
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "--prefer-offline",
      tarball,
    ],
    {
      cwd: folder,
      env: { ...process.env, PATH: path },
    },
  );
  check(
    "installs without scripts and without a compiler",
    installed.code === 0,
    installed.code === 0 ? `${Date.now() - started} ms` : installed.err,
  );
  const bytes = bytesBelow(join(folder, "node_modules"));
  check(
    "installed size",
    bytes <= maxInstalledBytes,
    `${(bytes / 1024 / 1024).toFixed(1)} MB, at most 60`,
  );
}

function smoke(folder, path) {
  const home = join(scratch, "home");
  mkdirSync(home);
  const env = {
    PATH: path,
    HOME: home,
    LANG: "C.UTF-8",
    TZ: "UTC",
    VARVE_HOME: join(home, ".varve"),
  };
  const varve = (...args) =>
    run(join(folder, "node_modules", ".bin", "varve"), args, { cwd: folder, env });
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const said = varve("--version");
  check(
    "varve --version",
    said.code === 0 && said.out.includes(manifest.version),
    firstLine(said.out) || firstLine(said.err),
  );
  const help = varve("--help");
  check("varve --help", help.code === 0, firstLine(help.out));
  if (/^\s*demo\b/mu.test(help.out)) {
    const demo = varve("demo");
    check(
      "varve demo",
      demo.code === 0,
      demo.code === 0 ? firstLine(demo.out) : demo.err.slice(0, 400),
    );
  }
  const status = varve("status");
  check(
    "varve status in an empty home",
    status.code === 0 || status.code === 1,
    firstLine(status.out) || firstLine(status.err),
  );
  if (manifest.exports !== undefined) {
    const library = run(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        'const m = await import("varve"); console.log(Object.keys(m).join(" "))',
      ],
      { cwd: folder, env },
    );
    check(
      "import { ... } from varve",
      library.code === 0,
      library.code === 0 ? firstLine(library.out) : library.err.slice(0, 400),
    );
  }
}

try {
  await build({ types: true, report: () => undefined });
  const tarball = pack();
  await lintPackage(tarball);
  const path = barePath();
  const folder = join(scratch, "stranger");
  installInto(folder, tarball, path);
  smoke(folder, path);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  failures.length === 0 ? "package: all checks passed" : `package: ${failures.length} failed`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
