/** Owns reading the file names out of Codex's patch text. */

const FILE_LINE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)[^\S\n]*$/gm;
const MAX_FILES = 200;

/** Paths named by an `*** Begin Patch` text, in order, each once; at most 200. Empty when it is no patch. */
export function patchFiles(patch: string): readonly string[] {
  if (!patch.includes("*** ")) return [];
  const files = new Set<string>();
  for (const match of patch.matchAll(FILE_LINE)) {
    if (match[1] !== undefined) files.add(match[1]);
    if (files.size >= MAX_FILES) break;
  }
  return [...files];
}
