/** Owns the title of a session: which of the rows that could name it wins. */
/** What a title was made from, weakest first: a stronger one replaces it, an equal one when it may change. */
export type TitleOrigin = "command" | "prompt" | "summary" | "ai" | "custom";
const STRENGTH: Readonly<Record<TitleOrigin, number>> = {
  command: 1,
  prompt: 2,
  summary: 3,
  ai: 4,
  custom: 5,
};

/** True when a title of this origin replaces the one of strength `current` (0: none yet). */
export function replacesTitle(origin: TitleOrigin, current: number): boolean {
  const strength = STRENGTH[origin];
  return strength > current || (strength === current && strength > STRENGTH.prompt);
}

/** The strength to remember once a title of this origin stands. */
export function titleStrength(origin: TitleOrigin): number {
  return STRENGTH[origin];
}
