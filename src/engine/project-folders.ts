/** Owns which folders a project's own settings files may lie in. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** A working folder deeper below its repository's root is none that a person works in. */
const MAX_ABOVE = 12;

/** `cwd`, and the folders above it up to the root of the repository around it; `cwd` alone where there is none. */
export function projectFolders(cwd: string): readonly string[] {
  const folders = [cwd];
  for (let folder = cwd; folders.length <= MAX_ABOVE;) {
    if (existsSync(join(folder, ".git"))) return folders;
    const above = dirname(folder);
    if (above === folder) break;
    folders.push(above);
    folder = above;
  }
  return [cwd];
}
