/**
 * Owns starting a bundle with the code that V8 compiled of it in an earlier run: scanning and compiling costs a cold
 * command more than all it does. The compiled code is run as it lies there, and V8 does not check it (a flipped bit can
 * hang or crash the process): so it is taken only with its checksum, and only from a file that nobody else can write.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

import { writeAtomically } from "./write-atomically.ts";

export interface LoadedProgram {
  readonly exports: unknown;
  /** Keeps what V8 has compiled until now, unless it came from there. Never throws: without it the next start is slower. */
  keep(): void;
}

export interface ProgramFiles {
  /** A CommonJS bundle in ASCII. */
  readonly bundle: string;
  /** Named by whatever makes compiled code another; the folder is for such files alone. Undefined: nothing is read or kept. */
  readonly cacheFile: string | undefined;
}

const CHECKSUM_BYTES = 32;
const KEEP_MS = 30 * 24 * 3600 * 1000;

/** Runs the bundle. Throws what it throws. */
export function loadProgram({ bundle, cacheFile }: ProgramFiles): LoadedProgram {
  const require = createRequire(bundle);
  if (cacheFile === undefined) return { exports: require(bundle), keep: () => undefined };
  const source = readFileSync(bundle, "latin1");
  const cachedData = readCompiled(cacheFile);
  const script = new Script(
    // On the first line, so that places in a stack trace are those of the file.
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: bundle, ...(cachedData !== undefined && { cachedData }) },
  );
  const module = { exports: {} };
  bodyOf(script)(module.exports, require, module, bundle, dirname(bundle));
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  return {
    exports: module.exports,
    keep: () => {
      if (!isKept) writeCompiled(cacheFile, script);
    },
  };
}

function bodyOf(script: Script): (...parts: readonly unknown[]) => void {
  return script.runInThisContext() as (...parts: readonly unknown[]) => void;
}

function readCompiled(path: string): Buffer | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const { uid, mode } = fstatSync(descriptor);
    const isMine =
      process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    if (!isMine) return undefined;
    const bytes = readFileSync(descriptor);
    const code = bytes.subarray(CHECKSUM_BYTES);
    return bytes.subarray(0, CHECKSUM_BYTES).equals(checksum(code)) ? code : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function writeCompiled(path: string, script: Script): void {
  try {
    const code = script.createCachedData();
    writeAtomically(path, Buffer.concat([checksum(code), code]));
    removeOld(dirname(path));
  } catch {
    return; // a full disk, or a store that may not be written
  }
}

/** Code of versions that are gone; what is still used is made again. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > KEEP_MS) rmSync(path, { force: true });
  }
}

function checksum(code: Uint8Array): Buffer {
  return createHash("sha256").update(code).digest();
}
