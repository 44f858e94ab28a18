/** Owns whether one archived line is among what a person wants forgotten: the thing itself or a copy of it. */
import { comparable, listStrings, readingsOf } from "./decode-line.ts";

/** A shorter text stands in other texts by chance: a copy of it is only a string that equals it. */
const TELLING_CHARS = 40;
/** A copy is recognised by this much of its beginning; hosts cut what they repeat. */
const COPY_CHARS = 120;
/** A cut copy of fewer characters may be anything. */
const CUT_COPY_CHARS = 12;

/** Rows that repeat a prompt and have no id of their own; the keys under which they do. */
const REPEATING_KEYS: ReadonlySet<string> = new Set([
  "content",
  "lastPrompt",
  "customTitle",
  "aiTitle",
  "summary",
  "display",
  "prompt",
  "thread_name",
  "name",
  "message",
  "text",
]);
const REPEATING_ROW =
  /"(?:type)"\s*:\s*"(?:queue-operation|last-prompt|custom-title|ai-title|summary|queued_command|api-request[a-z-]*|event_msg|compacted)"|"(?:display|ts)"\s*:/;
const RECORD_ID = /"(?:uuid|id)"\s*:\s*"([^"]{1,200})"/g;
const SESSION_ID = /"(?:sessionId|session_id)"\s*:\s*"([^"]{1,200})"/g;

/** What is looked for in the lines of a family of sessions. */
export interface WantedCopies {
  /** Ids of records, as hosts repeat them in forks. */
  readonly recordIds: ReadonlySet<string>;
  /** Texts of forgotten turns, as the host wrote them. */
  readonly texts: readonly string[];
}

/** True when `line` holds `text` anywhere, in any letter case, behind JSON escapes or not. */
export function holdsText(line: string, text: string): boolean {
  return readingsOf(line).some((reading) => reading.includes(text));
}

/** True when the line is a copy of a forgotten record or repeats its text. */
export function isCopy(line: string, { recordIds, texts }: WantedCopies): boolean {
  if (recordIds.size > 0) {
    for (const match of line.matchAll(RECORD_ID)) if (recordIds.has(match[1] ?? "")) return true;
  }
  if (texts.length === 0) return false;
  const readings = readingsOf(line);
  if (
    texts.some(
      (text) =>
        text.length >= TELLING_CHARS &&
        readings.some((reading) => reading.includes(text.slice(0, COPY_CHARS))),
    )
  )
    return true;
  return REPEATING_ROW.test(line) && repeats(line, texts);
}

/** A queue row, a title, a row of the prompt history that says the text, whole or cut short. */
function repeats(line: string, texts: readonly string[]): boolean {
  return listStrings(line).some(({ key, value }) => {
    if (!REPEATING_KEYS.has(key)) return false;
    const said = squeeze(value)
      .replace(/(?:\u2026|\.\.\.)$/, "")
      .trimEnd();
    if (said === "") return false;
    return texts.some((text) => {
      const whole = squeeze(text);
      return said === whole || (said.length >= CUT_COPY_CHARS && whole.startsWith(said));
    });
  });
}

function squeeze(text: string): string {
  return comparable(text).replace(/\s+/g, " ").trim();
}

/** Sessions that the line names, for files that hold the rows of many. */
export function listNamedSessions(line: string): readonly string[] {
  return [...line.matchAll(SESSION_ID)].map((match) => match[1] ?? "");
}
