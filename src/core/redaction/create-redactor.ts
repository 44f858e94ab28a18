/** Owns the redactor: finds secrets, puts marks in their place, counts them by kind. */
import type { Redactor } from "../redactor.ts";
import { findByUserRules, type UserRule } from "./compile-user-rules.ts";
import { detachText } from "./detach-text.ts";
import { findKnownValues, readKnownValues, type KnownValues } from "./find-known-values.ts";
import { settleSecrets } from "./find-secrets.ts";
import { formatMark } from "./redaction-mark.ts";
import type { RawFind, SettledFind } from "./secret-span.ts";

/** A mark can bare the border of a neighbour, so a text is looked at again until nothing is found. */
const MOST_PASSES = 12;

export interface RedactorOptions {
  /** 8 hex digits of a keyed hash; equal secrets have equal fingerprints. */
  readonly fingerprint: (secret: string) => string;
  /** What `hashValue` gives for each value of the project's `.env` files. Needs `hashValue`. */
  readonly envValueHashes?: ReadonlySet<string>;
  /** Lengths of those values; spares the hashing of words of other lengths. */
  readonly envValueLengths?: ReadonlySet<number>;
  readonly hashValue?: (value: string) => string;
  readonly userRules?: readonly UserRule[];
}

/** A redactor over the built-in rules, the user's rules and known values. Never throws on any text. */
export function createRedactor(options: RedactorOptions): Redactor {
  const counts = new Map<string, number>();
  const known = pickKnownValues(options);
  const userRules = options.userRules ?? [];
  const fingerprints = new Map<string, string>();

  const fingerprint = (secret: string): string => {
    let print = fingerprints.get(secret);
    if (print === undefined) {
      print = options.fingerprint(secret);
      if (fingerprints.size >= 2_000) fingerprints.clear();
      fingerprints.set(detachText(secret), print);
    }
    return print;
  };

  const redactOnce = (text: string): string => {
    const extra: RawFind[] = userRules.length === 0 ? [] : findByUserRules(text, userRules);
    if (known !== undefined) for (const find of findKnownValues(text, known)) extra.push(find);
    const finds = settleSecrets(text, extra);
    for (const { kind } of finds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return finds.length === 0 ? text : putMarks(text, finds, fingerprint);
  };

  return {
    redact(text) {
      let current = text;
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const next = redactOnce(current);
        if (next === current) break;
        current = next;
      }
      return current;
    },
    counts: () => Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function pickKnownValues({
  envValueHashes,
  envValueLengths,
  hashValue,
}: RedactorOptions): KnownValues | undefined {
  if (envValueHashes === undefined || hashValue === undefined || envValueHashes.size === 0)
    return undefined;
  return readKnownValues(envValueHashes, hashValue, envValueLengths);
}

function putMarks(
  text: string,
  finds: readonly SettledFind[],
  fingerprint: (secret: string) => string,
): string {
  const parts: string[] = [];
  let done = 0;
  for (const { kind, from, to, secretFrom, secretTo } of finds) {
    parts.push(
      text.slice(done, from),
      formatMark(kind, fingerprint(text.slice(secretFrom, secretTo))),
    );
    done = to;
  }
  parts.push(text.slice(done));
  return parts.join("");
}
