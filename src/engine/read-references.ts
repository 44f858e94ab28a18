/** Owns reading what a reference points to, at a level of detail, with the call that reads on. */
import { cutToBytes } from "../core/cut-text.ts";
import { VarveError } from "../core/errors.ts";
import { formatSeq } from "../core/turn.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { IndexedTurn } from "../search-index/turn-row.ts";
import type { Engine } from "./engine.ts";
import { readableIndex } from "./readable-index.ts";
import { getSession, parseReference, type Reference } from "./find-session.ts";

export type ReadLevel = "abstract" | "outline" | "full" | "raw";

export interface ReadAnswer {
  readonly ref: string;
  readonly level: ReadLevel;
  readonly text: string;
  readonly truncated: boolean;
  /** The call that reads on; null when all was shown. */
  readonly next: string | null;
}

export interface ReadOptions {
  readonly level: ReadLevel;
  /** Ceiling of one answer, in bytes of UTF-8. */
  readonly maxBytes: number;
}

const ABSTRACT_BYTES = 240;
const OUTLINE_LINES = 40;
const SESSION_PAGE_TURNS = 20;

/** One answer per reference, in order. Throws `usage`, `not-found` or `ambiguous` for the first that is wrong. */
export function readReferences(
  engine: Engine,
  references: readonly string[],
  options: ReadOptions,
): readonly ReadAnswer[] {
  const index = readableIndex(engine);
  return references.map((text) => readOne(engine, index, parseReference(text), options));
}

function readOne(
  engine: Engine,
  index: SearchIndex | undefined,
  reference: Reference,
  options: ReadOptions,
): ReadAnswer {
  const session = getSession(index, reference.session);
  if (reference.kind === "session") return readSession(engine, index, session.id, options);
  const turn = index?.turn(session.id, reference.seqText);
  if (turn === undefined) {
    throw new VarveError(
      "not-found",
      `session ${session.id} has no turn #${reference.seqText}`,
      `list its turns with \`varve read s:${session.id}\``,
    );
  }
  const ref = `t:${turn.session}#${turn.seq}`;
  const whole = options.level === "raw" ? rawLine(engine, turn) : engine.redactor.redact(turn.text);
  const limit =
    options.level === "abstract"
      ? ABSTRACT_BYTES
      : options.level === "outline"
        ? ABSTRACT_BYTES * 4
        : options.maxBytes;
  const text = cutToBytes(whole, limit);
  const truncated = text.length < whole.length || (turn.textTruncated && options.level !== "raw");
  return {
    ref,
    level: options.level,
    text,
    truncated,
    next: truncated ? nextLevel(ref, options.level) : null,
  };
}

function nextLevel(ref: string, level: ReadLevel): string {
  const next: Readonly<Record<ReadLevel, string>> = {
    abstract: "full",
    outline: "full",
    full: "raw",
    raw: "raw --all",
  };
  return `varve read ${ref} --level ${next[level]}`;
}

/** The archived line, redacted: the bytes themselves leave only by `varve restore`. */
function rawLine(engine: Engine, turn: IndexedTurn): string {
  let found = "";
  engine.archive.readLines(turn.archiveEntryId, turn.epoch, turn.line, (line) => {
    found = line.toString("utf8");
    return false;
  });
  return engine.redactor.redact(found);
}

function readSession(
  engine: Engine,
  index: SearchIndex | undefined,
  session: string,
  options: ReadOptions,
): ReadAnswer {
  const turns = (index?.turnsOf(session, { from: 0, to: Number.MAX_SAFE_INTEGER }) ?? []).filter(
    (turn) => turn.class !== "lifecycle",
  );
  const perTurn = options.level === "full" ? options.maxBytes : ABSTRACT_BYTES;
  const shown =
    options.level === "abstract"
      ? turns.slice(0, SESSION_PAGE_TURNS)
      : turns.slice(0, options.level === "outline" ? OUTLINE_LINES : turns.length);
  let text = "";
  let count = 0;
  for (const turn of shown) {
    const line = `#${formatSeq(turn)} ${turn.time ?? "undated"} ${turn.role}/${turn.class}: ${oneLine(engine.redactor.redact(turn.text), perTurn, options.level)}\n`;
    if (Buffer.byteLength(text) + Buffer.byteLength(line) > options.maxBytes && count > 0) break;
    text += cutToBytes(line, options.maxBytes);
    count += 1;
  }
  const truncated = count < turns.length;
  const ref = `s:${session}`;
  return {
    ref,
    level: options.level,
    text,
    truncated,
    next: truncated ? `varve export ${session}` : null,
  };
}

function oneLine(text: string, bytes: number, level: ReadLevel): string {
  return cutToBytes(level === "full" ? text : text.replace(/\s+/g, " "), bytes);
}
