/** Owns the shape of a found secret and how overlapping finds become one. */

export interface SecretSpan {
  readonly kind: string;
  /** UTF-16 index of the first unit of the secret. */
  readonly from: number;
  /** Index after the last unit. */
  readonly to: number;
}

/** A find before it is settled which rule names it. */
export interface RawFind extends SecretSpan {
  /** Found by its label only; gives way to a find by form. */
  readonly generic: boolean;
}

/** A settled find: the span to blank, and the part of it whose fingerprint is the secret's own. */
export interface SettledFind extends SecretSpan {
  readonly secretFrom: number;
  readonly secretTo: number;
}

/** Joins finds that overlap; the one found by form, else the longer, else the earlier names the whole. Sorted by place. */
export function settleFinds(finds: readonly RawFind[]): SettledFind[] {
  const sorted = [...finds].sort((a, b) => a.from - b.from || b.to - a.to);
  const settled: SettledFind[] = [];
  let winner: RawFind | undefined;
  let from = 0;
  let to = 0;
  const close = (): void => {
    if (winner !== undefined)
      settled.push({ kind: winner.kind, from, to, secretFrom: winner.from, secretTo: winner.to });
  };
  for (const find of sorted) {
    if (winner !== undefined && find.from < to) {
      to = Math.max(to, find.to);
      if (outranks(find, winner)) winner = find;
      continue;
    }
    close();
    winner = find;
    from = find.from;
    to = find.to;
  }
  close();
  return settled;
}

function outranks(challenger: RawFind, holder: RawFind): boolean {
  if (challenger.generic !== holder.generic) return holder.generic;
  return challenger.to - challenger.from > holder.to - holder.from;
}
