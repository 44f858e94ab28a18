/** Owns making generations and staying on the current one. */
import { existsSync, mkdirSync } from "node:fs";

import { VarveError } from "../core/errors.ts";
import { inTransaction } from "../platform/sqlite.ts";
import {
  connectForReading,
  connectForWriting,
  createDatabaseFile,
  explainErrors,
  type Connection,
} from "./connection.ts";
import {
  databasePath,
  findGeneration,
  nextGeneration,
  removeForeign,
  removeGeneration,
  stampOfCurrent,
  writeCurrent,
} from "./generation-files.ts";
import type { ConnectionSource } from "./index-handle.ts";
import { SCHEMA_SQL, schemaName } from "./schema.ts";
import { startGivenRows } from "./tally-rows.ts";

export interface GenerationOptions {
  /** The store's `index` folder. */
  readonly folder: string;
  /** Whatever else decides what rows hold, such as the version of the redaction rules. */
  readonly schemaKey: string;
  /** Changes with what a person wants hidden: older rows of any schema then have to go. */
  readonly privacyKey?: string | undefined;
  /** How long a statement waits for another writer; 5 s when left out. */
  readonly busyTimeoutMs?: number | undefined;
}

export type GenerationState = "building" | "published";

const DEFAULT_BUSY_TIMEOUT_MS = 5000;
/** A generation that is replaced between reading its name and opening it is looked up again this often. */
const OPEN_ATTEMPTS = 20;

function timeoutOf(options: GenerationOptions): number {
  return options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
}

function writeSchema(
  connection: Connection,
  options: GenerationOptions,
  state: GenerationState,
): void {
  inTransaction(connection.database, () => {
    connection.database.exec(SCHEMA_SQL);
    const put = connection.database.prepare("INSERT INTO meta(key, value) VALUES(?, ?)");
    put.run("schema", schemaName(options.schemaKey));
    put.run("privacy", options.privacyKey ?? "");
    put.run("state", state);
    put.run("builder", String(process.pid));
    startGivenRows(connection);
  });
}

/** Creates the file of a new, empty generation and returns its name; nobody uses it until it is the current one. */
export function createGeneration(options: GenerationOptions, state: GenerationState): string {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const schema = schemaName(options.schemaKey);
  for (let attempt = 1; ; attempt += 1) {
    const generation = nextGeneration(options.folder, schema);
    const path = databasePath(options.folder, generation);
    try {
      createDatabaseFile(path);
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (taken && attempt < OPEN_ATTEMPTS) continue;
      throw error;
    }
    const connection = connectForWriting(path, timeoutOf(options));
    try {
      writeSchema(connection, options, state);
    } finally {
      connection.close();
    }
    return generation;
  }
}

/** Stays on one generation that is not the current one yet. */
export function holdGeneration(options: GenerationOptions, generation: string): ConnectionSource {
  const path = databasePath(options.folder, generation);
  const connection = explainErrors(path, () => connectForWriting(path, timeoutOf(options)));
  return {
    schema: schemaName(options.schemaKey),
    generation: () => generation,
    connection: () => connection,
    hold: () => () => undefined,
    removeForeign: () => removeForeign(options.folder, schemaName(options.schemaKey)),
    close: () => connection.close(),
  };
}

interface Held {
  readonly generation: string;
  readonly connection: Connection;
}

class Follower implements ConnectionSource {
  readonly options: GenerationOptions;
  readonly mode: "read" | "write";
  readonly schema: string;
  held: Held | undefined;
  stamp = "";
  /** Answers that are being made. */
  holds = 0;

  constructor(options: GenerationOptions, mode: "read" | "write") {
    this.options = options;
    this.mode = mode;
    this.schema = schemaName(options.schemaKey);
  }

  private name(): string | undefined {
    const { folder } = this.options;
    const found = findGeneration(folder, this.schema);
    if (this.mode === "read") return found;
    // Writers hold the worker lock: a file that is gone is not being replaced, it is lost, and a new one is filled.
    if (found !== undefined && existsSync(databasePath(folder, found))) return found;
    const made = createGeneration(this.options, "published");
    const meanwhile = findGeneration(folder, this.schema);
    if (meanwhile !== undefined && meanwhile !== found && meanwhile !== made) {
      removeGeneration(folder, made);
      return meanwhile;
    }
    writeCurrent(folder, made);
    return made;
  }

  private open(generation: string): Connection {
    const path = databasePath(this.options.folder, generation);
    const connect = this.mode === "read" ? connectForReading : connectForWriting;
    return explainErrors(path, () => connect(path, timeoutOf(this.options)));
  }

  /** One stat when nothing changed. False when there is no generation to follow. */
  follow(): boolean {
    if (this.holds > 0 && this.held !== undefined) return true;
    for (let attempt = 1; ; attempt += 1) {
      const stamp = stampOfCurrent(this.options.folder);
      if (stamp === this.stamp && this.held !== undefined) return true;
      const generation = this.name();
      // Removed by a person: what is open goes on answering until a new generation comes.
      if (generation === undefined) return this.held !== undefined;
      if (generation !== this.held?.generation) {
        try {
          const connection = this.open(generation);
          this.held?.connection.close();
          this.held = { generation, connection };
        } catch (error) {
          // Replaced and removed meanwhile: `current` says something else by now.
          if (attempt >= OPEN_ATTEMPTS || stampOfCurrent(this.options.folder) === stamp)
            throw error;
          continue;
        }
      }
      this.stamp = this.mode === "write" ? stampOfCurrent(this.options.folder) : stamp;
      return true;
    }
  }

  private current(): Held {
    this.follow();
    if (this.held === undefined)
      throw new VarveError("not-found", "the search index is closed", "open it again");
    return this.held;
  }

  generation(): string {
    return this.current().generation;
  }

  connection(): Connection {
    return this.current().connection;
  }

  hold(): () => void {
    this.follow();
    this.holds += 1;
    return () => {
      this.holds -= 1;
    };
  }

  removeForeign(): void {
    removeForeign(this.options.folder, this.schema);
  }

  close(): void {
    this.held?.connection.close();
    this.held = undefined;
  }
}

/** Follows the current generation; undefined when there is none to read. Writing makes the first one. */
export function followGeneration(
  options: GenerationOptions,
  mode: "read" | "write",
): ConnectionSource | undefined {
  const follower = new Follower(options, mode);
  return follower.follow() ? follower : undefined;
}
