/** Owns opening the parts that every use-case needs, lazily, and closing them. Nothing is read at import. */
import { join } from "node:path";

import { openArchive, type Archive } from "../archive/archive.ts";
import { VarveError } from "../core/errors.ts";
import { openProjects, type Projects } from "../projects/projects.ts";
import { createGroupSync, type GroupSync } from "../platform/group-sync.ts";
import { openIndex, type SearchIndex } from "../search-index/search-index.ts";
import type { SourceRoot } from "./discover-sources.ts";
import { openExcludedSessions, type ExcludedSessions, type ExclusionRules } from "./exclusions.ts";
import { openHiddenLog, type HiddenLog } from "./hidden/hidden-log.ts";
import { indexSchemaKey, makeRedactor, privacyKey, type StoreRedactor } from "./make-redactor.ts";
import { openPrivateWordsLog, type PrivateWordsLog } from "./private-words-log.ts";
import { openStore, requireReadable, type Store } from "./store.ts";

/** What of the settings the engine acts on, resolved once by the caller (flag > env > config.toml > default). */
export interface EngineSettings {
  readonly skipTools: readonly string[];
  readonly exclude: ExclusionRules;
  readonly keepPrivate: boolean;
  readonly userRules: readonly { readonly name: string; readonly pattern: string }[];
  readonly envFiles: readonly string[];
  /** Age in days after which `prune` offers entries, by kind; undefined keeps for ever. */
  readonly retentionDays: (kind: string) => number | undefined;
  readonly searchLimit: number;
  readonly snippetChars: number;
  /** First day of "last week". */
  readonly weekStart: "monday" | "sunday";
}

/** Nothing left out, nothing hidden by rules of a person's own. */
export const PLAIN_SETTINGS: EngineSettings = {
  skipTools: [],
  exclude: { projects: [], paths: [] },
  keepPrivate: false,
  userRules: [],
  envFiles: [],
  retentionDays: () => undefined,
  searchLimit: 8,
  snippetChars: 300,
  weekStart: "monday",
};

export interface EngineOptions {
  readonly home: string;
  /** The person's home folder: it is no project. */
  readonly userHome: string;
  readonly roots: readonly SourceRoot[];
  readonly settings: EngineSettings;
  readonly now: () => Date;
  /** Makes the store when there is none. */
  readonly create: boolean;
  /** For reads: where there is no store, none is made and one that holds nothing stands in. */
  readonly orNone?: boolean | undefined;
  /** PATH to find git on. */
  readonly searchPath?: string | undefined;
  /** Replaces the redactor; for tests that prove that the redactor is what keeps secrets out. */
  readonly redactor?: StoreRedactor;
}

export interface Engine {
  readonly store: Store;
  readonly options: EngineOptions;
  readonly redactor: StoreRedactor;
  readonly archive: Archive;
  readonly projects: Projects;
  readonly excluded: ExcludedSessions;
  /** Turns and sessions that a person or an agent has hidden. */
  readonly hidden: HiddenLog;
  readonly privateWords: PrivateWordsLog;
  /** Lets a run over many files share its fsyncs. */
  readonly groupSync: GroupSync;
  readonly schemaKey: string;
  now(): Date;
  /** The index of the current generation; undefined in read mode when nothing was indexed yet. */
  index(mode: "read" | "write"): SearchIndex | undefined;
  close(): void;
}

/** Opens the store and the parts over it. Throws VarveError as openStore does. */
export function openEngine(options: EngineOptions): Engine {
  const store = openStore(options.home, { create: options.create, orNone: options.orNone });
  const redactor = options.redactor ?? makeRedactor(store, options.settings.userRules);
  const redact = (text: string): string => redactor.redact(text);
  const parts: {
    archive?: Archive;
    projects?: Projects;
    excluded?: ExcludedSessions;
    privateWords?: PrivateWordsLog;
  } = {};
  const groupSync = createGroupSync();
  const hidden = openHiddenLog(store.paths.hidden, store.paths.archiveLock);
  const open = new Map<"read" | "write", SearchIndex>();
  return {
    store,
    options,
    redactor,
    groupSync,
    hidden,
    schemaKey: indexSchemaKey(options.settings.userRules),
    get archive() {
      return (parts.archive ??= openArchive({
        root: store.paths.archive,
        key: store.key,
        redact,
        now: options.now,
        lockPath: store.paths.archiveLock,
        files: groupSync.files,
      }));
    },
    get projects() {
      return (parts.projects ??= openProjects({
        file: store.paths.projects,
        homeFolder: options.userHome,
        redact,
        keyedHash: (text) => store.keyedHash(text),
        lockPath: store.paths.projectsLock,
        searchPath: options.searchPath,
      }));
    },
    get excluded() {
      return (parts.excluded ??= openExcludedSessions(join(store.paths.archive, "excluded.jsonl"), {
        rules: options.settings.exclude,
        redact,
      }));
    },
    get privateWords() {
      const path = join(store.paths.archive, "private-words.jsonl");
      return (parts.privateWords ??= openPrivateWordsLog(path, (text) => store.keyedHash(text)));
    },
    now: options.now,
    index(mode) {
      requireReadable(store);
      const known = open.get(mode);
      if (known !== undefined) return known;
      const index = openIndex({
        folder: store.paths.index,
        mode,
        schemaKey: indexSchemaKey(options.settings.userRules),
        privacyKey: privacyKey(options.settings.userRules),
        // What writes has to see every row.
        hidden: mode === "read" ? hidden.current : undefined,
      });
      if (index !== undefined) open.set(mode, index);
      return index;
    },
    close() {
      for (const index of open.values()) index.close();
      open.clear();
      parts.archive?.close();
      groupSync.close();
    },
  };
}

/** The index for writing. Throws `corrupt` or `store-readonly` when it cannot be opened. */
export function writableIndex(engine: Engine): SearchIndex {
  const index = engine.index("write");
  if (index === undefined) {
    throw new VarveError(
      "io",
      `the index at ${engine.store.paths.index} could not be made`,
      "run varve rebuild",
    );
  }
  return index;
}
