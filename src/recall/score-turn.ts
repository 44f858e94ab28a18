/** Owns the score of one turn: BM25F over its own text, its key, the turns around it, what was asked for, and its session. */
import type { CandidateText, Candidate } from "./rank-candidates.ts";
import { asksQuestion } from "./asks-question.ts";
import type { TextScan, TextScanner } from "./scan-text.ts";
import type { WordWeights } from "./weigh-words.ts";

export interface ScoreParts {
  readonly scanner: TextScanner;
  readonly weights: WordWeights;
  /** Tokens of an average turn. */
  readonly averageLength: number;
  /** Scores of sessions that were met already. */
  readonly sessions: Map<string, number>;
}

export interface TurnScore {
  readonly score: number;
  /** Words that stand in the turn itself or in its key. */
  readonly own: readonly boolean[];
  /** Words that stand there or around it. */
  readonly around: readonly boolean[];
  readonly ownScan: TextScan;
  /** Part of the score that the session gave. */
  readonly sessionShare: number;
}

// Chosen on the dev half of LoCoMo and the first half of the generated coding sessions; docs/experiments.md has the rows.
const SATURATION = 0.9;
const OWN_LENGTH = 0.3;
const NEIGHBOUR_LENGTH = 0.4;
const KEY_WEIGHT = 0.6;
const NEIGHBOUR_WEIGHT = [0, 0.3, 0.2];
/** On top of a neighbour's: the turn behind a question is about what was asked. */
const ANSWER_WEIGHT = 0.3;
const REQUEST_WEIGHT = 0.6;
const SESSION_WEIGHT = 0.2;
const SESSION_SATURATION = 1.2;
const SESSION_LENGTH = 0.75;
const TURNS_OF_A_SESSION = 40;
/** A long tool result is not worth nothing. */
const LONGEST_RATIO = 8;
/** Distance of the turn just before. */
const JUST_BEFORE = -1;

function lengthFactor(scan: TextScan, parts: ScoreParts, strength: number): number {
  const ratio = Math.min(LONGEST_RATIO, scan.length / parts.averageLength);
  return 1 - strength + strength * ratio;
}

interface Field {
  readonly scan: TextScan;
  readonly factor: number;
}

/** Fields of the turn's surroundings, each with what one occurrence there is worth. */
function surroundingsOf(candidate: Candidate, parts: ScoreParts): readonly Field[] {
  const fields: Field[] = [];
  const add = (text: CandidateText, weight: number): void => {
    const scan = parts.scanner.scan(text.text);
    fields.push({ scan, factor: weight / lengthFactor(scan, parts, NEIGHBOUR_LENGTH) });
    if (text.key !== "")
      fields.push({ scan: parts.scanner.scan(text.key), factor: weight * KEY_WEIGHT });
  };
  for (const neighbour of candidate.neighbours) {
    const weight = NEIGHBOUR_WEIGHT[Math.abs(neighbour.distance)] ?? 0;
    const isAsked = neighbour.distance === JUST_BEFORE && asksQuestion(neighbour.text);
    add(neighbour, isAsked ? weight + ANSWER_WEIGHT : weight);
  }
  if (candidate.request !== undefined) add(candidate.request, REQUEST_WEIGHT);
  return fields;
}

function sessionScore(candidate: Candidate, { weights, sessions }: ScoreParts): number {
  const counts = candidate.sessionCounts;
  if (counts === undefined) return 0;
  const known = sessions.get(candidate.session);
  if (known !== undefined) return known;
  const length = 1 - SESSION_LENGTH + (SESSION_LENGTH * counts.turns) / TURNS_OF_A_SESSION;
  const score = weights.rarity.reduce((sum, rarity, word) => {
    const value = (counts.frequencies[word] ?? 0) / length;
    return sum + (rarity * value * (SESSION_SATURATION + 1)) / (SESSION_SATURATION + value);
  }, 0);
  sessions.set(candidate.session, score);
  return score;
}

/** What stands in several fields saturates together: a word said everywhere is still one word. */
export function scoreTurn(candidate: Candidate, parts: ScoreParts): TurnScore {
  const { scanner, weights } = parts;
  const ownScan = candidate.isMatch
    ? scanner.scanMatch(candidate.text)
    : scanner.scan(candidate.text);
  const keyScan = scanner.scan(candidate.key);
  const ownFactor = 1 / lengthFactor(ownScan, parts, OWN_LENGTH);
  const fields = surroundingsOf(candidate, parts);
  const own: boolean[] = [];
  const around: boolean[] = [];
  let score = 0;
  weights.rarity.forEach((rarity, word) => {
    const inText = ownScan.counts[word] ?? 0;
    const inKey = keyScan.counts[word] ?? 0;
    let value = inText * ownFactor + inKey * KEY_WEIGHT;
    own.push(value > 0);
    for (const { scan, factor } of fields) value += (scan.counts[word] ?? 0) * factor;
    around.push(value > 0);
    score += (rarity * value * (SATURATION + 1)) / (SATURATION + value);
  });
  const session = SESSION_WEIGHT * sessionScore(candidate, parts);
  const whole = score + session;
  return { score: whole, own, around, ownScan, sessionShare: whole === 0 ? 0 : session / whole };
}
