/** Owns repeatable chance: the same seed gives the same history on every machine. */

export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, bound). */
  int(bound: number): number;
  chance(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** Lower-case hex digits. */
  hex(length: number): string;
  /** A version 4 UUID. */
  uuid(): string;
  /** An independent stream: what it draws does not depend on what this one drew before. */
  fork(stream: number): SeededRandom;
}

const byteHex = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1));

/** Mixes seed and stream so that neighbouring seeds share nothing (the finaliser of MurmurHash3). */
function mix(seed: number, stream: number): number {
  let hash = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** @param seed any whole number; @param stream which of its independent streams */
export function createSeededRandom(seed: number, stream = 0): SeededRandom {
  const start = mix(seed >>> 0, stream);
  let state = start;
  // mulberry32: 32 bits of state are plenty for text, and it is the fastest in JavaScript.
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = (): number => bits() / 4294967296;
  const int = (bound: number): number => Math.floor(next() * bound);
  const hex = (length: number): string => {
    let text = "";
    while (text.length < length) {
      const word = bits();
      text += `${byteHex[word & 255]}${byteHex[(word >>> 8) & 255]}${byteHex[(word >>> 16) & 255]}${byteHex[word >>> 24]}`;
    }
    return text.slice(0, length);
  };
  return {
    next,
    int,
    hex,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const found = list[int(list.length)];
      if (found === undefined) throw new RangeError("pick needs a list that is not empty");
      return found;
    },
    uuid: () => {
      const digits = hex(32);
      const variant = "89ab".charAt(Number.parseInt(digits.charAt(16), 16) & 3);
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
    fork: (fork) => createSeededRandom(start, fork + 1),
  };
}
