/** Owns using the built package as a program of someone else would: `import "varve"` from a folder of its own. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { cleanEnvironment } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

const compiler = join(repositoryRoot, "node_modules", "typescript", "bin", "tsc");

/** Of a program that is stricter than most. */
const STRICT = {
  target: "ES2022",
  lib: ["ES2023", "ESNext.Disposable"],
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  outDir: "built",
};

/** A folder in which `varve` is installed. */
export function programFolder(): string {
  const folder = temporaryFolder("program");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(repositoryRoot, join(folder, "node_modules", "varve"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  return folder;
}

/** Compiles `files` of `folder`; returns what the compiler says, empty when all is well. */
export function compile(
  folder: string,
  files: readonly string[],
  types: readonly string[] = ["node"],
): string {
  if (types.includes("node")) {
    mkdirSync(join(folder, "node_modules", "@types"), { recursive: true });
    for (const name of ["@types/node", "undici-types"])
      cpSync(join(repositoryRoot, "node_modules", name), join(folder, "node_modules", name), {
        recursive: true,
      });
  }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...STRICT, types }, files }),
  );
  return spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" }).stdout;
}

/** Copies the examples into `folder` and returns their names. */
export function takeExamples(folder: string): readonly string[] {
  const names = readdirSync(join(repositoryRoot, "examples")).filter((name) =>
    name.endsWith(".ts"),
  );
  for (const name of names) cpSync(join(repositoryRoot, "examples", name), join(folder, name));
  return names;
}

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a file of `folder` with `home` as HOME. */
export function runProgram(folder: string, args: readonly string[], home: string): ProgramResult {
  const result = spawnSync(process.execPath, args, {
    cwd: folder,
    env: cleanEnvironment({ home }),
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: result.status, stdout: result.stdout, stderr: result.stderr };
}
