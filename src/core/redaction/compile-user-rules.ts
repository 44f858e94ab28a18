/** Owns the rules a person writes: how many, how long, what they may look like, and where they match. */
import { VarveError } from "../errors.ts";
import { judgePattern } from "./judge-pattern.ts";
import { MARK_OPENING } from "./redaction-mark.ts";
import type { RawFind } from "./secret-span.ts";

const MOST_RULES = 64;
const LONGEST_PATTERN = 500;
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** Texts no secret looks like; a rule that matches one of them would blank ordinary words. */
const ORDINARY = ["", " ", "a", "the", "function", "0", "const value = 1;"];

export interface UserRule {
  readonly kind: string;
  /** Global; group 1, when it takes part, is the secret, else the whole match. */
  readonly expression: RegExp;
}

export interface CompiledUserRules {
  readonly rules: readonly UserRule[];
  /** One error for each rule that was left out. */
  readonly problems: readonly VarveError[];
}

/**
 * Compiles user rules. At most 64, patterns of at most 500 characters, names of lower-case letters, digits and
 * hyphens. Open repetitions are closed at 256; patterns whose cost on hostile text is not bounded are left out.
 */
export function compileUserRules(
  texts: readonly { readonly name: string; readonly pattern: string }[],
): CompiledUserRules {
  const rules: UserRule[] = [];
  const problems: VarveError[] = [];
  texts.forEach(({ name, pattern }, index) => {
    const compiled =
      index < MOST_RULES
        ? compileRule(name, pattern)
        : refuse(name, `it is one of more than ${MOST_RULES} rules`, "join rules or remove some");
    if (compiled instanceof VarveError) problems.push(compiled);
    else rules.push(compiled);
  });
  return { rules, problems };
}

function compileRule(name: string, pattern: string): UserRule | VarveError {
  if (!NAME.test(name))
    return refuse(
      name,
      "its name is not of lower-case letters, digits and hyphens, 40 at most",
      'name it like "corp-token"',
    );
  if (pattern.length > LONGEST_PATTERN)
    return refuse(
      name,
      `its pattern has ${pattern.length} characters`,
      `write at most ${LONGEST_PATTERN}, or split the rule`,
    );
  const { problem, bounded } = judgePattern(pattern);
  if (problem !== undefined)
    return refuse(
      name,
      `its pattern ${shorten(pattern)} has ${problem.split("; ")[0] ?? problem}`,
      problem.split("; ").slice(1).join("; "),
    );
  try {
    const expression = new RegExp(bounded, "gm");
    const plain = ORDINARY.find((text) => text.match(expression) !== null);
    if (plain !== undefined)
      return refuse(
        name,
        `its pattern ${shorten(pattern)} matches ordinary text (${JSON.stringify(plain)})`,
        "add what only the secret has: a fixed beginning, a length",
      );
    return { kind: name, expression };
  } catch (cause) {
    return refuse(
      name,
      `its pattern ${shorten(pattern)} is no regular expression`,
      'write JavaScript syntax, for example "corp_[A-Za-z0-9]{32}"',
      cause,
    );
  }
}

function refuse(name: string, reason: string, fix: string, cause?: unknown): VarveError {
  return new VarveError(
    "bad-config",
    `Redaction rule ${shorten(name)} was left out: ${reason}.`,
    `In redact.rules: ${fix}.`,
    cause,
  );
}

function shorten(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

/** Places where `rules` match, outside marks. */
export function findByUserRules(text: string, rules: readonly UserRule[]): RawFind[] {
  const finds: RawFind[] = [];
  for (const { kind, expression } of rules) {
    for (const match of text.matchAll(expression)) {
      const secret = match[1] ?? match[0];
      if (secret.length === 0) continue;
      const from = match.index + match[0].lastIndexOf(secret);
      if (!touchesMark(text, from, from + secret.length))
        finds.push({ kind, from, to: from + secret.length, generic: false });
    }
  }
  return finds;
}

const LONGEST_MARK = MARK_OPENING.length + 60;

function touchesMark(text: string, from: number, to: number): boolean {
  const floor = Math.max(0, from - LONGEST_MARK);
  const before = text.slice(floor, to);
  const opening = before.lastIndexOf(MARK_OPENING);
  if (opening < 0) return false;
  const start = floor + opening;
  const closing = text.slice(start, start + LONGEST_MARK).indexOf("]");
  return closing >= 0 && start + closing >= from;
}
