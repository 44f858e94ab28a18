/** Owns the one pass over a text that lets each rule look where one of its keywords stands. */
import { checkSecret } from "./check-secret.ts";
import { isPrefixedPlaceholder } from "./is-placeholder.ts";
import { buildKeywordScanner, scanKeywords, type KeywordScanner } from "./keyword-scanner.ts";
import { findPrivateKeyEnd, findPrivateKeyStart } from "./private-key-span.ts";
import { findMarkEnd, MARK_OPENING } from "./redaction-mark.ts";
import type { SecretRule } from "./secret-rule.ts";
import { secretRules } from "./secret-rules.ts";
import type { RawFind } from "./secret-span.ts";
import { shannonEntropy } from "./shannon-entropy.ts";

interface ReadyRule {
  readonly rule: SecretRule;
  /** Compiled at the first hit. */
  expression: RegExp | undefined;
}

interface RuleIndex {
  readonly scanner: KeywordScanner;
  /** Rules by number of keyword; none for the opening of a mark. */
  readonly rulesByKeyword: readonly (readonly ReadyRule[])[];
}

const BEFORE_UNITS = 16;

let ruleIndex: RuleIndex | undefined;

/** Every find of every rule, unsettled: finds may overlap. Never throws; steps are linear in the text. */
export function findByRules(text: string): RawFind[] {
  ruleIndex ??= indexRules(secretRules);
  const { scanner, rulesByKeyword } = ruleIndex;
  const finds: RawFind[] = [];
  const refusedUntil = new Map<ReadyRule, number>();
  let lastEnd = 0;
  scanKeywords(scanner, text, (at, keyword) => {
    const rules = rulesByKeyword[keyword] ?? [];
    if (rules.length === 0) return findMarkEnd(text, at) ?? at;
    let next = at;
    for (const ready of rules) {
      if (!standsFree(text, at, ready.rule, lastEnd) || at < (refusedUntil.get(ready) ?? 0))
        continue;
      const find = applyRule(ready, text, at);
      if (typeof find === "number") {
        // What follows within a long run that was let go would be let go too; looking again makes runs quadratic.
        if (ready.rule.generic !== true) refusedUntil.set(ready, find);
        continue;
      }
      finds.push(find);
      lastEnd = find.to;
      if (!find.generic && find.from >= at) next = Math.max(next, find.to);
    }
    return next;
  });
  return finds;
}

function indexRules(rules: readonly SecretRule[]): RuleIndex {
  const byKeyword = new Map<string, ReadyRule[]>([[MARK_OPENING, []]]);
  for (const rule of rules) {
    const ready: ReadyRule = { rule, expression: undefined };
    for (const keyword of rule.keywords) {
      const list = byKeyword.get(keyword);
      if (list === undefined) byKeyword.set(keyword, [ready]);
      else list.push(ready);
    }
  }
  return {
    scanner: buildKeywordScanner([...byKeyword.keys()]),
    rulesByKeyword: [...byKeyword.values()],
  };
}

/** Where a secret just ended counts as a border: once it is a mark, it is one. */
function standsFree(text: string, at: number, rule: SecretRule, lastEnd: number): boolean {
  if (rule.boundary === "none" || at === 0 || at === lastEnd) return true;
  const unit = text.charCodeAt(at - 1);
  if (isLetterOrDigit(unit)) return followsEscape(text, at);
  return rule.boundary !== "run" || (unit !== 45 && unit !== 95);
}

/** `\n`, `%3D` and the end of a colour code are letters only to the eye. */
function followsEscape(text: string, at: number): boolean {
  const last = text.charAt(at - 1);
  if (text.charAt(at - 2) === "\\") return last === "n" || last === "r" || last === "t";
  if (text.charAt(at - 3) === "%") return true;
  return last === "m" && /\[[\d;]{1,11}m$/.test(text.slice(Math.max(0, at - 14), at));
}

function isLetterOrDigit(unit: number): boolean {
  const letter = unit | 32;
  return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57);
}

/** The find, or the index up to which this rule need not look again. */
function applyRule(ready: ReadyRule, text: string, at: number): RawFind | number {
  const { rule } = ready;
  ready.expression ??= new RegExp(rule.pattern, rule.ignoreCase === true ? "iy" : "y");
  const { expression } = ready;
  expression.lastIndex = at;
  const match = expression.exec(text);
  if (match === null) return at;
  const end = expression.lastIndex;
  if (rule.armour !== undefined) return findArmour(rule, text, at, end) ?? end;
  const lead = rule.lead === undefined ? 0 : countLead(text, at, rule.lead.most);
  if (lead < (rule.lead?.least ?? 0)) return end;
  const whole = text.slice(end - pickSecret(match).length - lead, end);
  const from = end - whole.length;
  const secret = cutAtMark(whole);
  if (secret.length < whole.length && secret.length < 8) return end;
  if (rule.minEntropy !== undefined && shannonEntropy(secret) < rule.minEntropy) return end;
  const candidate = {
    secret,
    head: text.slice(at, Math.max(at, from)),
    before: text.slice(Math.max(0, at - BEFORE_UNITS), at),
  };
  if (!checkSecret(rule.check ?? "prefixed", candidate)) return end;
  return { kind: rule.kind, from, to: from + secret.length, generic: rule.generic === true };
}

function countLead(text: string, at: number, most: number): number {
  let count = 0;
  while (count < most && isLetterOrDigit(text.charCodeAt(at - count - 1))) count++;
  return count;
}

/** The group that took part, else the whole match. */
function pickSecret(match: RegExpExecArray): string {
  for (let group = 1; group < match.length; group++) {
    const text = match[group];
    if (text !== undefined) return text;
  }
  return match[0];
}

function cutAtMark(value: string): string {
  const mark = value.indexOf(MARK_OPENING);
  return mark < 0 ? value : value.slice(0, mark);
}

function findArmour(rule: SecretRule, text: string, at: number, end: number): RawFind | undefined {
  if (rule.armour === "begin") {
    const to = findPrivateKeyEnd(text, end);
    return to === undefined || isPrefixedPlaceholder(text.slice(end, end + 64))
      ? undefined
      : { kind: rule.kind, from: at, to, generic: false };
  }
  const from = findPrivateKeyStart(text, at);
  return from === undefined || isPrefixedPlaceholder(text.slice(from, from + 64))
    ? undefined
    : { kind: rule.kind, from, to: end, generic: false };
}
