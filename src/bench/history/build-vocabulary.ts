/** Owns the words a whole history draws from: per language, and the identifiers and paths that all of them share. */
import type { HistoryLanguage, LanguageWords } from "./language-words.ts";
import { createSeededRandom } from "./seeded-random.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { wordsChinese } from "./words-chinese.ts";
import { wordsEnglish } from "./words-english.ts";
import { wordsJapanese } from "./words-japanese.ts";
import { wordsKorean } from "./words-korean.ts";
import { createZipfList } from "./zipf-list.ts";
import type { ZipfList } from "./zipf-list.ts";

export interface LanguageVocabulary {
  readonly language: HistoryLanguage;
  readonly nouns: ZipfList;
  readonly compounds: ZipfList;
  readonly verbs: ZipfList;
  readonly adjectives: ZipfList;
  readonly prompts: readonly string[];
  readonly sentences: readonly string[];
  readonly separator: string;
}

export interface Vocabulary {
  readonly languages: ReadonlyMap<HistoryLanguage, LanguageVocabulary>;
  readonly identifiers: ZipfList;
  readonly paths: ZipfList;
}

const identifierCount = 6000;
const pathCount = 4000;
const compoundCount = 4000;
const folders = [
  "src",
  "lib",
  "app",
  "packages/core",
  "packages/api",
  "services/billing",
  "internal",
  "cmd",
  "test",
  "web",
];
const extensions = ["ts", "ts", "ts", "tsx", "py", "go", "rs", "sql", "yaml", "md"];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function makeIdentifier(random: SeededRandom, words: LanguageWords): string {
  const verb = random.pick(words.verbs);
  const first = random.pick(words.nouns);
  const second = random.pick(words.nouns);
  switch (random.int(5)) {
    case 0:
      return `${verb}${capital(first)}${capital(second)}`;
    case 1:
      return `${first}_${second}_${random.pick(words.nouns)}`;
    case 2:
      return `${capital(first)}${capital(second)}Error`;
    case 3:
      return `${capital(first)}${capital(second)}`;
    default:
      return `${verb}_${first}_${second}`;
  }
}

function makePath(random: SeededRandom, words: LanguageWords): string {
  const depth = random.int(2) === 0 ? "" : `${random.pick(words.nouns)}/`;
  return `${random.pick(folders)}/${depth}${random.pick(words.nouns)}-${random.pick(words.nouns)}.${random.pick(extensions)}`;
}

const distinct = (count: number, make: () => string): readonly string[] => {
  const found = new Set<string>();
  // A fixed number of tries, so that a small word list ends too.
  for (let tries = 0; tries < count * 4 && found.size < count; tries += 1) found.add(make());
  return [...found];
};

function readLanguage(
  language: HistoryLanguage,
  words: LanguageWords,
  random: SeededRandom,
): LanguageVocabulary {
  const compound = (): string =>
    `${random.pick(words.nouns)}${words.separator}${random.pick(words.nouns)}`;
  return {
    language,
    nouns: createZipfList(words.nouns),
    compounds: createZipfList(distinct(compoundCount, compound)),
    verbs: createZipfList(words.verbs),
    adjectives: createZipfList(words.adjectives),
    prompts: words.prompts,
    sentences: words.sentences,
    separator: words.separator,
  };
}

/** @param seed decides the compounds, identifiers and paths; the base words are always the same */
export function buildVocabulary(seed: number): Vocabulary {
  const english = wordsEnglish();
  const random = createSeededRandom(seed, 1);
  const languages = new Map<HistoryLanguage, LanguageVocabulary>([
    ["en", readLanguage("en", english, random)],
    ["ko", readLanguage("ko", wordsKorean(), random)],
    ["ja", readLanguage("ja", wordsJapanese(), random)],
    ["zh", readLanguage("zh", wordsChinese(), random)],
  ]);
  return {
    languages,
    identifiers: createZipfList(distinct(identifierCount, () => makeIdentifier(random, english))),
    paths: createZipfList(distinct(pathCount, () => makePath(random, english))),
  };
}
