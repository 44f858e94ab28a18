/** Owns finding time words in Japanese and Chinese text, which has no blanks to cut at. */
import { isHan, isHiragana } from "./character-kinds.ts";
import type { Lexeme } from "./meaning.ts";
import { countOf, numeralAt } from "./read-number.ts";
import { wordsAt } from "./word-index.ts";

interface HanWords {
  /** Where to go on reading. */
  readonly to: number;
  readonly lexemes: readonly Lexeme[];
}

const WEEKDAYS = "日一二三四五六";
/** What makes the digit after "week" something else: 上周一个, 先週日本, 周日志, 先週日曜. */
const NO_WEEKDAY =
  /^(?:[一二三四五六][个個次些直起样樣共堆种種天周週条條般番年月十点點项項]|[一二三四五六]下(?!午)|日[志誌程期常报報历歷本语語元曜]|天[气氣])/;
/** What a sentence goes on with after a particle, so that は in 昨日はじめた is none. */
const AFTER_PARTICLE = /^(?:どう|なに|なん|どこ|どの|この|その|あの|した|やっ|あっ|いつ|つい)/;

/** Reads 周二, 上周二 and 星期天: the day behind the word for week that ends at `from`. */
function weekdayAt(text: string, from: number): Lexeme | null {
  const character = text[from] ?? "";
  const weekday = character === "天" ? 0 : WEEKDAYS.indexOf(character);
  if (character === "" || weekday === -1 || NO_WEEKDAY.test(text.slice(from, from + 3)))
    return null;
  return { from, to: from + 1, meaning: { weekday } };
}

function mayStand(text: string, word: Lexeme, last: Lexeme | undefined): boolean {
  const { from, to, meaning } = word;
  const glued = last?.to === from;
  // 前の火曜 is the last one, the 前の of 3日前の is not.
  if (meaning.last !== undefined && glued) return false;
  const next = text.charCodeAt(to);
  if (meaning.tail !== undefined) {
    if (!glued) return false;
    const first = text[from] ?? "";
    if (first === "的" || first === "の") return true;
    if (isHiragana(text.charCodeAt(from)))
      return !isHiragana(next) || AFTER_PARTICLE.test(text.slice(to, to + 2));
    return to - from > 1 || !isHan(next) || text[to] === "的";
  }
  const bound = meaning.since ?? meaning.until ?? meaning.before ?? meaning.within;
  if (bound === 2 || bound === 3 || meaning.within !== undefined)
    return glued || (last !== undefined && last.to === from - 1 && text[from - 1] === " ");
  if ((meaning.about ?? meaning.apart ?? meaning.oclock ?? meaning.quarterpast) !== undefined)
    return glued;
  return glued || !isHiragana(text.charCodeAt(from)) || !isHiragana(text.charCodeAt(from - 1));
}

function isCounter({ meaning }: Lexeme): boolean {
  return (meaning.as ?? meaning.unit ?? meaning.quarterpast) !== undefined;
}

function counterFollows(text: string, at: number): boolean {
  return wordsAt(text, at).some(isCounter);
}

/** A number before a counter. The 三 of 三四半期 is one, though 三四 goes on. */
function readCount(text: string, from: number): HanWords {
  const run = numeralAt(text, from);
  if (run === undefined) return { to: from + 1, lexemes: [] };
  const goesOn = run.to > from + 1 && !counterFollows(text, run.to);
  const one = goesOn ? numeralAt(text.slice(from, from + 1), 0) : undefined;
  const to = one === undefined ? run.to : from + 1;
  const numeral = one === undefined ? run.numeral : one.numeral;
  if (numeral === null || !counterFollows(text, to)) return { to: run.to, lexemes: [] };
  const meaning = countOf(numeral);
  const isOrdinal = text[from - 1] === "第";
  return { to, lexemes: [{ from, to, meaning: isOrdinal ? { ...meaning, ordinal: 1 } : meaning }] };
}

/** The words that begin at `from`; none when it is other text. */
export function readHan(text: string, from: number, last: Lexeme | undefined): HanWords {
  const words = wordsAt(text, from);
  const longest = words[0];
  const counted = last?.to === from && last.meaning.count !== undefined;
  // The 月 of 3月初 counts; that of 月初 does not.
  const counter = counted ? words.find(isCounter) : undefined;
  const word = counter ?? words.find((each) => mayStand(text, each, last));
  if (word !== undefined) {
    const { meaning, to } = word;
    if (meaning.block !== undefined) return { to, lexemes: [] };
    if (meaning.week === undefined && meaning.weekword === undefined)
      return { to, lexemes: [word] };
    const day = counted ? null : weekdayAt(text, to);
    if (day === null) return { to, lexemes: [word] };
    if (meaning.week !== undefined) return { to: day.to, lexemes: [word, day] };
    return { to: day.to, lexemes: [{ ...day, from }] };
  }
  if (longest !== undefined) return { to: longest.to, lexemes: [] };
  return readCount(text, from);
}
