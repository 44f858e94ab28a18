/**
 * Owns the engine that a long-lived face answers with from call to call: opened at the first one, opened again when the
 * store is another or something that is read once has changed, closed when no call uses it any more.
 */
import { statSync, type Stats } from "node:fs";
import { join } from "node:path";

import type { Engine } from "./engine.ts";
import { loadCallerConfig, openConfiguredEngine, type Caller } from "./open-configured.ts";
import { storePaths } from "./store.ts";

export interface KeptEngine {
  /** Runs `work` with the engine as of now, which stays open until `work` has ended. What `work` throws comes out. */
  use<T>(work: (engine: Engine) => T | Promise<T>): Promise<T>;
  /** Closes once no call is running; no call may follow. */
  close(): void;
}

/**
 * What no file tells of is looked at again after this long: `.env` files whose values are hidden, a folder that became
 * a repository. Opening takes a few milliseconds.
 */
const LONGEST_KEPT_MS = 60_000;
/** So long without a call, and files and memory are given back. */
const IDLE_MS = 60_000;

interface Held {
  readonly engine: Engine;
  readonly stamp: string;
  readonly openedAt: number;
  calls: number;
  isRetired: boolean;
}

/** Where there is no store, one that holds nothing stands in until there is. Keeps no process alive. */
export function keepEngine(caller: Caller): KeptEngine {
  let held: Held | undefined;
  let idle: NodeJS.Timeout | undefined;

  function letGo(): void {
    clearTimeout(idle);
    if (held !== undefined) retire(held);
    held = undefined;
  }

  function current(): Held {
    const home = held?.engine.store.paths.home ?? loadCallerConfig(caller).settings.home;
    const stamp = stampOf(home);
    const isOld =
      held === undefined ||
      held.stamp !== stamp ||
      performance.now() - held.openedAt > LONGEST_KEPT_MS;
    if (held !== undefined && !isOld) return held;
    const { engine } = openConfiguredEngine(caller, { create: false, orNone: true });
    letGo();
    held = { engine, stamp, openedAt: performance.now(), calls: 0, isRetired: false };
    return held;
  }

  return {
    async use(work) {
      const one = current();
      clearTimeout(idle);
      one.calls += 1;
      try {
        return await work(one.engine);
      } finally {
        one.calls -= 1;
        closeIfIdle(one);
        if (one === held && one.calls === 0) idle = setTimeout(letGo, IDLE_MS).unref();
      }
    },
    close: letGo,
  };
}

function retire(one: Held): void {
  one.isRetired = true;
  closeIfIdle(one);
}

function closeIfIdle(one: Held): void {
  if (one.isRetired && one.calls === 0) one.engine.close();
}

/** Changes with everything that an engine reads once. The rest of the store it follows by itself. */
function stampOf(home: string): string {
  const { storeFile, keyFile, config, archive, secretHashes } = storePaths(home);
  const files = [
    storeFile,
    keyFile,
    config,
    secretHashes,
    join(archive, "excluded.jsonl"),
    join(archive, "private-words.jsonl"),
  ];
  return [folderStamp(home), ...files.map(fileStamp)].join(" ");
}

function fileStamp(path: string): string {
  const stats = statOf(path);
  return stats === undefined ? "-" : `${stats.ino}.${stats.mode}.${stats.size}.${stats.mtimeMs}`;
}

/** Whether it may be written. Its time changes with every file that is made in it. */
function folderStamp(path: string): string {
  const stats = statOf(path);
  return stats === undefined ? "-" : `${stats.ino}.${stats.mode}.${stats.uid}`;
}

/** Undefined as well where a folder is a file or closed: what opens the store says so in words for people. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
