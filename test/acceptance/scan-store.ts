/** Owns looking for texts in everything a store left on disk: bytes of files, names of files, the words of the index. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { openSqlite } from "../../src/platform/sqlite.ts";
import { readTree } from "../support/temp-home.ts";

/** One place that was searched, under the name that a failure shows. */
export interface Haystack {
  readonly where: string;
  readonly text: string;
}

export interface ScanOptions {
  /** The gzip files of the archive hold the host's bytes; true searches them too, as written and inflated. */
  readonly withArchived: boolean;
}

/** Every file of the store with its name, and the vocabulary of each full-text table. Texts are latin1: one unit per byte. */
export function readStore(store: string, options: ScanOptions): Haystack[] {
  const found: Haystack[] = [];
  for (const [name, bytes] of readTree(store)) {
    found.push({ where: `name of ${name}`, text: Buffer.from(name).toString("latin1") });
    const isArchived = name.startsWith("archive/") && name.endsWith(".gz");
    if (isArchived && !options.withArchived) continue;
    found.push({ where: name, text: bytes.toString("latin1") });
    if (isArchived)
      found.push({ where: `${name} inflated`, text: gunzipSync(bytes).toString("latin1") });
  }
  return [...found, ...readVocabulary(store)];
}

/** The words of the full-text tables: what a byte scan would miss, because they are stored in parts. */
function readVocabulary(store: string): Haystack[] {
  const folder = join(store, "index");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .flatMap((name) => {
      const database = openSqlite(join(folder, name), { busyTimeoutMs: 5_000 });
      try {
        return ["fts", "singles"].map((table) => {
          database.exec(
            `CREATE VIRTUAL TABLE temp.v_${table} USING fts5vocab('main', '${table}', 'row')`,
          );
          const words = database
            .prepare(`SELECT term FROM temp.v_${table}`)
            .all()
            .map((row) => String(row["term"]));
          return {
            where: `words of ${table}`,
            text: Buffer.from(words.join("\n")).toString("latin1"),
          };
        });
      } finally {
        database.close();
      }
    });
}

/** `needle` in the bytes that `readStore` compares with. */
export function asBytes(needle: string): string {
  return Buffer.from(needle).toString("latin1");
}

/** The places that hold `needle`, in any letter case. */
export function placesOf(needle: string, haystacks: readonly Haystack[]): string[] {
  const folded = asBytes(needle.toLowerCase());
  const exact = asBytes(needle);
  return haystacks
    .filter(({ text }) => text.includes(exact) || lowered(text).includes(folded))
    .map(({ where }) => where);
}

const loweredTexts = new Map<string, string>();

function lowered(text: string): string {
  const known = loweredTexts.get(text);
  if (known !== undefined) return known;
  const made = asBytes(Buffer.from(text, "latin1").toString("utf8").toLowerCase());
  if (loweredTexts.size > 400) loweredTexts.clear();
  loweredTexts.set(text, made);
  return made;
}
