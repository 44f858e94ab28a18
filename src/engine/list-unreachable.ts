/** Owns telling where forgotten words may still stand, beyond varve's reach. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { holdsText } from "./wanted-lines.ts";
import { comparable } from "./decode-line.ts";
import type { Engine } from "./engine.ts";

export interface UnreachablePlace {
  readonly path: string;
  readonly reason: string;
}

/** Files named one by one; what lies beyond is said in one line. */
const MAX_NAMED = 50;
/** Larger truth files hold no names. */
const MAX_SCANNED_BYTES = 64 * 1024 * 1024;

/** `match` is the text that was asked for, when one was: names that hold it are listed too. */
export function listUnreachable(
  engine: Engine,
  entryIds: Iterable<string>,
  match: string | undefined,
): readonly UnreachablePlace[] {
  const places: UnreachablePlace[] = [];
  for (const entryId of entryIds) {
    const entry = engine.archive.entry(entryId);
    if (entry?.path == null) continue;
    if (entry.pathRedacted)
      places.push({
        path: entry.path,
        reason:
          "the host's own file, whose name holds a secret: look for it there and delete it yourself",
      });
    else if (existsSync(entry.path))
      places.push({ path: entry.path, reason: "the host's own file: delete it yourself" });
  }
  for (const { path } of engine.options.roots) {
    if (existsSync(path))
      places.push({
        path,
        reason: "the agent may keep copies of its own (caches, file history, logs)",
      });
  }
  if (match !== undefined) places.push(...listNames(engine, comparable(match)));
  places.push({
    path: "backups",
    reason:
      "copies made with `varve backup`, `varve export` or by other tools, and git history, still hold the bytes",
  });
  return places;
}

/** Truth files of the store that hold the text in a name: of a folder, a project, a file, a setting. */
function listNames(engine: Engine, match: string): UnreachablePlace[] {
  const { home, archive, projects, config } = engine.store.paths;
  const found = [projects, config, ...listFiles(archive)]
    .filter(
      (path) => holdsText(path.slice(home.length), match) || holdsText(readSmall(path), match),
    )
    .map((path) => ({
      path,
      reason: "it stands in a name (of a folder, a file or a project) that varve keeps",
    }));
  if (found.length <= MAX_NAMED) return found;
  return [
    ...found.slice(0, MAX_NAMED),
    { path: archive, reason: `${found.length - MAX_NAMED} more files with the text in a name` },
  ];
}

/** Sidecars and logs; the archived bytes themselves were rewritten. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.name.endsWith(".jsonl") ? [path] : [];
  });
}

function readSmall(path: string): string {
  return existsSync(path) && statSync(path).size <= MAX_SCANNED_BYTES
    ? readFileSync(path, "utf8")
    : "";
}
