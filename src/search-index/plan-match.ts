/**
 * Owns which words of a question find turns and which only count for the order. Ranking costs by the row, and by the
 * postings of every word it weighs; without a limit five common words take half a second in a million turns.
 */
import type { QueryWord } from "../core/tokenise/query-words.ts";
import { matchExpression } from "./match-expression.ts";
import type { WeighedWord } from "./weigh-words.ts";

/** What a ranked look-up may cost. */
export interface MatchBudget {
  /** Rows that are ranked: half a microsecond each, and as much again for eight words; long questions rank fewer. */
  readonly rows: number;
  /** Postings that are read for the weights: one in 20 ns. */
  readonly postings: number;
}

export interface MatchPlan {
  /** What is looked up and ranked; undefined when every word is too frequent for that. */
  readonly expression: string | undefined;
  /** Words that find nothing by themselves. */
  readonly passive: readonly QueryWord[];
}

export interface PlanRequest {
  readonly words: readonly WeighedWord[];
  readonly budget: MatchBudget;
  /** Counts the scope's rows that match, no further than `most`. */
  readonly count: (expression: string, most: number) => number;
  /** True when no word can match more rows in the scope than its own number says: a scope of everything. */
  readonly isWhole: boolean;
  /** Rows that the scope has, as far as they are fewer than the budget's; Infinity otherwise. */
  readonly scopeRows: number;
}

/** With so many words a row costs twice as much as with none: each is looked for in it. */
const WORDS_THAT_DOUBLE = 8;
/** Fewer rows than this are no page of candidates. */
const FEWEST_ROWS = 60;
const PAIRS: readonly (readonly [number, number])[] = [
  [0, 1],
  [0, 2],
  [1, 2],
];

function expressionOf(words: readonly WeighedWord[]): string {
  return matchExpression(words.map(({ word }) => word));
}

function postingsOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { postings }) => sum + postings, 0);
}

function isPhrase({ word }: WeighedWord): boolean {
  return word.phrases.some((tokens) => tokens.length > 1);
}

interface Driving {
  readonly words: readonly WeighedWord[];
  /** No more rows than this hold any of them. */
  readonly rows: number;
}

/** Rarest first, as long as the rows last. A word that does not fit leaves room for a rarer name behind it. */
function chooseDriving(request: PlanRequest): Driving {
  const { words, budget, scopeRows } = request;
  // Together the words match no more rows than there are.
  const isSmall = scopeRows <= budget.rows;
  const driving: WeighedWord[] = [];
  let rows = 0;
  let postings = 0;
  for (const word of words) {
    const left = budget.rows - rows;
    // The rarest may cost more: without it the rest says little.
    const most = word === words[0] ? 2 * budget.postings : budget.postings;
    if (postings + word.postings > most) continue;
    const held = isSmall ? Math.min(word.most, scopeRows) : rowsOf(word, left, request);
    if (!isSmall && held > left) continue;
    driving.push(word);
    rows += held;
    postings += word.postings;
  }
  return { words: driving, rows };
}

/** Rows of the scope that hold the word, or more than `left`; counted only where its number does not tell. */
function rowsOf(
  word: WeighedWord,
  left: number,
  { count, isWhole }: Pick<PlanRequest, "count" | "isWhole">,
): number {
  const isKnown = isPhrase(word) ? word.most <= left : isWhole;
  return isKnown ? word.most : count(expressionOf([word]), left + 1);
}

/** Two of the rarest that stand together in enough turns and not in too many. */
function choosePair(
  words: readonly WeighedWord[],
  { budget, count }: PlanRequest,
): readonly WeighedWord[] {
  for (const [first, second] of PAIRS) {
    const pair = [words[first], words[second]].filter((word) => word !== undefined);
    if (pair.length < 2 || postingsOf(pair) > 2 * budget.postings) continue;
    const rows = count(joinBoth(pair), budget.rows + 1);
    if (rows >= FEWEST_ROWS && rows <= budget.rows) return pair;
  }
  return [];
}

function joinBoth(pair: readonly WeighedWord[]): string {
  return pair.map((word) => `(${expressionOf([word])})`).join(" AND ");
}

/**
 * Adds words to the weights of rows that others find: `(found) AND (found OR weighed)` visits no row more. The words
 * that find count twice by it, which the second stage of ranking does not see.
 */
function withWeights(found: string, finding: readonly WeighedWord[], request: PlanRequest): string {
  let postings = 2 * postingsOf(finding);
  const weighed: WeighedWord[] = [];
  for (const word of request.words) {
    if (finding.includes(word) || isPhrase(word)) continue;
    if (postings + word.postings > request.budget.postings) break;
    postings += word.postings;
    weighed.push(word);
  }
  if (weighed.length === 0) return found;
  return `(${found}) AND (${expressionOf(finding)} OR ${expressionOf(weighed)})`;
}

/** Names of several tokens are dear to look up and weigh enough alone: they find beside the others and only once. */
function expressionOfPlan(
  driving: readonly WeighedWord[],
  pair: readonly WeighedWord[],
  request: PlanRequest,
): string {
  const names = driving.filter(isPhrase);
  const plain = driving.filter((word) => !isPhrase(word));
  if (plain.length + pair.length === 0) return expressionOf(names);
  const parts = [expressionOf(plain), joinBoth(pair)].filter((part) => part !== "");
  const found = parts.length === 1 ? parts.join("") : `${parts[0]} OR (${parts[1]})`;
  const weighed = withWeights(found, [...plain, ...pair], request);
  return names.length === 0 ? weighed : `${expressionOf(names)} OR (${weighed})`;
}

/**
 * Chooses the words that find. Words that stand nowhere are left out: they find nothing and weigh nothing. Where the
 * words within the limits find next to nothing (a misspelt one, say), two of the others that stand together find too.
 */
export function planMatch(request: PlanRequest): MatchPlan {
  const words = request.words
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => a.frequency - b.frequency);
  const rows = (request.budget.rows * WORDS_THAT_DOUBLE) / (WORDS_THAT_DOUBLE + words.length);
  const known = { ...request, words, budget: { ...request.budget, rows: Math.floor(rows) } };
  const driving = chooseDriving(known);
  if (driving.words.length === words.length)
    return { expression: expressionOf(words), passive: [] };
  const left = words.filter((word) => !driving.words.includes(word));
  const pair = driving.rows < FEWEST_ROWS ? choosePair(left, known) : [];
  const isNothing = driving.words.length + pair.length === 0;
  return {
    expression: isNothing ? undefined : expressionOfPlan(driving.words, pair, known),
    passive: left.filter((word) => !pair.includes(word)).map(({ word }) => word),
  };
}
