/** Owns the questions that a search bench asks: each family drawn from turns that stand in the store. */
import { queryWords } from "../../core/tokenise/query-words.ts";
import type { SeededRandom } from "../history/seeded-random.ts";

export const QUERY_FAMILIES = [
  "5 content words of a turn",
  "5 words above 3 %",
  "14-word prompt",
  "an identifier",
  "2 CJK characters",
  "1 CJK character",
] as const;
export type QueryFamily = (typeof QUERY_FAMILIES)[number];

/** A turn that questions are made from. */
export interface SampleTurn {
  readonly project: string;
  readonly text: string;
  readonly isPrompt: boolean;
}

export interface DrawnQuery {
  readonly query: string;
  /** Project of the turn, for the scoped run. */
  readonly project: string;
}

export interface DrawOptions {
  readonly random: SeededRandom;
  readonly samples: readonly SampleTurn[];
  /** Words that stand in more than 3 % of all turns. */
  readonly frequentWords: readonly string[];
}

const IDENTIFIER = /\b(?:[a-z]+(?:[A-Z]\w+|_\w+)|[A-Z]\w+Error|[A-Z]+_[A-Z_]+|E[A-Z]+-\d+)\b/gu;
const CJK_PAIR = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;
const WORDS_IN_PROMPT = 14;
/** As much as 14 words say where no spaces stand between them. */
const CHARACTERS_IN_PROMPT = 40;

function several(random: SeededRandom, list: readonly string[], count: number): readonly string[] {
  const left = [...list];
  const taken: string[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(random.int(left.length), 1));
  return taken;
}

function promptOf(text: string): string {
  const words = text.split(/\s+/).slice(0, WORDS_IN_PROMPT).join(" ");
  const mostlyCjk = (text.match(CJK_PAIR) ?? []).join("").length > text.length / 2;
  return mostlyCjk ? words.slice(0, CHARACTERS_IN_PROMPT) : words;
}

function matchIn(options: DrawOptions, text: string, pattern: RegExp): string | undefined {
  const found = text.match(pattern);
  return found === null ? undefined : options.random.pick(found);
}

/** A question of the family made from this turn; undefined when the turn gives none. */
function makeQuery(
  family: QueryFamily,
  sample: SampleTurn,
  options: DrawOptions,
): string | undefined {
  const { random } = options;
  switch (family) {
    case "5 content words of a turn": {
      const words = queryWords(sample.text).filter((word) => !word.single);
      const typed = several(
        random,
        words.map((word) => word.typed),
        5,
      );
      return typed.length === 5 ? typed.join(" ") : undefined;
    }
    case "5 words above 3 %":
      return several(random, options.frequentWords, 5).join(" ");
    case "14-word prompt":
      return sample.isPrompt ? promptOf(sample.text) : undefined;
    case "an identifier":
      return matchIn(options, sample.text, IDENTIFIER);
    case "2 CJK characters": {
      const run = matchIn(options, sample.text, CJK_PAIR);
      const at = run === undefined ? 0 : random.int(run.length - 1);
      return run?.slice(at, at + 2);
    }
    case "1 CJK character":
      return matchIn(options, sample.text, CJK_PAIR)?.slice(0, 1);
  }
}

/** @returns fewer than `count` where the samples give no more */
export function drawQueries(
  family: QueryFamily,
  count: number,
  options: DrawOptions,
): readonly DrawnQuery[] {
  const drawn: DrawnQuery[] = [];
  for (let tries = 0; tries < count * 20 && drawn.length < count; tries += 1) {
    const sample = options.random.pick(options.samples);
    const query = makeQuery(family, sample, options);
    if (query !== undefined && query !== "") drawn.push({ query, project: sample.project });
  }
  return drawn;
}
