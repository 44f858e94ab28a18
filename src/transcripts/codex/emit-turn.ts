/** Owns making the one redacted, capped turn out of what a rollout row says, and counting what became none. */
import type { SkipReason } from "../../core/source-file.ts";
import type { Turn, TurnClass, TurnRole } from "../../core/turn.ts";
import type { ReaderOptions, ReadSink } from "../reader.ts";
import { redactResult } from "../shared/cap-result.ts";
import { cleanText, cutText } from "../shared/clean-text.ts";
import type { PrivateWords } from "../shared/private-words.ts";
import { redactId } from "../shared/redact-id.ts";
import { remember, type RolloutState } from "./rollout-state.ts";

/** Where the reader stands: one record of one line. */
export interface RolloutPlace {
  readonly options: ReaderOptions;
  readonly state: RolloutState;
  readonly words: PrivateWords;
  readonly sink: ReadSink;
  readonly line: number;
  /** Block number of the record's first block; more than 0 only for a second record on a torn line. */
  readonly firstBlock: number;
  readonly timeInferred: boolean;
}

/** A turn before redaction. */
export interface TurnDraft {
  /** Null: the line stands in. */
  readonly entryId: string | null;
  readonly block?: number;
  readonly role: TurnRole;
  readonly class: TurnClass;
  readonly text: string;
  readonly toolName?: string | null;
  readonly toolCallId?: string | null;
  readonly files?: readonly string[];
  readonly exitStatus?: number | null;
}

/** Longer prompts and replies are cut for the index; the archive keeps them whole. */
const MAX_MESSAGE_CHARS = 300_000;
const MAX_CALL_CHARS = 8 * 1024;
const REDACTION_MARGIN_CHARS = 16 * 1024;
const MAX_FILE_CHARS = 1024;
const MAX_DETAIL_CHARS = 40;
const ID_HASH_DIGITS = 12;
const HASHED_EDGE_CHARS = 32 * 1024;
const TEXT_HASH_DIGITS = 16;

/** Redacts, caps and reports one turn. Text that is blank becomes a skip, unless it is a result whose status is known. Returns the turn. */
export function emitTurn(place: RolloutPlace, draft: TurnDraft): Turn | undefined {
  const { state, options } = place;
  const text = indexedText(place, draft);
  if (text.text.trim() === "") {
    place.sink.skip("empty", place.line);
    return undefined;
  }
  const entryId = redactId(options.redactor, draft.entryId ?? undefined) ?? `line:${place.line}`;
  const turn: Turn = {
    source: "codex",
    session: state.thread ?? options.fileId,
    entryId,
    line: place.line,
    block: place.firstBlock + (draft.block ?? 0),
    time: state.time,
    timeInferred: place.timeInferred,
    role: draft.role,
    class: draft.class,
    promptNumber: state.isSubagent ? 0 : state.prompts,
    text: text.text,
    textTruncated: text.truncated,
    toolName: draft.toolName ?? null,
    toolCallId: redactId(options.redactor, draft.toolCallId ?? undefined),
    files: (draft.files ?? []).map((file) => redactShort(place, file, MAX_FILE_CHARS)),
    exitStatus: draft.exitStatus ?? null,
    model: draft.role === "assistant" ? state.model : null,
    usage: null,
    branch: "live",
    sidechain: state.isSubagent,
    cwd: state.cwd,
    gitBranch: state.gitBranch,
  };
  state.lastEntry = entryId;
  state.lastLine = place.line;
  place.sink.turn(turn);
  return turn;
}

function indexedText(
  place: RolloutPlace,
  draft: TurnDraft,
): { readonly text: string; readonly truncated: boolean } {
  const { options, words } = place;
  if (draft.class === "result" || draft.class === "error") {
    const shown =
      draft.text.trim() === "" && typeof draft.exitStatus === "number" ? "(no output)" : draft.text;
    return redactResult(words.mask(shown), options.redactor);
  }
  const isCall = draft.class === "call" || draft.class === "edit";
  const maxChars = isCall ? MAX_CALL_CHARS : MAX_MESSAGE_CHARS;
  // Some text behind the cut is looked at too, so that no half of a secret is left before it.
  const clean = cutText(cleanText(draft.text), maxChars + REDACTION_MARGIN_CHARS);
  // A summary and a helper's task repeat what the person typed, with its private spans.
  const isTyped = draft.role === "user" || draft.class === "summary";
  const redacted = options.redactor.redact(isTyped ? words.maskTyped(clean) : words.mask(clean));
  const cut = cutText(redacted, maxChars);
  return {
    text: cut,
    truncated:
      cut.length < redacted.length || draft.text.length > maxChars + REDACTION_MARGIN_CHARS,
  };
}

/** Counts one block of the line that became no turn; `detail` (an unknown type's name) is redacted and cut. */
export function skipBlock(place: RolloutPlace, reason: SkipReason, detail?: string): void {
  if (detail === undefined) place.sink.skip(reason, place.line);
  else place.sink.skip(reason, place.line, redactShort(place, detail, MAX_DETAIL_CHARS));
}

/** A short host string (path, branch, title, tool name) made safe to store; a title may repeat a private span. */
export function redactShort(place: RolloutPlace, text: string, maxChars: number): string {
  const clean = cutText(cleanText(text), maxChars + REDACTION_MARGIN_CHARS);
  return cutText(place.options.redactor.redact(place.words.maskTyped(clean)), maxChars);
}

/** True, and nothing else, when an item of this id was seen before; else notes it. */
export function isRepeatedId(place: RolloutPlace, id: string): boolean {
  const hash = hashId(place, id);
  if (place.state.seenIds.includes(hash)) return true;
  remember(place.state.seenIds, hash, "ids");
  return false;
}

/** A short keyed hash of a host id. */
export function hashId(place: RolloutPlace, id: string): string {
  return place.options.keyedHash(id).slice(0, ID_HASH_DIGITS);
}

/** A keyed hash of a text that does not mind how it is spaced; of a very long one, of its head and tail. */
export function hashText(place: RolloutPlace, text: string): string {
  const isLong = text.length > 2 * HASHED_EDGE_CHARS;
  const compared = isLong
    ? text.slice(0, HASHED_EDGE_CHARS) + text.slice(-HASHED_EDGE_CHARS)
    : text;
  return place.options.keyedHash(compared.replace(/\s+/g, "")).slice(0, TEXT_HASH_DIGITS);
}
