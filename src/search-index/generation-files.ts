/** Owns the files of the index folder: one database per generation and the line that names the current one. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { writeAtomically } from "../platform/write-atomically.ts";
import { connectForReading } from "./connection.ts";

const GENERATION = /^([0-9a-f]{10})-(\d{1,9})$/;
const DATABASE_FILE = /^([0-9a-f]{10}-\d{1,9})\.db(-wal|-shm|-journal)?$/;
/** Time that a builder gets from creating the file to writing its tables. */
const NEWBORN_MS = 10_000;
/** Generations of another version that nobody wrote for this long are removed: that version is gone. */
const FOREIGN_KEEP_MS = 14 * 24 * 3600 * 1000;

export function databasePath(folder: string, generation: string): string {
  return join(folder, `${generation}.db`);
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Names of all generations with a database file, oldest number first. */
function listGenerations(folder: string): readonly string[] {
  const names = listFolder(folder)
    .filter((name) => name.endsWith(".db"))
    .map((name) => name.slice(0, -3))
    .filter((name) => GENERATION.test(name));
  return names.sort((a, b) => numberOf(a) - numberOf(b));
}

function numberOf(generation: string): number {
  return Number(GENERATION.exec(generation)?.[2] ?? 0);
}

function schemaOf(generation: string): string {
  return GENERATION.exec(generation)?.[1] ?? "";
}

/** A value that changes whenever `current` is replaced or removed; one stat. */
export function stampOfCurrent(folder: string): string {
  const found = statSync(join(folder, "current"), { throwIfNoEntry: false });
  return found === undefined ? "none" : `${found.ino}:${found.mtimeMs}:${found.size}`;
}

function readCurrent(folder: string): string | undefined {
  try {
    const line = readFileSync(join(folder, "current"), "utf8").trim();
    return GENERATION.test(line) ? line : undefined;
  } catch {
    return undefined;
  }
}

type MetaRead =
  | {
      readonly state: "building" | "published";
      readonly builder: number;
      /** What a person wanted hidden when it was made; empty when nothing. */
      readonly privacy: string;
    }
  | undefined;

function readMeta(path: string): MetaRead {
  try {
    const connection = connectForReading(path, 100);
    try {
      const rows = connection.statement("SELECT key, value FROM meta").all();
      const values = new Map(rows.map((row) => [String(row["key"]), String(row["value"])]));
      return {
        state: values.get("state") === "published" ? "published" : "building",
        builder: Number(values.get("builder") ?? 0),
        privacy: values.get("privacy") ?? "",
      };
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * The generation to use: the one `current` names when it has this schema, else (another version of varve published
 * last) the newest published one of this schema. Undefined when there is none.
 */
export function findGeneration(folder: string, schema: string): string | undefined {
  const current = readCurrent(folder);
  if (current === undefined) return undefined;
  if (schemaOf(current) === schema) return current;
  return listGenerations(folder)
    .filter((name) => schemaOf(name) === schema)
    .reverse()
    .find((name) => readMeta(databasePath(folder, name))?.state === "published");
}

/** A name that no file of the folder has, higher than all. */
export function nextGeneration(folder: string, schema: string): string {
  const numbers = listFolder(folder).map((name) => numberOf(DATABASE_FILE.exec(name)?.[1] ?? ""));
  return `${schema}-${Math.max(0, ...numbers) + 1}`;
}

/** Makes `generation` the current one for every process. */
export function writeCurrent(folder: string, generation: string): void {
  writeAtomically(join(folder, "current"), `${generation}\n`);
}

/** Removes the database of a generation with its side files. Open handles of other processes go on working. */
export function removeGeneration(folder: string, generation: string): void {
  const path = databasePath(folder, generation);
  // The database first: a process that opens it a moment later fails and looks at `current` again.
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`])
    rmSync(file, { force: true });
}

function isRunning(processId: number): boolean {
  if (processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export interface KeptGeneration {
  readonly schema: string;
  readonly generation: string;
  /** As in the options of the index. */
  readonly privacyKey: string;
}

function isLeftover(folder: string, generation: string, keep: KeptGeneration): boolean {
  if (generation === keep.generation) return false;
  const path = databasePath(folder, generation);
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const meta = readMeta(path);
  if (schemaOf(generation) !== keep.schema) {
    // It shows what a person's newer rules hide; another version of varve makes its own again.
    if (meta?.state === "published" && meta.privacy !== keep.privacyKey) return true;
    return age > FOREIGN_KEEP_MS;
  }
  // No tables yet: either just being made, or made by a process that died.
  if (meta === undefined)
    return age > NEWBORN_MS || numberOf(generation) < numberOf(keep.generation);
  return meta.state === "published" || !isRunning(meta.builder);
}

/**
 * Removes what no process needs: replaced generations of this schema, unfinished ones whose builder is dead, side
 * files without their database, temporary files of killed writers, foreign generations long unused. Call it under the worker lock.
 */
export function removeLeftovers(folder: string, keep: KeptGeneration): void {
  for (const generation of listGenerations(folder)) {
    if (isLeftover(folder, generation, keep)) removeGeneration(folder, generation);
  }
  const names = listFolder(folder);
  for (const name of names) {
    const generation = DATABASE_FILE.exec(name)?.[1];
    const orphan = generation !== undefined && !names.includes(`${generation}.db`);
    if (orphan || /^\..+\.[0-9a-f]+\.tmp$/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/** Removes every generation of another schema: they hold what was just taken out of this one. */
export function removeForeign(folder: string, schema: string): void {
  for (const generation of listGenerations(folder)) {
    if (schemaOf(generation) !== schema) removeGeneration(folder, generation);
  }
}
