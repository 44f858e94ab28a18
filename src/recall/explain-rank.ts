/** Owns saying in a few words why a turn was found. */
import type { QueryWord } from "../core/tokenise/query-words.ts";
import type { Literal } from "./find-literals.ts";

export interface RankReasons {
  readonly words: readonly QueryWord[];
  /** For each word: it stands in the turn itself; it stands there or around it. */
  readonly own: readonly boolean[];
  readonly around: readonly boolean[];
  readonly literals: readonly Literal[];
  /** Weight of the words that follow each other as in the question. */
  readonly pairs: number;
  readonly sessionShare: number;
}

const MOST_NAMED = 4;
const MOST_WORD_CHARS = 30;
/** Less than this of a score is not worth a word. */
const LEAST_SESSION = 0.1;

function nameSome(label: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names
    .slice(0, MOST_NAMED)
    .map((name) => name.slice(0, MOST_WORD_CHARS).toWellFormed());
  const more = names.length > MOST_NAMED ? ` +${names.length - MOST_NAMED}` : "";
  return [`${label}: ${shown.join(", ")}${more}`];
}

/** `exact: app.ts:42; words: token, expiry; phrase; around: refresh; session`, in this order, what applies. */
export function explainRank(reasons: RankReasons): string {
  const { words, own, around, literals, pairs, sessionShare } = reasons;
  const typed = (wanted: (at: number) => boolean): readonly string[] => [
    ...new Set(words.filter((_, at) => wanted(at)).map((word) => word.typed)),
  ];
  const parts = [
    ...nameSome(
      "exact",
      literals.map((literal) => literal.typed),
    ),
    ...nameSome(
      "words",
      typed((at) => own[at] === true),
    ),
    ...(pairs > 0 ? ["phrase"] : []),
    ...nameSome(
      "around",
      typed((at) => own[at] !== true && around[at] === true),
    ),
    ...(sessionShare >= LEAST_SESSION ? ["session"] : []),
  ];
  return parts.join("; ");
}
