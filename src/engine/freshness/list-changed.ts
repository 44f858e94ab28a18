/** Owns finding the transcripts that are not as the index took them in, by stats alone. */
import type { SourceFile } from "../../core/source-file.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import type { KnownSource } from "../../search-index/source-cache.ts";
import { formatOf } from "../../transcripts/formats.ts";
import { discoverSources, type OnlyFiles } from "../discover-sources.ts";
import type { Engine } from "../engine.ts";
import { READ_KINDS } from "../index-entry.ts";
import { isChanged } from "../sync-sources.ts";

export interface ChangedFile {
  readonly file: SourceFile;
  readonly pathKey: string;
  /** What came since the index took the file in; all of it when it is new or was rewritten. */
  readonly newBytes: number;
}

/** Newest first. Without an index every transcript is one. Costs a stat for each file of the hosts. */
export function listChanged(
  engine: Engine,
  index: SearchIndex | undefined,
): readonly ChangedFile[] {
  const isKnown = index?.sourceStats();
  const only: OnlyFiles = {
    kinds: READ_KINDS,
    isWanted: (stats) => isKnown?.(stats) !== true,
  };
  const files = engine.options.roots.flatMap(
    (root) => discoverSources(root, formatOf(root.source), only).files,
  );
  if (files.length === 0) return [];
  const keyed = files.map((file) => ({ file, pathKey: engine.store.keyedHash(file.path) }));
  const known = index?.sourcesOf(keyed.map(({ pathKey }) => pathKey));
  return keyed
    .filter(({ file, pathKey }) => isChanged(file, known?.get(pathKey)))
    .map(({ file, pathKey }) => ({
      file,
      pathKey,
      newBytes: countNewBytes(file, known?.get(pathKey)),
    }))
    .sort((a, b) => b.file.mtimeMs - a.file.mtimeMs || (a.file.path < b.file.path ? -1 : 1));
}

function countNewBytes(file: SourceFile, known: KnownSource | undefined): number {
  const goesOn = known?.inode === file.inode && file.sizeBytes > known.sizeBytes;
  return goesOn ? file.sizeBytes - known.sizeBytes : file.sizeBytes;
}
