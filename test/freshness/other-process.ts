/** Owns starting the other process of these tests: bundled, as SQLite handles and locks do not cross threads. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

import { buildSync } from "esbuild";

import { repositoryRoot } from "../support/temp-home.ts";

const bundleFolder = join(repositoryRoot, "node_modules", ".varve-freshness-test");

/** Bundles the process of these tests beside node_modules, so that the SQLite package resolves. */
export function bundleProcess(): { readonly path: string; remove(): void } {
  const path = join(bundleFolder, `freshen-process-${process.pid}.mjs`);
  buildSync({
    entryPoints: [join(import.meta.dirname, "freshen-process.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["@photostructure/sqlite"],
    outfile: path,
    logLevel: "error",
  });
  return { path, remove: () => rmSync(path, { force: true }) };
}

export interface StartedProcess {
  /** What it printed, once it ended. */
  readonly ended: Promise<string>;
  /** Resolves when it printed the text. */
  until(text: string): Promise<void>;
  stop(): void;
}

export function startProcess(bundle: string, args: readonly string[]): StartedProcess {
  const child = spawn(process.execPath, [bundle, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(output)));
  return {
    ended,
    async until(text) {
      while (!output.includes(text) && child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    stop: () => child.stdin.end(),
  };
}
