/** Owns the second stage of ranking: the candidates that the index found are scored again from their texts and surroundings. Pure. */
import type { CorpusFacts, SessionCounts } from "../core/corpus-facts.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import type { TurnClass, TurnRole } from "../core/turn.ts";
import { asksQuestion } from "./asks-question.ts";
import { explainRank } from "./explain-rank.ts";
import { findHeld, findLiterals, type Literal } from "./find-literals.ts";
import { createTextScanner, estimateLength, type TextScanner } from "./scan-text.ts";
import { isKeywordList } from "./is-keyword-list.ts";
import { scoreTurn, type ScoreParts, type TurnScore } from "./score-turn.ts";
import { weighWords, type WordWeights } from "./weigh-words.ts";

export interface CandidateText {
  readonly text: string;
  /** Tool, files and whatever else names the turn. */
  readonly key: string;
}

/** A turn next to a candidate in its session. */
export interface Neighbour extends CandidateText {
  /** Turns away: -1 just before, 2 the second behind. */
  readonly distance: number;
}

export interface Candidate extends CandidateText {
  readonly id: number;
  /** `t:<session>#<seq>`; decides between equals. */
  readonly ref: string;
  readonly session: string;
  /** ISO instant; null when unknown. */
  readonly time: string | null;
  readonly role: TurnRole;
  readonly class: TurnClass;
  /** The index found a word of the question in it; false for a turn that stands near such a one. */
  readonly isMatch: boolean;
  readonly neighbours: readonly Neighbour[];
  /** The prompt that it works under, where that is no neighbour. */
  readonly request: CandidateText | undefined;
  /** Undefined where it was not asked for. */
  readonly sessionCounts: SessionCounts | undefined;
}

/** Parts of the score; `bench retrieval` measures them apart, everything else takes all. */
export interface RankLanes {
  /** Turns around a candidate, and the prompt that it works under. */
  readonly around: boolean;
  readonly session: boolean;
  /** Words in the question's order, quoted phrases, names letter for letter. */
  readonly phrase: boolean;
  /** Kind of turn, copies, recency, and leaving out what says too little. */
  readonly judgement: boolean;
}

export const ALL_LANES: RankLanes = { around: true, session: true, phrase: true, judgement: true };

export interface RankInput {
  /** Redacted, without its time words. */
  readonly query: string;
  readonly words: readonly QueryWord[];
  readonly candidates: readonly Candidate[];
  readonly corpus: CorpusFacts;
  readonly now: Date;
  readonly lanes: RankLanes;
}

export interface RankedCandidate {
  readonly id: number;
  /** Higher is better. */
  readonly score: number;
  /** What brought it here, for a person: `phrase; words: token, expiry; session`. */
  readonly explain: () => string;
  /** A word of the question stands in it. */
  readonly holdsWord: boolean;
}

// Measured as those of score-turn.ts.
const ASKING_FACTOR = 0.85;
const TOOL_RESULT_FACTOR = 0.7;
const CALL_FACTOR = 0.8;
/** What is said n times, a question asked again and again or the output of a build, says less each time. */
const COPY_EXPONENT = 0.4;
/** Copies may differ in numbers, case and marks, and a little in length. */
const COPY_CHARS = 80;
const COPY_LENGTH_STEPS = 3;
const ADJACENT_WEIGHT = 0.2;
const PHRASE_WEIGHT = 0.5;
const EXACT_WEIGHT = 1;
/** With less of the question than this in the best of all candidates, the answer is nothing. */
const LEAST_OF_BEST = 0.15;
/** One word of three or more may be anywhere: alone it must be this much of the question. */
const LEAST_OF_ONE_WORD = 0.35;
/** With less than this, a candidate is left out. */
const LEAST_OF_ANY = 0.1;
/** Recency only orders: it moves a score by at most this part. */
const RECENCY_SHARE = 0.05;
const HALF_LIFE_DAYS = 30;
const RECENCY_FLOOR = 0.5;
const DAY_MS = 86_400_000;
/** Of a store whose averages are not known. */
const USUAL_LENGTH = 60;

interface Scored {
  readonly candidate: Candidate;
  readonly turn: TurnScore;
  /** The same for texts that say the same. */
  readonly copyName: string;
  readonly literals: readonly Literal[];
  readonly pairs: number;
  /** Part of the question that stands in the turn or around it. */
  readonly covered: number;
  readonly coveredWords: number;
}

/**
 * Best first. A candidate that says too little of the question is left out; where no candidate says enough there is no
 * answer. Equals are in the order of their references, so the same input gives the same list.
 */
export function rankCandidates(input: RankInput): readonly RankedCandidate[] {
  const { words, lanes, now } = input;
  const candidates = input.candidates.map((candidate) => onlyLanes(candidate, lanes));
  const scanner = createTextScanner(words);
  const weights = weighWords(words, input.corpus, countCandidates(input, candidates, scanner));
  const sessions = new Map<string, number>();
  const parts = { scanner, weights, averageLength: averageLength(input), sessions };
  const literals = findLiterals(input.query);
  const scored = candidates.map((candidate) => score(candidate, parts, literals));
  const copies = countCopies(scored);
  const isList = isKeywordList(input.query, words);
  return (lanes.judgement ? admit(scored, weights, isList) : scored)
    .map((one) => ({
      one,
      score:
        (one.turn.score + (lanes.phrase ? bonusOf(one, weights) : 0)) *
        (lanes.judgement ? factorOf(one, copies, now) : 1),
    }))
    .sort((a, b) => b.score - a.score || (a.one.candidate.ref < b.one.candidate.ref ? -1 : 1))
    .map(({ one, score: value }) => ({
      id: one.candidate.id,
      score: value,
      explain: () => explainRank({ ...one, ...one.turn, words }),
      holdsWord: one.turn.own.includes(true),
    }));
}

function onlyLanes(candidate: Candidate, { around, session }: RankLanes): Candidate {
  if (around && session) return candidate;
  return {
    ...candidate,
    ...(around ? {} : { neighbours: [], request: undefined }),
    ...(session ? {} : { sessionCounts: undefined }),
  };
}

/** Only where the index knows of fewer turns than there are candidates: it is behind, or absent. */
function countCandidates(
  { words, corpus }: RankInput,
  candidates: readonly Candidate[],
  scanner: TextScanner,
): { readonly candidates: number; readonly counts: readonly number[] } {
  const counts = words.map(() => 0);
  if (corpus.turns >= candidates.length) return { candidates: candidates.length, counts };
  for (const { text, key } of candidates) {
    const inText = scanner.scan(text).counts;
    const inKey = scanner.scan(key).counts;
    counts.forEach((count, word) => {
      if ((inText[word] ?? 0) > 0 || (inKey[word] ?? 0) > 0) counts[word] = count + 1;
    });
  }
  return { candidates: candidates.length, counts };
}

function averageLength({ corpus, candidates }: RankInput): number {
  if (corpus.averageTokens > 1) return corpus.averageTokens;
  if (candidates.length === 0) return USUAL_LENGTH;
  return candidates.reduce((sum, { text }) => sum + estimateLength(text), 0) / candidates.length;
}

function score(candidate: Candidate, parts: ScoreParts, literals: readonly Literal[]): Scored {
  const turn = scoreTurn(candidate, parts);
  const shares = parts.weights.share.filter((share, word) => share > 0 && turn.around[word]);
  return {
    candidate,
    turn,
    copyName: copyName(candidate.text),
    literals: findHeld(`${candidate.text}\n${candidate.key}`, literals),
    pairs: pairWeight(turn, parts.weights),
    covered: shares.reduce((sum, share) => sum + share, 0),
    coveredWords: shares.length,
  };
}

/** Words that follow each other in the question and in the turn; the rarer of each pair would be found anywhere. */
function pairWeight({ ownScan }: TurnScore, { rarity }: WordWeights): number {
  const found = new Set<number>();
  for (const first of ownScan.places) {
    if (found.has(first.word)) continue;
    const isFollowed = ownScan.places.some(
      (second) => second.word === first.word + 1 && second.from === first.to + 1,
    );
    if (isFollowed) found.add(first.word);
  }
  return [...found].reduce(
    (sum, word) => sum + Math.min(rarity[word] ?? 0, rarity[word + 1] ?? 0),
    0,
  );
}

/**
 * A name or phrase of the question that stands there letter for letter is enough by itself, and so is any word of a
 * list of words.
 */
function admit(
  scored: readonly Scored[],
  { share }: WordWeights,
  isList: boolean,
): readonly Scored[] {
  const asked = share.filter((part) => part > 0).length;
  const isSure = ({ literals, turn }: Scored): boolean =>
    literals.length > 0 || (isList && turn.own.includes(true));
  const saysEnough = ({ covered, coveredWords }: Scored): boolean =>
    covered >= (coveredWords > 1 || asked < 3 ? LEAST_OF_BEST : LEAST_OF_ONE_WORD);
  if (!scored.some((one) => isSure(one) || saysEnough(one))) return [];
  return scored.filter((one) => isSure(one) || one.covered >= LEAST_OF_ANY);
}

function copyName(text: string): string {
  const size = Math.round(Math.log2(text.length + 1) * COPY_LENGTH_STEPS);
  const start = text.slice(0, COPY_CHARS).toLowerCase();
  return `${size} ${start.replace(/[^\p{L}]+/gu, " ")}`;
}

function countCopies(scored: readonly Scored[]): ReadonlyMap<string, number> {
  const copies = new Map<string, number>();
  for (const { copyName: name } of scored) copies.set(name, (copies.get(name) ?? 0) + 1);
  return copies;
}

function factorOf(
  { candidate, copyName: name }: Scored,
  copies: ReadonlyMap<string, number>,
  now: Date,
): number {
  const asking = asksQuestion(candidate.text) ? ASKING_FACTOR : 1;
  const tool = candidate.role === "tool" ? TOOL_RESULT_FACTOR : 1;
  const call = candidate.class === "call" ? CALL_FACTOR : 1;
  const copied = (copies.get(name) ?? 1) ** -COPY_EXPONENT;
  return asking * tool * call * copied * recencyFactor(candidate.time, now);
}

function recencyFactor(time: string | null, now: Date): number {
  const age = time === null ? Infinity : (now.getTime() - Date.parse(time)) / DAY_MS;
  const fresh = Number.isNaN(age) ? RECENCY_FLOOR : 2 ** (-Math.max(0, age) / HALF_LIFE_DAYS);
  return 1 - RECENCY_SHARE + RECENCY_SHARE * Math.max(RECENCY_FLOOR, fresh);
}

function bonusOf({ literals, pairs, turn }: Scored, { rarity }: WordWeights): number {
  const whole = rarity.reduce((sum, value, word) => sum + (turn.own[word] === true ? value : 0), 0);
  const exact = literals.some(({ kind }) => kind === "exact")
    ? EXACT_WEIGHT * Math.max(...rarity)
    : 0;
  const phrase = literals.some(({ kind }) => kind === "phrase") ? PHRASE_WEIGHT * whole : 0;
  return ADJACENT_WEIGHT * pairs + exact + phrase;
}
