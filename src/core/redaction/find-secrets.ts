/** Owns what counts as a secret in a text by the built-in rules: finds, their bare copies, settled. */
import { findByRules } from "./find-by-rules.ts";
import { findCopies } from "./find-copies.ts";
import { settleFinds, type RawFind, type SecretSpan, type SettledFind } from "./secret-span.ts";

/**
 * The secrets of `text` by the built-in rules and `extra` finds (user rules, known values), sorted, without overlap.
 * A secret found once is found wherever its bare value stands again.
 */
export function settleSecrets(text: string, extra: readonly RawFind[]): SettledFind[] {
  const finds = findByRules(text);
  if (finds.length === 0 && extra.length === 0) return [];
  const all = extra.length === 0 ? finds : [...finds, ...extra];
  const settled = settleFinds(all);
  const copies = findCopies(text, settled);
  return copies.length === 0 ? settled : settleFinds([...all, ...copies]);
}

/** The secrets of `text` by the built-in rules: kind and UTF-16 range, sorted, without overlap. For `varve redact --test`. */
export function findSecrets(text: string): readonly SecretSpan[] {
  return settleSecrets(text, []).map(({ kind, from, to }) => ({ kind, from, to }));
}
