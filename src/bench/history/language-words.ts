/** Owns the shape of one language's words and sentence forms. */

export type HistoryLanguage = "en" | "ko" | "ja" | "zh";

export interface LanguageWords {
  /** Most frequent first. */
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly adjectives: readonly string[];
  /** What a person asks. */
  readonly prompts: readonly string[];
  /** What an agent answers. */
  readonly sentences: readonly string[];
  /** What stands between two sentences and inside a compound of two nouns. */
  readonly separator: string;
}
