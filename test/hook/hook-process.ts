/** Owns running the bundled hook as a host does: through a pipe, in a temp store, with a worker that leaves a trace. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

export const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles src/hook/main.ts beside a stand-in `varve.js` that appends its arguments to `<home>/worker-ran`. */
export async function buildHook(parent: string): Promise<string> {
  const folder = mkdtempSync(join(parent, "package-"));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  await build({
    entryPoints: [join(repositoryRoot, "src/hook/main.ts")],
    outfile: join(folder, "dist", "varve-hook.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
  writeFileSync(
    join(folder, "dist", "varve.js"),
    `import { appendFileSync } from "node:fs";
const { VARVE_HOME, VARVE_CHILD } = process.env;
appendFileSync(VARVE_HOME + "/worker-ran", JSON.stringify([process.argv.slice(2), process.cwd(), VARVE_CHILD]) + "\\n");`,
  );
  return join(folder, "dist", "varve-hook.cjs");
}

export function makeTempFolder(): string {
  return mkdtempSync(join(tmpdir(), "varve-hook-"));
}

export interface HookRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
}

export interface HookCommand {
  readonly hookFile: string;
  readonly args: readonly string[];
  readonly stdin: Buffer | string;
  /** Leaves the write end open for ever. */
  readonly neverClosed?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
}

export function runHook(command: HookCommand): Promise<HookRun> {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, [command.hookFile, ...command.args], {
      env: { PATH: "/usr/bin:/bin", HOME: "/nonexistent", ...command.env },
      stdio: ["pipe", "pipe", "pipe"],
      ...(command.uid === undefined ? {} : { uid: command.uid, gid: command.uid }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on("error", () => undefined);
    child.stdin.write(command.stdin);
    if (command.neverClosed !== true) child.stdin.end();
    child.on("close", (status) => {
      child.stdin.destroy();
      resolve({ status, stdout, stderr, milliseconds: performance.now() - started });
    });
  });
}

/** The parsed lines of a file; none when it is missing. */
export function readLines(path: string): Record<string, unknown>[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export const readSpool = (home: string) => readLines(join(home, "state", "spool.jsonl"));
export const readFailures = (home: string) => readLines(join(home, "state", "hook-errors.jsonl"));

/** Waits until `path` holds a line, at most two seconds. */
export async function waitForLines(path: string): Promise<unknown[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const lines = readLines(path);
    if (lines.length > 0) return lines;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}

/** The shared hook inputs by name; undefined when this checkout lies alone. */
export function sharedHookInputs(): ReadonlyMap<string, Buffer> | undefined {
  const folder = join(repositoryRoot, "..", "shared", "cases", "hook-stdin");
  try {
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  } catch {
    return undefined;
  }
}
