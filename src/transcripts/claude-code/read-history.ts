/**
 * Owns reading the prompt history of the terminal. It holds each prompt's words but no ids of rows, so its turns
 * live in sessions of their own, `history-<session id>`: they can be found when the transcript is gone, and whoever has the
 * transcript hides them.
 */
import type { Turn } from "../../core/turn.ts";
import type { ReaderOptions, ReadSink, RecordReader } from "../reader.ts";
import { cleanText, cutText } from "../shared/clean-text.ts";
import { toIsoTime } from "../shared/iso-time.ts";
import { asNumber, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { asksToExclude, isBlanked, titleOfPrompt } from "../shared/prompt-marks.ts";
import { openPrivateWords } from "../shared/private-words.ts";
import { openShortText } from "../shared/short-text.ts";
import { findPrivatePastes } from "./private-pastes.ts";

const MAX_TALK_CHARS = 300_000;
/** Sessions whose prompts are counted on; older ones start again at 1. */
const MAX_COUNTED = 100;
/** Stands for the count of a session that a person wants left out. */
const EXCLUDED = -1;

/** Opens the reader of `history.jsonl`: a prompt per row, a slash command is lifecycle, pasted texts follow the prompt. */
export function openHistoryReader(options: ReaderOptions): RecordReader {
  const saved = readState(options.state);
  const counts = new Map(saved.counts);
  const words = openPrivateWords(options.keyedHash, saved.privateHashes);
  const short = openShortText(options.redactor);

  function readRow(row: JsonObject, line: number, sink: ReadSink): void {
    const display = asText(row["display"]);
    if (display === undefined || display.trim() === "") return sink.skip("empty", line);
    const host = short(asText(row["sessionId"])) ?? "unknown";
    const session = `history-${host}`;
    // The file holds all sessions, so the wish to be left out must not drop the file: it drops the session's rows.
    if (counts.get(host) === EXCLUDED || asksToExclude(display) || isBlanked(display)) {
      counts.set(host, EXCLUDED);
      return sink.skip("excluded", line);
    }
    const text = options.redactor.redact(
      words.maskTyped(
        cleanText([display, ...listPastes(row, findPrivatePastes(display))].join("\n\n")),
      ),
    );
    const isPrompt = !display.startsWith("/");
    const count = counts.get(host) ?? 0;
    const cwd = short(asText(row["project"]));
    if (count === 0) {
      const title = isPrompt ? titleOfPrompt(text) : "";
      sink.facts({ session, ...(title === "" ? {} : { title }), ...(cwd === null ? {} : { cwd }) });
    }
    counts.delete(host);
    counts.set(host, count + (isPrompt ? 1 : 0));
    forgetOldest(counts);
    const cut = cutText(text, MAX_TALK_CHARS);
    const turn: Turn = {
      source: "claude-code",
      session,
      entryId: `history:${host}:${asNumber(row["timestamp"]) ?? `line:${line}`}`,
      line,
      block: 0,
      time: toIsoTime(row["timestamp"]) ?? null,
      timeInferred: false,
      role: "user",
      class: isPrompt ? "prompt" : "lifecycle",
      promptNumber: counts.get(host) ?? 0,
      text: cut,
      textTruncated: cut.length < text.length,
      toolName: null,
      toolCallId: null,
      files: [],
      exitStatus: null,
      model: null,
      usage: null,
      branch: "live",
      sidechain: false,
      cwd,
      gitBranch: null,
    };
    sink.turn(turn);
  }

  return {
    read(line, number, sink) {
      const { records, problem } = parseLine(line, (row) => asText(row["display"]) !== undefined);
      if (problem !== null) sink.skip(problem, number);
      for (const row of records) readRow(row, number, sink);
    },
    state: () => JSON.stringify({ counts: [...counts], privateHashes: words.hashes() }),
  };
}

function listPastes(row: JsonObject, hidden: ReadonlySet<string>): readonly string[] {
  const pastes = asObject(row["pastedContents"]) ?? {};
  return Object.entries(pastes).flatMap(([key, paste]) => {
    const entry = asObject(paste);
    if (hidden.has(key) || entry?.["type"] === "image") return [];
    return asText(entry?.["content"]) ?? [];
  });
}

function forgetOldest(counts: Map<string, number>): void {
  const oldest = counts.keys().next();
  if (counts.size > MAX_COUNTED && oldest.done !== true) counts.delete(oldest.value);
}

interface SavedHistoryState {
  readonly counts: readonly (readonly [string, number])[];
  readonly privateHashes: readonly string[];
}

function readState(json: string | undefined): SavedHistoryState {
  const empty = { counts: [], privateHashes: [] };
  if (json === undefined) return empty;
  try {
    return { ...empty, ...(JSON.parse(json) as Partial<SavedHistoryState>) };
  } catch {
    return empty;
  }
}
