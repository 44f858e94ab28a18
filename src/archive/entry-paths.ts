/** Owns where an entry lies: its id, its file names, and what is found under them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { VarveError } from "../core/errors.ts";
import type { KeyedHash } from "./keyed-hash.ts";

const STEM_BYTES = 80;
const ID = /^([a-z0-9][a-z0-9-]*)\/([^/\\\0]+\.([0-9a-f]{8}))$/;

/** Every file that belongs to one epoch. */
export interface EpochPaths {
  readonly folder: string;
  readonly gz: string;
  readonly sidecar: string;
  /** A finished rewrite that waits to replace `gz` and `sidecar`. */
  readonly nextGz: string;
  readonly nextSidecar: string;
  /** A rewrite in the making; `tag` keeps two of them apart. */
  readonly temporary: (tag: string) => string;
}

/** One epoch number seen on disk, with the files that exist. */
export interface EpochFiles {
  readonly epoch: number;
  readonly gz: boolean;
  readonly sidecar: boolean;
  readonly nextGz: boolean;
  readonly nextSidecar: boolean;
  /** Only copies set aside by a repair are left: the number is taken, nothing can be read. */
  readonly asideOnly: boolean;
  readonly temporaries: readonly string[];
}

/** The part of a file name that a person recognises: at most 80 bytes, nothing a file system objects to. */
export function fileStem(redactedFileId: string): string {
  const safe = redactedFileId
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "");
  let stem = "";
  let bytes = 0;
  for (const character of safe) {
    bytes += Buffer.byteLength(character);
    if (bytes > STEM_BYTES) break;
    stem += character;
  }
  return stem.replace(/[.]+$/, "") || "file";
}

/** The id of the `counter`-th entry (from 0) of a file id; the same on every call. */
export function makeEntryId(options: {
  readonly hash: KeyedHash;
  readonly redact: (text: string) => string;
  readonly source: string;
  readonly fileId: string;
  readonly counter: number;
}): string {
  const { hash, source, fileId, counter } = options;
  const digits = hash.short("name", `${source}\0${fileId}\0${counter}`).slice(0, 8);
  return `${source}/${fileStem(options.redact(fileId))}.${digits}`;
}

/** Folder and base name of an entry. Throws `not-found` for anything that is no entry id. */
export function locateEntry(root: string, entryId: string): { folder: string; base: string } {
  const match = ID.exec(entryId);
  if (match === null) {
    throw new VarveError(
      "not-found",
      `No archive entry is called ${JSON.stringify(entryId.slice(0, 120))}.`,
      "List the entries with: varve sessions",
    );
  }
  const [, source = "", base = "", digits = ""] = match;
  return { folder: join(root, source, digits.slice(0, 2)), base };
}

export function epochPaths(root: string, entryId: string, epoch: number): EpochPaths {
  const { folder, base } = locateEntry(root, entryId);
  const name = `${base}.${epoch}.jsonl`;
  return {
    folder,
    gz: join(folder, `${name}.gz`),
    sidecar: join(folder, name),
    nextGz: join(folder, `.${name}.gz.next`),
    nextSidecar: join(folder, `.${name}.next`),
    temporary: (tag) => join(folder, `.${name}.gz.${tag}.tmp`),
  };
}

const EPOCH_FILE = /^(\d+)\.jsonl(\.gz)?(?:\.(next|[0-9a-f]+\.tmp|damaged-[0-9a-f]+))?$/;

/** Names in a folder; none when it does not exist. */
export function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Epochs of an entry found among `names` of its folder, oldest first. */
export function sortEpochFiles(base: string, names: readonly string[]): readonly EpochFiles[] {
  type Found = { -readonly [Key in keyof EpochFiles]: EpochFiles[Key] } & { temporaries: string[] };
  const found = new Map<number, Found>();
  for (const name of names) {
    const visible = name.startsWith(".") ? name.slice(1) : name;
    if (!visible.startsWith(`${base}.`)) continue;
    const match = EPOCH_FILE.exec(visible.slice(base.length + 1));
    if (match === null) continue;
    const [, digits = "", gz, suffix] = match;
    const epoch = Number(digits);
    const files = found.get(epoch) ?? {
      epoch,
      gz: false,
      sidecar: false,
      nextGz: false,
      nextSidecar: false,
      asideOnly: false,
      temporaries: [],
    };
    found.set(epoch, files);
    if (suffix === undefined) files[gz === undefined ? "sidecar" : "gz"] = true;
    else if (suffix === "next") files[gz === undefined ? "nextSidecar" : "nextGz"] = true;
    else if (suffix.endsWith(".tmp")) files.temporaries.push(name);
  }
  for (const files of found.values()) {
    files.asideOnly = !files.gz && !files.sidecar && !files.nextGz && !files.nextSidecar;
  }
  return [...found.values()].sort((left, right) => left.epoch - right.epoch);
}

/** Epochs of one entry on disk, oldest first. */
export function listEpochFiles(root: string, entryId: string): readonly EpochFiles[] {
  const { folder, base } = locateEntry(root, entryId);
  return sortEpochFiles(base, listNames(folder));
}
