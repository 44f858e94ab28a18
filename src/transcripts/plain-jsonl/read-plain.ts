/** Owns reading a plain JSONL transcript line by line. */
import type { Turn } from "../../core/turn.ts";
import type { SessionFacts } from "../../core/session-facts.ts";
import type { ReaderOptions, ReadSink, RecordReader } from "../reader.ts";
import { redactResult } from "../shared/cap-result.ts";
import { cleanText, cutText } from "../shared/clean-text.ts";
import { asNumber, asObject, asText } from "../shared/json-fields.ts";
import { stripOwnBlocks } from "../shared/own-block.ts";
import { parseLine } from "../shared/parse-line.ts";
import { openPrivateWords, type PrivateWords } from "../shared/private-words.ts";
import { asksToExclude, opensOwnSession, titleOfPrompt } from "../shared/prompt-marks.ts";
import { redactId } from "../shared/redact-id.ts";
import { decodePlainRow, isPlainRecord, type PlainRow } from "./plain-row.ts";

const MAX_MESSAGE_CHARS = 300_000;
const MAX_TITLE_CHARS = 80;
const REDACTION_MARGIN_CHARS = 16 * 1024;
const MAX_PATH_CHARS = 4096;
const MAX_DETAIL_CHARS = 40;
/** Files that mix sessions keep the prompt counts of this many; the oldest go. */
const MAX_SESSIONS = 200;

interface PlainState {
  session: string;
  time: string | null;
  cwd: string | null;
  isOwn: boolean;
  /** Prompts so far by hash of the session. */
  readonly prompts: Map<string, number>;
}

interface PlainPlace {
  readonly options: ReaderOptions;
  readonly state: PlainState;
  readonly words: PrivateWords;
  readonly sink: ReadSink;
  readonly line: number;
  readonly block: number;
}

/**
 * Opens a reader. Rows without a `session` belong to that of the row before, at first to the file. `id` names the
 * entry, else the line does.
 */
export function openPlain(options: ReaderOptions): RecordReader {
  const saved = asObject(options.state === undefined ? undefined : parse(options.state)) ?? {};
  const state: PlainState = {
    session: asText(saved["session"]) ?? options.session ?? options.fileId,
    time: asText(saved["time"]) ?? null,
    cwd: asText(saved["cwd"]) ?? null,
    isOwn: saved["isOwn"] === true,
    prompts: new Map(
      Object.entries(asObject(saved["prompts"]) ?? {}).map(([session, count]) => [
        session,
        asNumber(count) ?? 0,
      ]),
    ),
  };
  const savedWords = Array.isArray(saved["words"])
    ? saved["words"].filter((word): word is string => typeof word === "string")
    : [];
  const words = openPrivateWords(options.keyedHash, savedWords);
  return {
    read: (line, number, sink) =>
      readLine({ options, state, words, sink, line: number, block: 0 }, line),
    state: () =>
      JSON.stringify({
        ...state,
        prompts: Object.fromEntries(state.prompts),
        words: words.hashes(),
      }),
  };
}

function readLine(place: PlainPlace, line: Buffer): void {
  if (place.state.isOwn) return place.sink.skip("own-session", place.line);
  const { records, problem } = parseLine(line, isPlainRecord);
  records.forEach((record, block) => {
    const row = decodePlainRow(record);
    if (row === undefined) {
      const role = asText(record["role"]);
      const detail = place.options.redactor.redact(
        role === undefined ? "row without role and text" : `role/${cleanText(role)}`,
      );
      place.sink.skip("unknown-type", place.line, cutText(detail, MAX_DETAIL_CHARS));
    } else readRow({ ...place, block }, row);
  });
  if (problem !== null) place.sink.skip(problem, place.line);
}

function readRow(place: PlainPlace, row: PlainRow): void {
  const { state, sink, options } = place;
  const facts = readFacts(place, row);
  const timeInferred = row.time === null && state.time !== null;
  state.time = row.time ?? state.time;
  if (row.tool !== null && options.skipTools.has(row.tool))
    return sink.skip("skipped-tool", place.line);
  const own = row.role === "user" ? stripOwnBlocks(row.text) : { text: row.text, blocks: 0 };
  for (let i = 0; i < own.blocks; i += 1) sink.skip("own-injection", place.line);
  if (own.text.trim() === "") return own.blocks > 0 ? undefined : sink.skip("empty", place.line);
  if (row.class === "prompt" && !startPrompt(place, own.text)) return;
  const promptNumber = state.prompts.get(sessionKey(place)) ?? 0;
  const text = indexedText(place, { ...row, text: own.text });
  const title =
    row.title === null && row.class === "prompt" && promptNumber === 1
      ? { title: titleOfPrompt(text.text) }
      : {};
  const news: SessionFacts = { ...facts, ...title };
  if (Object.keys(news).length > 0) sink.facts({ session: state.session, ...news });
  sink.turn(makeTurn(place, row, { ...text, timeInferred, promptNumber }));
}

/** Counts a prompt; false when it opens a session of varve's own. */
function startPrompt(place: PlainPlace, text: string): boolean {
  const { state, sink } = place;
  const key = sessionKey(place);
  const before = state.prompts.get(key) ?? 0;
  if (before === 0 && opensOwnSession(text)) {
    state.isOwn = true;
    sink.skip("own-session", place.line);
    return false;
  }
  if (asksToExclude(text)) sink.exclude(place.line);
  state.prompts.delete(key);
  state.prompts.set(key, before + 1);
  const oldest = state.prompts.keys().next().value;
  if (state.prompts.size > MAX_SESSIONS && oldest !== undefined) state.prompts.delete(oldest);
  return true;
}

/** Names of sessions come from the file and may have any length; the state must not. */
function sessionKey({ options, state }: PlainPlace): string {
  return options.keyedHash(state.session).slice(0, 16);
}

function readFacts(place: PlainPlace, row: PlainRow): SessionFacts {
  const { state, options } = place;
  const short = (text: string, maxChars: number): string =>
    cutText(options.redactor.redact(place.words.maskTyped(cleanText(text))), maxChars);
  const session = redactId(options.redactor, row.session ?? undefined);
  const isNewSession = session !== null && session !== state.session;
  if (isNewSession) state.cwd = null;
  state.session = session ?? state.session;
  const cwd = row.cwd === null ? state.cwd : short(row.cwd, MAX_PATH_CHARS);
  const isNewFolder = cwd !== state.cwd;
  state.cwd = cwd;
  return {
    ...(isNewSession && { session: state.session }),
    ...(isNewFolder && cwd !== null && { cwd }),
    ...(row.title !== null && { title: short(row.title, MAX_TITLE_CHARS) }),
  };
}

function indexedText(
  place: PlainPlace,
  row: PlainRow,
): { readonly text: string; readonly truncated: boolean } {
  const { words, options } = place;
  if (row.class === "result") return redactResult(words.mask(row.text), options.redactor);
  // Some text behind the cut is looked at too, so that no half of a secret is left before it.
  const clean = cutText(cleanText(row.text), MAX_MESSAGE_CHARS + REDACTION_MARGIN_CHARS);
  const redacted = options.redactor.redact(
    row.class === "prompt" ? words.maskTyped(clean) : words.mask(clean),
  );
  const text = cutText(redacted, MAX_MESSAGE_CHARS);
  return {
    text,
    truncated:
      text.length < redacted.length || row.text.length > MAX_MESSAGE_CHARS + REDACTION_MARGIN_CHARS,
  };
}

interface TurnParts {
  readonly text: string;
  readonly truncated: boolean;
  readonly timeInferred: boolean;
  readonly promptNumber: number;
}

function makeTurn(place: PlainPlace, row: PlainRow, parts: TurnParts): Turn {
  const { state, line, block } = place;
  return {
    source: "jsonl",
    session: state.session,
    entryId: redactId(place.options.redactor, row.id ?? undefined) ?? `line:${line}`,
    line,
    block,
    time: state.time,
    timeInferred: parts.timeInferred,
    role: row.role,
    class: row.class,
    promptNumber: parts.promptNumber,
    text: parts.text,
    textTruncated: parts.truncated,
    toolName:
      row.tool === null
        ? null
        : cutText(place.options.redactor.redact(cleanText(row.tool)), MAX_DETAIL_CHARS),
    toolCallId: null,
    files: [],
    exitStatus: null,
    model: null,
    usage: null,
    branch: "live",
    sidechain: false,
    cwd: state.cwd,
    gitBranch: null,
  };
}

function parse(saved: string): unknown {
  try {
    return JSON.parse(saved);
  } catch {
    return undefined;
  }
}
