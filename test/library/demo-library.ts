/** Owns opening the library over a throw-away home with the sample sessions of both agents. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

import { openVarve, type OpenVarveOptions, type Varve } from "../../src/library/index.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

export const DEMO = join(repositoryRoot, "fixtures", "demo");

/** A home with the sample sessions and no store. */
export function demoHome(): string {
  const home = temporaryFolder();
  layOut(DEMO, home);
  return home;
}

export function variablesOf(home: string): Record<string, string> {
  return { HOME: home, PATH: process.env["PATH"] ?? "" };
}

/** Closed when the test ends. */
export function openIn(home: string, more: OpenVarveOptions = {}): Varve {
  const varve = openVarve({ environment: variablesOf(home), cwd: home, ...more });
  onTestFinished(() => varve.close());
  return varve;
}

/** Writes a transcript of plain lines; `says` are the prompts. Returns its path. */
export function writePlainSession(home: string, name: string, says: readonly string[]): string {
  const path = join(home, "talks", `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const lines = says.map((text, at) =>
    JSON.stringify({
      ts: new Date(Date.UTC(2026, 8, 1, 9, 0, at)).toISOString(),
      role: "user",
      text,
    }),
  );
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}
