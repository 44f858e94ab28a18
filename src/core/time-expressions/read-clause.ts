/** Owns the words around a time phrase: what bounds it, what it runs to, and what goes with it out of the question. */
import { isHan } from "./character-kinds.ts";
import { isNear } from "./is-near.ts";
import type { Item } from "./join-pieces.ts";
import type { Meaning } from "./meaning.ts";

export type Bound = "none" | "since" | "after" | "before" | "until" | "range";

export interface Clause {
  readonly bound: Bound;
  readonly first: Meaning;
  /** End of a range. */
  readonly second: Meaning | null;
  /** The date that the phrase is counted from instead of now: "the Sunday before March 14". */
  readonly anchor: Meaning | null;
  /** What is said, without "on" and particles. */
  readonly words: readonly [number, number];
  /** What is taken out of the question. */
  readonly cut: readonly [number, number];
  /** The item to read on from. */
  readonly end: number;
}

/** A second number after a particle makes "3일에 한 번", 3日に1回: how often, not when. */
const HOW_OFTEN = /^ ?(?:[한두세네] ?번|\d+ ?[번회回次]|[一二三][回次])/;

const isPhrase = ({ pieces }: Item): boolean => pieces > 0;

function isPrefix({ meaning }: Item): boolean {
  if ((meaning.prep ?? meaning.link ?? meaning.between) !== undefined) return true;
  const bound = meaning.since ?? meaning.after ?? meaning.before ?? meaning.until ?? meaning.from;
  return bound === 1;
}

const WRITTEN = /[\p{L}\p{N}]/u;

/** A particle, or 쯤 behind a date, which is vague enough. */
const isTail = ({ meaning, pieces }: Item): boolean =>
  meaning.tail !== undefined || (meaning.about !== undefined && pieces === 1 && !meaning.hour);

interface RangeEnd {
  readonly meaning: Meaning;
  readonly to: number;
}

/** Reads on from item to item; each step is kept only when it joins what was read before. */
class ClauseReader {
  at: number;
  readonly text: string;
  readonly items: readonly Item[];
  /** A word that only a time can stand behind or before. */
  hasContext = false;

  constructor(text: string, items: readonly Item[], at: number) {
    this.text = text;
    this.items = items;
    this.at = at;
  }

  get item(): Item | undefined {
    return this.items[this.at];
  }

  /** The item behind the present one, when it stands near. */
  get next(): Item | undefined {
    const next = this.items[this.at + 1];
    return isNear(this.text, this.item, next) ? next : undefined;
  }

  /** Moves over "in", "the", "since" to the phrase. */
  readPrefixes(): Meaning {
    let found: Meaning = {};
    while (this.item !== undefined && isPrefix(this.item) && this.next !== undefined) {
      const { meaning } = this.item;
      found = { ...found, ...meaning };
      if (meaning.link === undefined) this.hasContext = true;
      this.at += 1;
    }
    return found;
  }

  /** Moves over particles. 에서 may open a range: it is one of them when `last`. */
  readTails(last: boolean): void {
    for (let { next } = this; next !== undefined && isTail(next); { next } = this) {
      if (next.meaning.from !== undefined && !last) return;
      const after = this.text.slice(next.to, next.to + 6);
      if (next.meaning.tail === 2 && !HOW_OFTEN.test(after)) this.hasContext = true;
      this.at += 1;
    }
  }

  /** The bound behind the phrase. 前 and 起 before another character begin another word. */
  readPostfix(prefix: Meaning): Meaning | null {
    const { next } = this;
    if (next === undefined || isPhrase(next)) return null;
    const { since, before, until, apart } = next.meaning;
    const bound = since ?? before ?? until ?? apart;
    const fits = bound === 2 || (bound === 3 && prefix.since === 1) || apart !== undefined;
    const isShort = next.to - next.from === 1 && isHan(this.text.charCodeAt(next.to));
    if (!fits || (isShort && this.text[next.to] !== "的")) return null;
    this.at += 1;
    this.hasContext = true;
    return next.meaning;
  }

  /** Moves over "before" and its date behind a weekday or weekend, and returns the date. */
  readAnchor({ weekday, weekend }: Meaning): RangeEnd | null {
    const { next } = this;
    const date = this.items[this.at + 2];
    if ((weekday ?? weekend) === undefined || next?.meaning.before !== 1) return null;
    if (date === undefined || !isPhrase(date) || !isNear(this.text, next, date)) return null;
    this.at += 2;
    return { meaning: date.meaning, to: date.to };
  }

  /** Moves over "to", "and", 에서 behind the beginning of a range, and returns it. */
  readJoint(): Meaning | null {
    const { next } = this;
    const { to, and, from, until } = next?.meaning ?? {};
    if ((to ?? and ?? from ?? until) === undefined || until === 2) return null;
    this.at += 1;
    return next?.meaning ?? null;
  }

  /** The phrase that ends a range. The place stays where it was when there is none. */
  readSecond(prefix: Meaning, postfix: Meaning | null): RangeEnd | null {
    const start = this.at;
    const joint = postfix ?? this.readJoint();
    if (joint !== null) {
      while (this.next !== undefined && isPrefix(this.next)) this.at += 1;
      const second = this.next;
      if (second !== undefined && isPhrase(second)) {
        this.at += 1;
        this.readTails(true);
        const closing = this.readPostfix({});
        const to = closing === null ? second.to : (this.item?.to ?? second.to);
        const isClosed = (closing?.until ?? closing?.apart ?? joint.to) !== undefined;
        const isOpened = (prefix.between ?? prefix.from ?? prefix.since) !== undefined;
        // "from A ... B" needs no more; から and 에서 are also particles and need their まで and 까지.
        const isJoined = postfix === null && joint.from === undefined;
        if (isClosed || (isOpened && isJoined)) return { meaning: second.meaning, to };
      }
    }
    this.at = start;
    return null;
  }
}

function boundOf(prefix: Meaning, postfix: Meaning | null): Bound {
  const { since, after, before, until } = { ...prefix, ...postfix };
  if (before !== undefined) return "before";
  if (until !== undefined) return "until";
  if (after !== undefined) return "after";
  return since === undefined ? "none" : "since";
}

/** Reads the clause whose first word is the item at `at`; null when it is none or only looks like time. */
export function readClause(text: string, items: readonly Item[], at: number): Clause | null {
  const reader = new ClauseReader(text, items, at);
  const prefix = reader.readPrefixes();
  const phrase = reader.item;
  if (phrase === undefined || !isPhrase(phrase)) return null;
  reader.readTails(false);
  const postfix = reader.readPostfix(prefix);
  const wordsTo = postfix === null ? phrase.to : (reader.item?.to ?? phrase.to);
  const opensRange = postfix === null || postfix.since !== undefined;
  const second = opensRange ? reader.readSecond(prefix, postfix) : null;
  const anchor = second === null && postfix === null ? reader.readAnchor(phrase.meaning) : null;
  reader.readTails(true);
  const bound = second === null ? boundOf(prefix, postfix) : "range";
  const from = items[at]?.from ?? phrase.from;
  const to = reader.item?.to ?? wordsTo;
  const isStrong = phrase.pieces > 1 || !phrase.meaning.weak;
  if (phrase.meaning.needsyear !== undefined) return null;
  const isRead = isStrong || reader.hasContext || second !== null;
  if (!isRead && (at > 0 || WRITTEN.test(text.slice(0, from)) || WRITTEN.test(text.slice(to)))) {
    return null;
  }
  return {
    bound,
    first: phrase.meaning,
    second: second?.meaning ?? null,
    anchor: anchor?.meaning ?? null,
    words: [bound === "none" ? phrase.from : from, second?.to ?? anchor?.to ?? wordsTo],
    cut: [from, to],
    end: reader.at + 1,
  };
}
