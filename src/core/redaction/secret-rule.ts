/** Owns the shape of one redaction rule: data that says where a secret begins, what it looks like, when to doubt it. */

/** The named second looks a rule can ask for; `check-secret.ts` holds what each one does. */
export type SecretCheck =
  | "form"
  | "prefixed"
  | "random"
  | "token"
  | "strong-token"
  | "password"
  | "url-password"
  | "basic"
  | "cookie"
  | "none";

/** One way a secret of one kind is recognised. */
export interface SecretRule {
  /** Lower case, digits, hyphens; shown to people inside the mark. */
  readonly kind: string;
  /** Lower-case words, one of which stands where `pattern` begins; at least two characters each. */
  readonly keywords: readonly string[];
  /**
   * Source of a sticky expression that starts at the keyword. The secret is the one group that took part,
   * else the whole match, and always ends where the match ends: what must follow it is a look-ahead.
   * Every quantifier is bounded, so a hit costs a bounded number of steps.
   */
  readonly pattern: string;
  readonly ignoreCase?: boolean;
  /** `word` (the default): no letter or digit directly before the keyword; `run`: no `-` or `_` either. */
  readonly boundary?: "word" | "run" | "none";
  /** How many letters and digits directly before the keyword belong to the secret; fewer than `least`: no secret. */
  readonly lead?: { readonly least: number; readonly most: number };
  /** Shannon entropy in bits per character the secret must reach. */
  readonly minEntropy?: number;
  /** `prefixed` when absent. */
  readonly check?: SecretCheck;
  /** The match is only the edge of an armoured private key whose body is measured by hand. */
  readonly armour?: "begin" | "end";
  /** A label rule that gives way to any rule that knows the secret's own shape. */
  readonly generic?: boolean;
}
