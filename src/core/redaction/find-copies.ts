/** Owns the search for bare copies of secrets that were found by their surroundings. */
import { hasMixedPart } from "./is-random-looking.ts";
import type { RawFind, SettledFind } from "./secret-span.ts";

const BLOCK = 8;
const LONGEST_COPY = 512;
/** From this length on a value is looked for inside longer words too. */
const SURE_LENGTH = 16;

interface Wanted {
  readonly kinds: ReadonlyMap<string, string>;
  readonly lengthsByBlock: ReadonlyMap<string, readonly number[]>;
  readonly slots: Uint8Array;
}

/** Places where a secret of `found` stands again in `text`; linear in the text whatever the number of secrets. */
export function findCopies(text: string, found: readonly SettledFind[]): RawFind[] {
  const wanted = collectWanted(text, found);
  const copies: RawFind[] = [];
  if (wanted === undefined) return copies;
  let folded = 0;
  const last = text.length - BLOCK;
  for (let at = 0; at <= last + 2; at++) {
    folded = ((folded << 5) | (text.charCodeAt(at) & 31)) & 0x7fff;
    if (wanted.slots[folded] === 0 || at < 2) continue;
    const from = at - 2;
    const lengths = wanted.lengthsByBlock.get(text.slice(from, from + BLOCK));
    if (lengths === undefined) continue;
    const copy = matchCopy(text, from, lengths, wanted);
    if (copy !== undefined) copies.push(copy);
  }
  return copies;
}

function collectWanted(text: string, found: readonly SettledFind[]): Wanted | undefined {
  const kinds = new Map<string, string>();
  const lengths = new Map<string, number[]>();
  const slots = new Uint8Array(1 << 15);
  for (const find of found) {
    const length = find.secretTo - find.secretFrom;
    if (length < BLOCK || length > LONGEST_COPY) continue;
    const value = text.slice(find.secretFrom, find.secretTo);
    if (kinds.has(value) || !isTelling(value)) continue;
    kinds.set(value, find.kind);
    const block = value.slice(0, BLOCK);
    const known = lengths.get(block);
    if (known === undefined) lengths.set(block, [length]);
    else if (!known.includes(length)) known.push(length);
    slots[
      ((value.charCodeAt(0) & 31) << 10) |
        ((value.charCodeAt(1) & 31) << 5) |
        (value.charCodeAt(2) & 31)
    ] = 1;
  }
  for (const list of lengths.values()) list.sort((a, b) => b - a);
  return kinds.size === 0 ? undefined : { kinds, lengthsByBlock: lengths, slots };
}

/** A password that is a plain word would blank that word everywhere. */
function isTelling(value: string): boolean {
  return hasMixedPart(value) || /[^A-Za-z0-9_.\- ]/.test(value) || value.length >= SURE_LENGTH;
}

function matchCopy(
  text: string,
  from: number,
  lengths: readonly number[],
  wanted: Wanted,
): RawFind | undefined {
  for (const length of lengths) {
    const kind = wanted.kinds.get(text.slice(from, from + length));
    if (kind === undefined) continue;
    if (length < SURE_LENGTH && !standsAlone(text, from, from + length)) continue;
    return { kind, from, to: from + length, generic: true };
  }
  return undefined;
}

function standsAlone(text: string, from: number, to: number): boolean {
  return !/[A-Za-z0-9]/.test(text.charAt(from - 1)) && !/[A-Za-z0-9]/.test(text.charAt(to));
}
