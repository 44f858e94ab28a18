/** Owns the figures of a row: how much of what answers a question stands on the first page. */

export interface ScoredQuestion {
  /** Rank of the first right turn from 1; 0 when the page has none. */
  readonly firstRank: number;
  /** Share of the right turns on the page. */
  readonly recall: number;
  /** A right session is among the first five that the page shows. */
  readonly inSessions: boolean;
  readonly milliseconds: number;
  readonly chars: number;
}

export interface RowFigures {
  readonly questions: number;
  readonly hit1: number;
  readonly hit5: number;
  readonly recall10: number;
  readonly mrr: number;
  readonly session5: number;
  readonly p95Ms: number;
  readonly chars: number;
}

const SESSIONS = 5;
const FIRST_FIVE = 5;

const sessionOf = (reference: string): string => reference.replace(/#.*$/, "");

/** `expected` and `refs` are references; `refs` is one page, best first. */
export function scoreAnswer(
  expected: readonly string[],
  refs: readonly string[],
  cost: { readonly milliseconds: number; readonly chars: number },
): ScoredQuestion {
  const wanted = new Set(expected);
  const sessions = [...new Set(refs.map(sessionOf))].slice(0, SESSIONS);
  return {
    firstRank: refs.findIndex((ref) => wanted.has(ref)) + 1,
    recall: wanted.size === 0 ? 0 : refs.filter((ref) => wanted.has(ref)).length / wanted.size,
    inSessions: expected.some((ref) => sessions.includes(sessionOf(ref))),
    ...cost,
  };
}

function mean<T>(list: readonly T[], value: (one: T) => number): number {
  return list.length === 0 ? 0 : list.reduce((sum, one) => sum + value(one), 0) / list.length;
}

export function figuresOf(scored: readonly ScoredQuestion[]): RowFigures {
  const times = scored.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const within = (rank: number, most: number): number => (rank > 0 && rank <= most ? 1 : 0);
  return {
    questions: scored.length,
    hit1: mean(scored, ({ firstRank }) => within(firstRank, 1)),
    hit5: mean(scored, ({ firstRank }) => within(firstRank, FIRST_FIVE)),
    recall10: mean(scored, ({ recall }) => recall),
    mrr: mean(scored, ({ firstRank }) => (firstRank === 0 ? 0 : 1 / firstRank)),
    session5: mean(scored, ({ inSessions }) => (inSessions ? 1 : 0)),
    p95Ms: times[Math.max(0, Math.ceil(0.95 * times.length) - 1)] ?? 0,
    chars: mean(scored, ({ chars }) => chars),
  };
}
