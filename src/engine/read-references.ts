/** Owns reading what references point to, at a level of detail, page by page, with the call that reads on. */
import { exceededLimit } from "../core/budget.ts";
import { cutToBytes, cutToChars } from "../core/cut-text.ts";
import { VarveError } from "../core/errors.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { Engine } from "./engine.ts";
import { getSession, parseReference, type Reference } from "./find-session.ts";
import type { PageForm } from "./fit-answer.ts";
import { holdIndex } from "./hold-index.ts";
import { freshen } from "./freshness/freshen.ts";
import { findHidden, type HiddenReference } from "./hidden/require-shown.ts";
import { readableIndex } from "./readable-index.ts";
import { readSessionText } from "./read-session-text.ts";
import { redactedLine } from "./redacted-line.ts";

export type ReadLevel = "abstract" | "outline" | "full" | "raw";

export interface ReadAnswer {
  readonly ref: string;
  readonly level: ReadLevel;
  readonly text: string;
  /** UTF-16 units of this level's text that stand before `text`, and all of them. */
  readonly from: number;
  readonly length: number;
  /** Something is missing behind `text`, or the index holds only a part. */
  readonly truncated: boolean;
  /** The next level and how many bytes it has; null at the last one. */
  readonly deeper: { readonly level: ReadLevel; readonly bytes: number } | null;
  /** The call that reads on or deeper; null when all was shown. */
  readonly next: string | null;
}

export interface ReadOptions {
  readonly level: ReadLevel;
  /** UTF-16 units to pass over; for one reference alone. */
  readonly from?: number | undefined;
}

/** More would leave a line or two for each. */
const MOST_REFERENCES = 20;
const FRESHEN_MS = 150;
const ABSTRACT_BYTES = 240;
const OUTLINE_BYTES = 960;
const LEVELS: readonly ReadLevel[] = ["abstract", "outline", "full", "raw"];

/** A text at all its levels; each is made when it is asked for. */
interface Leveled {
  readonly ref: string;
  readonly textOf: (level: ReadLevel) => string;
  /** The index holds only a part of what the archive holds. */
  readonly isCapped: boolean;
}

/**
 * One answer per reference, in order, all of them within the budget in the form they are printed in. Throws VarveError
 * `usage`, `not-found` or `ambiguous` for the first reference that is wrong.
 */
export function readReferences(
  engine: Engine,
  references: readonly string[],
  options: ReadOptions,
  form: PageForm<readonly ReadAnswer[]>,
): readonly ReadAnswer[] {
  if (references.length > MOST_REFERENCES)
    throw new VarveError(
      "usage",
      `${references.length} references are more than one answer holds`,
      `read at most ${MOST_REFERENCES} at once`,
    );
  const from = options.from ?? 0;
  if (from > 0 && references.length > 1)
    throw new VarveError("usage", "--from goes with one reference", "read them one by one");
  freshen(engine, { deadlineMs: FRESHEN_MS });
  return holdIndex(engine, () => {
    const index = readableIndex(engine);
    const found = references.map((text) => findText(engine, index, parseReference(text)));
    return fitTexts(found, { ...options, from }, form);
  });
}

/** Instead of a text, at every level: how it is shown again. */
function sayHidden({ ref, hide }: HiddenReference): Leveled {
  const text = `${ref} is hidden; show it again with \`varve undo ${hide.id}\``;
  return { ref, isCapped: false, textOf: () => text };
}

function findText(engine: Engine, index: SearchIndex, reference: Reference): Leveled {
  const hidden = findHidden(engine, reference);
  if (hidden !== undefined) return sayHidden(hidden);
  const session = getSession(index, reference.session);
  if (reference.kind === "session") {
    return {
      ref: `s:${session.id}`,
      isCapped: false,
      textOf: (level) => readSessionText(engine, index, session, level),
    };
  }
  const turn = index.turn(session.id, reference.seqText);
  if (turn === undefined)
    throw new VarveError(
      "not-found",
      `session ${session.id} has no turn #${reference.seqText}`,
      `see its requests with \`varve timeline s:${session.id} --outline\``,
    );
  const text = engine.redactor.redact(turn.text);
  return {
    ref: `t:${turn.session}#${turn.seq}`,
    isCapped: turn.textTruncated,
    textOf(level) {
      if (level === "raw") return redactedLine(engine, turn);
      if (level === "full") return text;
      return cutToBytes(text, level === "abstract" ? ABSTRACT_BYTES : OUTLINE_BYTES);
    },
  };
}

/** The room is shared: what short texts leave goes to long ones, by asking again with less until the page fits. */
function fitTexts(
  found: readonly Leveled[],
  options: { readonly level: ReadLevel; readonly from: number },
  form: PageForm<readonly ReadAnswer[]>,
): readonly ReadAnswer[] {
  const texts = found.map((one) => ({ one, whole: one.textOf(options.level) }));
  const longest = Math.max(0, ...texts.map(({ whole }) => whole.length));
  const build = (chars: number): readonly ReadAnswer[] =>
    texts.map(({ one, whole }) => answerOf(one, whole, { ...options, chars }));
  const whole = build(longest);
  if (exceededLimit(form.write(whole), form.budget) === null) return whole;
  let fits = 0;
  let answer = build(0);
  for (let tooMany = Math.min(longest, form.budget.chars); tooMany - fits > 1;) {
    const chars = (fits + tooMany) >> 1;
    const candidate = build(chars);
    if (exceededLimit(form.write(candidate), form.budget) === null) {
      fits = chars;
      answer = candidate;
    } else tooMany = chars;
  }
  return answer;
}

function answerOf(
  { ref, textOf, isCapped }: Leveled,
  whole: string,
  options: { readonly level: ReadLevel; readonly from: number; readonly chars: number },
): ReadAnswer {
  const { level, chars } = options;
  const from = Math.min(options.from, whole.length);
  const text = cutAtLine(whole.slice(startOf(whole, from)), chars);
  const end = startOf(whole, from) + text.length;
  const deeperLevel = LEVELS[LEVELS.indexOf(level) + 1];
  const deeper =
    deeperLevel === undefined
      ? null
      : { level: deeperLevel, bytes: Buffer.byteLength(textOf(deeperLevel)) };
  const isCut = end < whole.length;
  const shortened = deeper !== null && level !== "full" && deeper.bytes > Buffer.byteLength(whole);
  const more = isCapped && level !== "raw";
  return {
    ref,
    level,
    text,
    from,
    length: whole.length,
    truncated: isCut || shortened || more,
    deeper,
    next: nextCall(ref, level, {
      end: isCut ? end : undefined,
      deeper: shortened || more ? deeperLevel : undefined,
    }),
  };
}

/** Never in the middle of a surrogate pair. */
function startOf(text: string, from: number): number {
  const code = text.charCodeAt(from);
  return code >= 0xdc00 && code <= 0xdfff ? from + 1 : from;
}

/** At a line end where one is near, else on a code point. */
function cutAtLine(text: string, chars: number): string {
  const cut = cutToChars(text, chars);
  if (cut.length === text.length) return cut;
  const line = cut.lastIndexOf("\n");
  return line > cut.length / 2 ? cut.slice(0, line + 1) : cut;
}

function nextCall(
  ref: string,
  level: ReadLevel,
  rest: { readonly end: number | undefined; readonly deeper: ReadLevel | undefined },
): string | null {
  if (rest.end !== undefined) return `varve read ${ref} --level ${level} --from ${rest.end}`;
  return rest.deeper === undefined ? null : `varve read ${ref} --level ${rest.deeper}`;
}
