#!/usr/bin/env node
/**
 * Owns the generated pages under docs/: rendered from the tables in the sources, never written by hand.
 * `--check` compares and exits 1 when a page is stale.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const checkOnly = process.argv.includes("--check");

/** Page, the sources it needs (a page whose sources are not written yet is skipped) and the expression that gives its text. */
const pages = [
  {
    page: "docs/settings.md",
    sources: ["src/config/render-settings-doc.ts"],
    code: 'import { renderSettingsDoc } from "./src/config/render-settings-doc.ts"; export const text = renderSettingsDoc();',
  },
  {
    page: "docs/commands.md",
    sources: ["src/cli/frame/render-commands-doc.ts", "src/cli/command-table.ts"],
    code: 'import { renderCommandsDoc } from "./src/cli/frame/render-commands-doc.ts"; import { COMMANDS } from "./src/cli/command-table.ts"; export const text = renderCommandsDoc(COMMANDS);',
  },
];

/** A page is made of the tables alone: what a command runs is not needed and stays out. */
const withoutCommands = {
  name: "without-commands",
  setup(bundle) {
    bundle.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : null,
    );
  },
};

async function render(code, folder, index) {
  const outfile = join(folder, `page-${index}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: root, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    plugins: [withoutCommands],
    logLevel: "error",
  });
  const { text } = await import(pathToFileURL(outfile).href);
  return text;
}

// Below the project, so that packages which stay outside the bundle are found.
const folder = mkdtempSync(
  join(existsSync(join(root, "node_modules")) ? join(root, "node_modules") : tmpdir(), ".docs-"),
);
let stale = 0;
try {
  for (const [index, { page, sources, code }] of pages.entries()) {
    const missing = sources.find((source) => !existsSync(join(root, source)));
    if (missing !== undefined) {
      console.log(`skipped ${page}: ${missing} does not exist yet`);
      continue;
    }
    const text = await render(code, folder, index);
    const path = join(root, page);
    const present = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    if (present === text) {
      console.log(`current ${page}`);
    } else if (checkOnly) {
      stale += 1;
      console.log(`stale   ${page}: run \`npm run docs\``);
    } else {
      writeFileSync(path, text);
      console.log(`written ${page}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = stale === 0 ? 0 : 1;
