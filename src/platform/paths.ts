/** Owns where a path really leads, also when the folder it names is gone. */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

export interface Located {
  /** Symbolic links resolved as far as the path exists; the rest appended as written. */
  readonly real: string;
  readonly exists: boolean;
  /** Nearest folder that exists, at or above the path, links resolved. */
  readonly nearest: string;
}

/** Bounds the memory of a long-lived process; an import of a hundred thousand folders only looks again. */
const MAX_REMEMBERED = 50_000;

/**
 * Returns a function that locates absolute paths and remembers each: a folder that is gone costs one stat, its
 * siblings one each. What changes on disk later is not noticed.
 */
export function createLocator(): (path: string) => Located {
  const known = new Map<string, Located>();
  const locate = (path: string): Located => {
    const remembered = known.get(path);
    if (remembered !== undefined) return remembered;
    const parent = dirname(path);
    const found =
      realIfExists(path) ?? (parent === path ? rootOf(path) : below(locate(parent), path));
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(path, found);
    return found;
  };
  return (path) => locate(resolve(path));
}

function realIfExists(path: string): Located | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
    const real = realpathSync.native(path);
    return { real, exists: true, nearest: real };
  } catch {
    return undefined; // a loop of links, a folder that may not be searched, a name too long: all "not there"
  }
}

function rootOf(path: string): Located {
  return { real: path, exists: false, nearest: path };
}

function below(parent: Located, path: string): Located {
  return { real: join(parent.real, basename(path)), exists: false, nearest: parent.nearest };
}

/** Replaces a leading `~` by the home folder; other text comes back as it is. */
export function expandHome(path: string, homeFolder: string): string {
  if (path === "~") return homeFolder;
  return /^~[\\/]/.test(path) ? join(homeFolder, path.slice(2)) : path;
}
