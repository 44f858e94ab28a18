/** Owns how a rule is made for a value that is only recognisable by the label in front of it. */
import type { SecretRule } from "./secret-rule.ts";

/** Rest of the label, closing quote or bracket, and the sign that assigns. */
const ASSIGN =
  String.raw`[\w .\-]{0,32}?(?:\\{0,15}["'\x60])?\]?[ \t]{0,8}` +
  String.raw`(?:=>|:=|={1,3}|:[ \t]?\w{1,20}[ \t]?=|:|%3[AaDd]|,|\(| is | was )` +
  String.raw`(?:[ \t]{0,8}|[ \t]{0,4}\r?\n[ \t]{0,40}(?=["'\x60]))(?:\\{0,15}["'\x60])?`;

/** Some word within the label must say that a secret follows. */
const SAYS_SECRET = String.raw`(?=[\w .\-]{0,48}?(?:key|token|secret|pass|pwd|auth|api|pat\b|dsn|salt|credential))`;

/**
 * A rule for `<name>... = <value>` in any of the usual notations (env, JSON, YAML, code, prose).
 * `names` are literal lower-case words; `value` is the source of the secret's own shape.
 */
export function labelledRule(
  kind: string,
  names: readonly string[],
  value: string,
  extra: Partial<SecretRule> = {},
): SecretRule {
  const label = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|");
  return {
    kind,
    keywords: names,
    pattern: `${SAYS_SECRET}(?:${label})${ASSIGN}(${value})(?![A-Za-z0-9])`,
    ignoreCase: true,
    boundary: "none",
    check: "random",
    ...extra,
  };
}
