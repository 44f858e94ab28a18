/** Owns the prompt history of the Codex terminal: prompts only, by session, to the second. */
import type { Turn } from "../../core/turn.ts";
import type { ReaderOptions, ReadSink, RecordReader } from "../reader.ts";
import { cleanText, cutText } from "../shared/clean-text.ts";
import { toIsoTime } from "../shared/iso-time.ts";
import { asNumber, asText, type JsonObject } from "../shared/json-fields.ts";
import { stripOwnBlocks } from "../shared/own-block.ts";
import { parseLine } from "../shared/parse-line.ts";
import { openPrivateWords } from "../shared/private-words.ts";
import { asksToExclude, isBlanked } from "../shared/prompt-marks.ts";
import { redactId } from "../shared/redact-id.ts";
import { withoutEditorPreamble } from "./host-text.ts";

const MAX_PROMPT_CHARS = 300_000;

/**
 * Opens a reader of `history.jsonl` rows `{session_id, ts, text}`. Their turns stand in sessions of their own,
 * `history-<thread id>`: they bring back a prompt whose rollout is gone and never double one whose rollout is there.
 */
export function openPromptHistory(options: ReaderOptions): RecordReader {
  return {
    read: (line, number, sink) => {
      const { records, problem } = parseLine(line, isHistoryRecord);
      records.forEach((record, block) =>
        readHistoryRow({ options, sink, line: number, block }, record),
      );
      if (problem !== null) sink.skip(problem, number);
    },
    state: () => "{}",
  };
}

/** True for a row of the Codex prompt history. */
export function isHistoryRecord(record: JsonObject): boolean {
  return (
    typeof record["session_id"] === "string" &&
    typeof record["ts"] === "number" &&
    typeof record["text"] === "string"
  );
}

interface HistoryPlace {
  readonly options: ReaderOptions;
  readonly sink: ReadSink;
  readonly line: number;
  readonly block: number;
}

function readHistoryRow({ options, sink, line, block }: HistoryPlace, record: JsonObject): void {
  const session = redactId(options.redactor, asText(record["session_id"])) ?? undefined;
  const seconds = asNumber(record["ts"]);
  const raw = record["text"];
  if (session === undefined || typeof raw !== "string")
    return sink.skip("unknown-type", line, "row");
  if (isBlanked(raw) || asksToExclude(raw)) return sink.skip("excluded", line);
  const own = stripOwnBlocks(raw);
  // Masked within the row only: rows of many sessions share the file.
  const masked = openPrivateWords(options.keyedHash, []).maskTyped(
    cleanText(withoutEditorPreamble(own.text)),
  );
  const redacted = options.redactor.redact(masked);
  const text = cutText(redacted, MAX_PROMPT_CHARS);
  if (text.trim() === "") return sink.skip(own.blocks > 0 ? "own-injection" : "empty", line);
  const turn: Turn = {
    source: "codex",
    session: `history-${session}`,
    entryId: `history:${session}:${seconds ?? `line:${line}`}`,
    line,
    block,
    time: toIsoTime(seconds) ?? null,
    timeInferred: false,
    role: "user",
    class: "prompt",
    promptNumber: 0,
    text,
    textTruncated: text.length < redacted.length,
    toolName: null,
    toolCallId: null,
    files: [],
    exitStatus: null,
    model: null,
    usage: null,
    branch: "live",
    sidechain: false,
    cwd: null,
    gitBranch: null,
  };
  sink.turn(turn);
}
