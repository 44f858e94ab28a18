/** Owns what one generated session is about: its language, its project, and the few names that keep coming back. */
import type { LanguageVocabulary, Vocabulary } from "./build-vocabulary.ts";
import type { HistoryLanguage } from "./language-words.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface HistoryProject {
  /** Working folder, absolute, below /home/user. */
  readonly cwd: string;
  readonly branch: string;
}

export interface Scene {
  readonly random: SeededRandom;
  readonly words: LanguageVocabulary;
  readonly english: LanguageVocabulary;
  readonly project: HistoryProject;
  noun(): string;
  compound(): string;
  identifier(): string;
  path(): string;
}

/** How often a session speaks of its own few names instead of anything. */
const ownTopic = 0.45;

export interface SceneOptions {
  readonly random: SeededRandom;
  readonly vocabulary: Vocabulary;
  readonly language: HistoryLanguage;
  readonly project: HistoryProject;
}

function getLanguage(vocabulary: Vocabulary, language: HistoryLanguage): LanguageVocabulary {
  const found = vocabulary.languages.get(language);
  if (found === undefined) throw new RangeError(`no words for language ${language}`);
  return found;
}

export function createScene({ random, vocabulary, language, project }: SceneOptions): Scene {
  const words = getLanguage(vocabulary, language);
  const several = (count: number, draw: () => string): readonly string[] =>
    Array.from({ length: count }, draw);
  const identifiers = several(8, () => vocabulary.identifiers.pick(random));
  const paths = several(6, () => vocabulary.paths.pick(random));
  const compounds = several(8, () => words.compounds.pick(random));
  const own = (topic: readonly string[], all: () => string): string =>
    random.chance(ownTopic) ? random.pick(topic) : all();
  return {
    random,
    words,
    english: getLanguage(vocabulary, "en"),
    project,
    noun: () => words.nouns.pick(random),
    compound: () => own(compounds, () => words.compounds.pick(random)),
    identifier: () => own(identifiers, () => vocabulary.identifiers.pick(random)),
    path: () => own(paths, () => vocabulary.paths.pick(random)),
  };
}
