/** Owns what all rows of one session share while they are read: state, redaction, masking, and the making of turns. */
import type { TokenUsage, Turn, TurnClass, TurnRole } from "../../core/turn.ts";
import type { SessionFacts } from "../../core/session-facts.ts";
import type { ReaderOptions, ReadSink } from "../reader.ts";
import { redactResult, type CappedText } from "../shared/cap-result.ts";
import { cleanText, cutText } from "../shared/clean-text.ts";
import type { JsonObject } from "../shared/json-fields.ts";
import { openPrivateWords, type PrivateWords } from "../shared/private-words.ts";
import { titleOfPrompt } from "../shared/prompt-marks.ts";
import { openShortText, type ShortText } from "../shared/short-text.ts";
import { openQueuedPrompts, type QueuedPrompts } from "./queued-prompts.ts";
import { readSessionState, writeSessionState } from "./session-state.ts";
import { replacesTitle, titleStrength, type TitleOrigin } from "./session-title.ts";
import { openUuidHistory, type UuidHistory } from "./uuid-history.ts";

/** Prompts, replies and summaries are cut above this many UTF-16 units. */
const MAX_TALK_CHARS = 300_000;
const MAX_TOOLS = 48;

/** One row with what its turns have in common. */
export interface RowContext {
  readonly row: JsonObject;
  readonly line: number;
  /** Blocks of a second record on the same line are numbered from here. */
  readonly firstBlock: number;
  readonly sink: ReadSink;
  readonly entryId: string;
  readonly time: string | null;
  readonly timeInferred: boolean;
  readonly sidechain: boolean;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
}

/** What tells one turn of a row from another; the rest is filled in. */
export interface TurnParts {
  readonly block: number;
  readonly role: TurnRole;
  readonly class: TurnClass;
  readonly text: CappedText;
  readonly toolName?: string | null;
  readonly toolCallId?: string | null;
  readonly files?: readonly string[];
  readonly exitStatus?: number | null;
  readonly model?: string | null;
  readonly usage?: TokenUsage | null;
}

/** The live state of one session file. */
export interface SessionContext {
  readonly options: ReaderOptions;
  readonly short: ShortText;
  readonly words: PrivateWords;
  readonly uuids: UuidHistory;
  readonly queue: QueuedPrompts;
  /** Session id that turns carry. */
  session: string;
  lastTime: string | null;
  prompts: number;
  ownSession: boolean;
  warmUp: boolean;
  usageOf: string | null;
  readonly tools: Map<string, string>;
  readonly facts: Map<string, string>;
  titleStrength: number;
}

/** Opens a session where the saved state left off. */
export function openSessionContext(options: ReaderOptions): SessionContext {
  const saved = readSessionState(options.state);
  return {
    options,
    short: openShortText(options.redactor),
    words: openPrivateWords(options.keyedHash, saved.privateHashes),
    uuids: openUuidHistory(saved.uuids),
    queue: openQueuedPrompts(saved.queue),
    session:
      options.kind === "subagent"
        ? options.fileId
        : (options.session ?? saved.facts["session"] ?? options.fileId),
    lastTime: saved.lastTime,
    prompts: saved.prompts,
    ownSession: saved.ownSession,
    warmUp: saved.warmUp,
    usageOf: saved.usageOf,
    tools: new Map(saved.tools),
    facts: new Map(Object.entries(saved.facts)),
    titleStrength: saved.titleStrength,
  };
}

/** The state as JSON for the next batch. */
export function saveSessionContext(context: SessionContext): string {
  return writeSessionState({
    lastTime: context.lastTime,
    prompts: context.prompts,
    titleStrength: context.titleStrength,
    facts: Object.fromEntries(context.facts),
    tools: [...context.tools],
    usageOf: context.usageOf,
    ownSession: context.ownSession,
    warmUp: context.warmUp,
    privateHashes: context.words.hashes(),
    uuids: context.uuids.save(),
    queue: context.queue.save(),
  });
}

/** What a person typed: private spans masked and remembered, redacted, cut. */
export function typedText(context: SessionContext, text: string): CappedText {
  return cutTalk(context.options.redactor.redact(context.words.maskTyped(cleanText(text))));
}

/** What the agent or a summary said: known private words masked, redacted, cut. */
export function saidText(context: SessionContext, text: string): CappedText {
  return cutTalk(context.options.redactor.redact(context.words.mask(cleanText(text))));
}

/** What the host wrote into a row, which may repeat a person's words: as typed, cut like a tool result. */
export function noticeText(context: SessionContext, text: string): CappedText {
  return redactResult(context.words.maskTyped(text), context.options.redactor);
}

/** What a tool wrote: known private words masked, redacted, above 4 KB cut to head, tail and error lines. */
export function outputText(context: SessionContext, text: string): CappedText {
  return redactResult(context.words.mask(text), context.options.redactor);
}

function cutTalk(text: string): CappedText {
  const cut = cutText(text, MAX_TALK_CHARS);
  return { text: cut, truncated: cut.length < text.length };
}

/** Hands one turn to the sink. In a helper's warm-up nothing is talk. */
export function emitTurn(context: SessionContext, at: RowContext, parts: TurnParts): void {
  const turn: Turn = {
    source: "claude-code",
    session: context.session,
    entryId: at.entryId,
    line: at.line,
    block: at.firstBlock + parts.block,
    time: at.time,
    timeInferred: at.timeInferred,
    role: parts.role,
    class: context.warmUp ? "lifecycle" : parts.class,
    promptNumber: at.sidechain ? 0 : context.prompts,
    text: parts.text.text,
    textTruncated: parts.text.truncated,
    toolName: parts.toolName ?? null,
    toolCallId: parts.toolCallId ?? null,
    files: parts.files ?? [],
    exitStatus: parts.exitStatus ?? null,
    model: parts.model ?? null,
    usage: parts.usage ?? null,
    branch: "live",
    sidechain: at.sidechain,
    cwd: at.cwd,
    gitBranch: at.gitBranch,
  };
  at.sink.turn(turn);
}

/** Reports a fact once per change; `value` is redacted already. */
export function reportFact(
  context: SessionContext,
  sink: ReadSink,
  name: keyof SessionFacts,
  value: string | null,
): void {
  if (value === null || context.facts.get(name) === value) return;
  context.facts.set(name, value);
  sink.facts({ [name]: value });
}

/** Reports a title when it is a better one than the session has; markup is dropped, private words masked. */
export function offerTitle(
  context: SessionContext,
  sink: ReadSink,
  origin: TitleOrigin,
  text: string,
): void {
  if (!replacesTitle(origin, context.titleStrength)) return;
  const title = titleOfPrompt(typedText(context, text).text);
  if (title === "") return;
  context.titleStrength = titleStrength(origin);
  reportFact(context, sink, "title", title);
}

/** Remembers the tool behind a call id for its result; both are redacted already. */
export function rememberTool(context: SessionContext, callId: string, name: string): void {
  context.tools.set(callId, name.slice(0, 100));
  const oldest = context.tools.keys().next();
  if (context.tools.size > MAX_TOOLS && oldest.done !== true) context.tools.delete(oldest.value);
}

/** Paths as they may be stored: redacted, distinct, at most 50. */
export function shortPaths(context: SessionContext, paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => context.short(path) ?? []))].slice(0, 50);
}
