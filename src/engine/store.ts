/** Owns the store folder: its layout, format version and key. Every path below VARVE_HOME is named here. */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { VarveError } from "../core/errors.ts";
import { nodeFileOps, type FileOps } from "../platform/file-ops.ts";
import { takeLock } from "../platform/lock.ts";
import { writeAtomically } from "../platform/write-atomically.ts";

/** Version of the truth files this build writes, and the oldest reader that understands them. */
export const STORE_FORMAT = 1;

export interface StorePaths {
  readonly home: string;
  readonly archive: string;
  readonly index: string;
  readonly state: string;
  readonly projects: string;
  readonly config: string;
  readonly storeFile: string;
  readonly keyFile: string;
  readonly storeLock: string;
  readonly archiveLock: string;
  readonly projectsLock: string;
  readonly workerLock: string;
  readonly spool: string;
  readonly hookErrors: string;
  readonly hidden: string;
  readonly secretHashes: string;
}

export interface Store {
  readonly paths: StorePaths;
  readonly id: string;
  readonly key: Uint8Array;
  /** False when the folder or the file system refuses writes: everything that can be read still is. */
  readonly writable: boolean;
  /** The format the store needs when it was written by a newer varve; undefined when this build reads it. */
  readonly newerFormat: number | undefined;
  /** Keyed hash as hex: HMAC-SHA-256 under the store's key, so that stored hashes cannot be guessed offline. */
  keyedHash(text: string): string;
}

export function storePaths(home: string): StorePaths {
  const state = join(home, "state");
  const archive = join(home, "archive");
  return {
    home,
    archive,
    index: join(home, "index"),
    state,
    projects: join(home, "projects.jsonl"),
    config: join(home, "config.toml"),
    storeFile: join(home, "store.json"),
    keyFile: join(home, "key"),
    storeLock: join(state, "store.lock"),
    archiveLock: join(state, "archive.lock"),
    projectsLock: join(state, "projects.lock"),
    workerLock: join(state, "worker.lock"),
    spool: join(state, "spool.jsonl"),
    hookErrors: join(state, "hook-errors.jsonl"),
    hidden: join(home, "hidden.jsonl"),
    secretHashes: join(archive, "secret-hashes.jsonl"),
  };
}

interface StoreFile {
  readonly format: number;
  readonly minReader: number;
  readonly id: string;
}

function decodeStoreFile(text: string, path: string): StoreFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new VarveError(
      "corrupt",
      `${path} is no JSON`,
      "restore store.json from a backup",
      cause,
    );
  }
  const row = value as Partial<StoreFile> | null;
  if (typeof row?.format !== "number" || typeof row.id !== "string") {
    throw new VarveError(
      "corrupt",
      `${path} has no format and id`,
      "restore store.json from a backup",
    );
  }
  return { format: row.format, minReader: row.minReader ?? row.format, id: row.id };
}

function isWritable(home: string): boolean {
  try {
    accessSync(home, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function createStore(paths: StorePaths, files: FileOps): void {
  files.makeFolder(paths.home);
  chmodSync(paths.home, 0o700);
  files.makeFolder(paths.state);
  // Two first commands at once must end up with one key: what the other had hashed would match nothing.
  const lock = takeLock(paths.storeLock, CREATE_WAIT_MS);
  if (lock === undefined)
    throw new VarveError("busy", "another varve process is making the store", "run it again");
  try {
    if (existsSync(paths.storeFile)) return;
    // The key goes first: a store.json without a key would look like a store whose hashes match nothing.
    if (!existsSync(paths.keyFile))
      writeAtomically(paths.keyFile, `${randomBytes(32).toString("hex")}\n`, files);
    const row: StoreFile = { format: STORE_FORMAT, minReader: STORE_FORMAT, id: randomUUID() };
    writeAtomically(paths.storeFile, `${JSON.stringify(row)}\n`, files);
  } finally {
    lock.release();
  }
}

const CREATE_WAIT_MS = 10_000;

function readKey(path: string): Uint8Array {
  const text = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  const key = Buffer.from(text, "hex");
  if (key.length < 32) {
    throw new VarveError(
      "corrupt",
      text === "" ? `the key of the store is missing: ${path}` : `${path} is not a key of 32 bytes`,
      "restore the file `key` from a backup",
    );
  }
  return key;
}

export interface OpenStoreOptions {
  readonly create: boolean;
  /** Where there is no store and none is made, one that holds nothing stands in: what hosts wrote can be looked through. */
  readonly orNone?: boolean | undefined;
  readonly files?: FileOps;
}

/**
 * Opens the store at `home`, creating it when `create` is set. Throws VarveError `not-found` (no store),
 * `store-readonly` (cannot create), `corrupt` (store.json or key unreadable).
 */
export function openStore(home: string, options: OpenStoreOptions): Store {
  const paths = storePaths(home);
  const files = options.files ?? nodeFileOps;
  if (!existsSync(paths.storeFile)) {
    if (existsSync(home) && !statSync(home).isDirectory()) {
      throw new VarveError(
        "store-readonly",
        `${home} is a file and not the folder of a store`,
        "move it away, or set VARVE_HOME to another folder",
      );
    }
    if (!options.create) {
      if (options.orNone === true && !existsSync(paths.archive)) return noStore(paths);
      throw new VarveError(
        "not-found",
        `no varve store at ${home}`,
        "run `varve import` to make one",
      );
    }
    try {
      createStore(paths, files);
    } catch (cause) {
      throw createFailure(home, cause);
    }
  }
  const row = decodeStoreFile(readFileSync(paths.storeFile, "utf8"), paths.storeFile);
  const key = readKey(paths.keyFile);
  return {
    paths,
    id: row.id,
    key,
    writable: isWritable(home) && statSync(home).isDirectory(),
    newerFormat: row.minReader > STORE_FORMAT ? row.minReader : undefined,
    keyedHash: keyedHashOf(key),
  };
}

function keyedHashOf(key: Uint8Array): Store["keyedHash"] {
  return (text) => createHmac("sha256", key).update(text).digest("hex");
}

/** Its key is of this process alone, so nothing that is made with it may be written. */
function noStore(paths: StorePaths): Store {
  const key = randomBytes(32);
  return {
    paths,
    id: randomUUID(),
    key,
    writable: false,
    newerFormat: undefined,
    keyedHash: keyedHashOf(key),
  };
}

function createFailure(home: string, cause: unknown): unknown {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new VarveError(
      "disk-full",
      `no space left to make the store at ${home}`,
      "free some space, or set VARVE_HOME to another disk",
      cause,
    );
  }
  if (
    code === "EACCES" ||
    code === "EPERM" ||
    code === "EROFS" ||
    code === "ENOTDIR" ||
    code === "EEXIST"
  ) {
    return new VarveError(
      "store-readonly",
      `cannot write the store at ${home} (${code})`,
      "make the folder writable, or set VARVE_HOME to a folder that is",
      cause,
    );
  }
  return cause;
}

/** Throws `store-readonly` or `store-newer` when the store cannot take what a writing command needs. */
export function requireWritable(store: Store): void {
  if (!store.writable) {
    throw new VarveError(
      "store-readonly",
      `the store at ${store.paths.home} may not be written`,
      `make it writable (chmod u+rwx ${store.paths.home}), or set VARVE_HOME`,
    );
  }
}

/** Throws `store-newer`: bytes of a newer store are still archived, but its rows are not understood. */
export function requireReadable(store: Store): void {
  if (store.newerFormat !== undefined) {
    throw new VarveError(
      "store-newer",
      `the store at ${store.paths.home} was written by a newer varve (format ${store.newerFormat}; this one reads ${STORE_FORMAT})`,
      "update varve: npm install -g varve@latest (sessions are still archived meanwhile)",
    );
  }
}
