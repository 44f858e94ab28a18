/** Owns opening the search index and replacing it as a whole. */
import {
  createGeneration,
  followGeneration,
  holdGeneration,
  type GenerationOptions,
} from "./follow-generation.ts";
import type { HiddenKeys } from "./hidden-keys.ts";
import {
  removeGeneration,
  removeLeftovers,
  writeCurrent,
  type KeptGeneration,
} from "./generation-files.ts";
import { makeHandle, type ConnectionSource, type SearchIndex } from "./index-handle.ts";
import { checkpointFile, compactFile } from "./scrub-file.ts";

export interface OpenIndexOptions extends GenerationOptions {
  readonly mode: "read" | "write";
  /** What answers leave out, asked at each call; for reading. */
  readonly hidden?: (() => HiddenKeys) | undefined;
}

export interface GenerationBuilder extends SearchIndex {
  /** Makes this generation the current one and removes those it replaces. The handle stays usable. */
  publish(): void;
  /** Closes and removes it, so that a build that failed leaves no file over. */
  discard(): void;
}

/**
 * Opens the current generation. Reading: undefined when there is none. Writing creates the first one and, because
 * writers hold the worker lock, removes what killed rebuilds left over. Each call of the handle looks whether another
 * generation became current (one stat) and goes on with that.
 */
export function openIndex(options: OpenIndexOptions & { readonly mode: "write" }): SearchIndex;
export function openIndex(options: OpenIndexOptions): SearchIndex | undefined;
export function openIndex(options: OpenIndexOptions): SearchIndex | undefined {
  const source = followGeneration(options, options.mode);
  if (source === undefined) return undefined;
  if (options.mode === "write") removeLeftovers(options.folder, keptBy(options, source));
  return makeHandle(source, options.hidden);
}

function keptBy(options: GenerationOptions, source: ConnectionSource): KeptGeneration {
  return {
    schema: source.schema,
    generation: source.generation(),
    privacyKey: options.privacyKey ?? "",
  };
}

/** Begins an empty generation beside the current one, for a rebuild. Call it under the worker lock. */
export function startGeneration(
  options: OpenIndexOptions & { readonly mode: "write" },
): GenerationBuilder {
  const generation = createGeneration(options, "building");
  const source = holdGeneration(options, generation);
  return {
    ...makeHandle(source),
    publish() {
      const connection = source.connection();
      // Segments of a whole import are merged once here, while nobody reads this file.
      compactFile(connection);
      connection.database.exec("UPDATE meta SET value = 'published' WHERE key = 'state'");
      checkpointFile(connection);
      writeCurrent(options.folder, generation);
      removeLeftovers(options.folder, keptBy(options, source));
    },
    discard() {
      source.close();
      removeGeneration(options.folder, generation);
    },
  };
}

export type { GenerationOptions } from "./follow-generation.ts";
export type { IndexBatch } from "./index-batch.ts";
export type { SearchIndex } from "./index-handle.ts";
export type { IndexCounts } from "./count-rows.ts";
export type { SearchRequest } from "./search-conditions.ts";
export type { KnownSource } from "./source-cache.ts";
export type { IndexFinding } from "./verify-index.ts";
