/** Owns the checks of the store's own files: permission bits, room on the disk, what a crash left behind. */
import { chmodSync, lstatSync, readdirSync, statfsSync } from "node:fs";
import { join, relative } from "node:path";

import type { AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";

/** Under this an import of a busy day may not fit. */
const LOW_SPACE_BYTES = 500_000_000;
const SHOWN = 3;

export function auditFiles(engine: Engine): readonly AuditFinding[] {
  return [...checkPermissions(engine.store.paths.home), ...checkSpace(engine.store.paths.home)];
}

/** Only the owner may read: folders 0700, files 0600 (0700 in bin/). Windows has no such bits. */
function checkPermissions(home: string): readonly AuditFinding[] {
  if (process.platform === "win32") return [];
  const open: string[] = [];
  const walk = (path: string): void => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || stats.isSymbolicLink()) return;
    if ((stats.mode & 0o077) !== 0) open.push(path);
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(path)) walk(join(path, name));
  };
  walk(home);
  if (open.length === 0) return [];
  return [
    {
      kind: "permissions",
      entry: null,
      detail: `${open.length} files or folders can be read by others: ${open
        .slice(0, SHOWN)
        .map((path) => relative(home, path) || ".")
        .join(", ")}`,
      repair: "take the others' rights away",
      mend: () => {
        for (const path of open) chmodSync(path, lstatSync(path).mode & 0o700);
        return `${open.length} files or folders closed`;
      },
    },
  ];
}

function checkSpace(home: string): readonly AuditFinding[] {
  const disk = statfsSync(home);
  const free = disk.bavail * disk.bsize;
  if (free >= LOW_SPACE_BYTES) return [];
  return [
    {
      kind: "low-space",
      entry: null,
      detail: `${Math.round(free / 1e6)} MB free on the disk of the store`,
      repair: "",
    },
  ];
}

/** Bytes of the files directly in a folder whose names begin so; 0 when there is none. */
export function folderBytes(folder: string, prefix = ""): number {
  try {
    const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
    return names.reduce(
      (sum, name) => sum + (lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  } catch {
    return 0;
  }
}
