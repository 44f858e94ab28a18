/** Owns reading what a work tree says about itself from `.git`, `commondir` and `config` files; starts no process. */
import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { normalizeRemote } from "./normalize-remote.ts";
import { parseRemoteUrl } from "./parse-git-config.ts";

export interface GitFacts {
  /** Top of the work tree, as a path of this system. */
  readonly topLevel: string;
  /** The git folder shared by all work trees of the repository; a submodule has one of its own. */
  readonly commonDir: string;
  /** Normalized, see {@link normalizeRemote}. */
  readonly remote: string | undefined;
  /** A shallow clone's first commit is only where it was cut off. */
  readonly shallow: boolean;
}

const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_POINTER_BYTES = 8192;
const MAX_REMEMBERED = 50_000;

/**
 * Returns a function from an existing real folder to the repository around it; undefined outside any. The search
 * upwards ends below `isBoundary` folders (HOME, roots): a HOME kept in git is not one big project.
 */
export function createGitReader(
  isBoundary: (folder: string) => boolean,
): (folder: string) => GitFacts | undefined {
  const known = new Map<string, GitFacts | undefined>();
  const read = (folder: string): GitFacts | undefined => {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const atTop = isBoundary(folder) || parent === folder;
    const facts = atTop ? undefined : (readTopLevel(folder) ?? read(parent));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(folder, facts);
    return facts;
  };
  return read;
}

function readTopLevel(folder: string): GitFacts | undefined {
  const marker = join(folder, ".git");
  const stats = tryStat(marker);
  if (stats === undefined) return undefined;
  const gitDir = stats.isDirectory() ? marker : readPointer(marker, folder, /^gitdir:\s*(.+)$/m);
  if (gitDir === undefined) return undefined;
  if (!existsSync(join(gitDir, "HEAD")))
    return stats.isDirectory() ? undefined : dangling(folder, gitDir);
  const shared = readPointer(join(gitDir, "commondir"), gitDir, /^(.+)$/m) ?? gitDir;
  const commonDir = realOrSame(shared);
  const url = parseRemoteUrl(readStart(join(commonDir, "config"), MAX_CONFIG_BYTES) ?? "");
  return {
    topLevel: folder,
    commonDir,
    remote: url === undefined ? undefined : normalizeRemote(url, folder),
    shallow: existsSync(join(commonDir, "shallow")),
  };
}

/** A work tree whose repository was moved or deleted still names the shared folder it came from. */
function dangling(folder: string, gitDir: string): GitFacts | undefined {
  const shared = /^(.+)[\\/]worktrees[\\/][^\\/]+$/.exec(gitDir)?.[1];
  if (shared === undefined) return undefined;
  return { topLevel: folder, commonDir: realOrSame(shared), remote: undefined, shallow: true };
}

function readPointer(file: string, base: string, pattern: RegExp): string | undefined {
  const target = pattern.exec(readStart(file, MAX_POINTER_BYTES) ?? "")?.[1]?.trim();
  return target === undefined || target.includes("\0") ? undefined : resolve(base, target);
}

function readStart(file: string, maxBytes: number): string | undefined {
  let descriptor: number | undefined;
  try {
    // A pipe or device under this name would block the read for ever.
    if (!statSync(file).isFile()) return undefined;
    descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(maxBytes);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, maxBytes, 0));
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function tryStat(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
