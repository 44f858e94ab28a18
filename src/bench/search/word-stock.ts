/** Owns the words that made-up turns are drawn from: a real head, an invented tail, each language with tens of thousands. */
import type { HistoryLanguage } from "../history/language-words.ts";
import { createSeededRandom, type SeededRandom } from "../history/seeded-random.ts";
import { wordsChinese } from "../history/words-chinese.ts";
import { wordsEnglish } from "../history/words-english.ts";
import { wordsJapanese } from "../history/words-japanese.ts";
import { wordsKorean } from "../history/words-korean.ts";

/** Words, most frequent first. */
export type WordList = readonly string[];

export interface WordStock {
  readonly words: Readonly<Record<HistoryLanguage, WordList>>;
  /** Names of functions, constants, errors. */
  readonly identifiers: WordList;
}

const ENGLISH_WORDS = 80_000;
const OTHER_WORDS = 24_000;
const IDENTIFIERS = 150_000;
/** Flattens the head, as in text about code. */
const RANK_OFFSET = 12;

const ONSETS = "b c d f g h j k l m n p r s t v w z br cl dr fl gr pl pr sc sh sl sp st tr".split(
  " ",
);
const VOWELS = "a e i o u ai ea io ou".split(" ");
const CODAS = ["", "", "l", "m", "n", "r", "s", "t", "x", "nd", "rk", "st"];
const KANA_TAILS = ["する", "した", "い", "な", "る", "", "", ""];

function englishWord(random: SeededRandom): string {
  const syllables = 2 + random.int(2);
  let word = "";
  for (let at = 0; at < syllables; at += 1)
    word += `${random.pick(ONSETS)}${random.pick(VOWELS)}${random.pick(CODAS)}`;
  return word;
}

/** Two or three characters out of `count` beginning at `first`, the lower ones more often. */
function charactersOf(random: SeededRandom, first: number, count: number): string {
  const length = random.chance(0.8) ? 2 : 3;
  let word = "";
  for (let at = 0; at < length; at += 1)
    word += String.fromCharCode(first + Math.floor(count * random.next() * random.next()));
  return word;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The n-th word about n times rarer than the first. */
export function pickWord(list: WordList, random: SeededRandom): string {
  const rank = RANK_OFFSET * ((list.length + RANK_OFFSET) / RANK_OFFSET) ** random.next();
  return list[Math.floor(rank - RANK_OFFSET)] ?? "";
}

/** One of the rare ones: what a session is about. */
export function pickRareWord(list: WordList, random: SeededRandom): string {
  return list[Math.floor(list.length ** (0.55 + 0.45 * random.next())) - 1] ?? "";
}

function extend(head: readonly string[], count: number, invent: () => string): WordList {
  const words = new Set(head.filter((word) => !word.includes(" ")));
  // A fixed number of tries, so that a small space of inventions ends too.
  for (let tries = 0; tries < count * 3 && words.size < count; tries += 1) words.add(invent());
  return [...words];
}

function inventIdentifier(english: WordList, random: SeededRandom): string {
  const [first, second] = [pickWord(english, random), pickWord(english, random)];
  switch (random.int(5)) {
    case 0:
      return `${first}${capital(second)}`;
    case 1:
      return `${first}_${second}`;
    case 2:
      return `${capital(first)}${capital(second)}Error`;
    case 3:
      return `${first.toUpperCase()}_${second.toUpperCase()}`;
    default:
      return `E${first.slice(0, 4).toUpperCase()}-${random.int(9000)}`;
  }
}

/** The same stock for the same seed; half a second. */
export function createWordStock(seed: number): WordStock {
  const random = createSeededRandom(seed, 1);
  const [en, ko, ja, zh] = [wordsEnglish(), wordsKorean(), wordsJapanese(), wordsChinese()];
  const english = extend([...en.nouns, ...en.verbs, ...en.adjectives], ENGLISH_WORDS, () =>
    englishWord(random),
  );
  return {
    words: {
      en: english,
      ko: extend([...ko.nouns, ...ko.verbs], OTHER_WORDS, () => charactersOf(random, 0xac00, 9000)),
      ja: extend(
        [...ja.nouns, ...ja.verbs],
        OTHER_WORDS,
        () => `${charactersOf(random, 0x4e00, 3000)}${random.pick(KANA_TAILS)}`,
      ),
      zh: extend([...zh.nouns, ...zh.verbs], OTHER_WORDS, () => charactersOf(random, 0x4e00, 5000)),
    },
    identifiers: extend([], IDENTIFIERS, () => inventIdentifier(english, random)),
  };
}
