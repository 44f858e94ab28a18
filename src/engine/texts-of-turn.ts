/** Owns what a forgotten turn said in the host's own words: its copies are looked for by these, not by the redacted turn. */
import type { IndexedTurn } from "../search-index/turn-row.ts";
import { comparable, listStrings } from "./decode-line.ts";
import type { Engine } from "./engine.ts";

/** Enough of a string to know it again in the turn made from it. */
const KNOWN_BY_CHARS = 120;
/** Keys whose values stand on every row of a session. */
const COMMON_KEYS: ReadonlySet<string> = new Set([
  "cwd",
  "gitBranch",
  "version",
  "uuid",
  "parentUuid",
  "sessionId",
  "session_id",
  "timestamp",
  "type",
  "role",
  "id",
  "call_id",
  "model",
  "name",
  "tool_use_id",
  "userType",
  "description",
]);
const OFFLOADED = /tool-results[\\/]+([^\s"\\/<>]{1,200})/g;

export interface TurnTexts {
  /** Comparable texts. */
  readonly texts: readonly string[];
  /** Names of files below the session's `tool-results` that hold the rest of the turn. */
  readonly offloaded: readonly string[];
}

/** Reads the turn's archived line. A line that is no JSON gives the turn's own text. */
export function textsOfTurn(engine: Engine, turn: IndexedTurn): TurnTexts {
  const line = readLine(engine, turn);
  const turnText = comparable(turn.text);
  const texts = listStrings(line)
    .filter(({ key, value }) => !COMMON_KEYS.has(key) && value.trim() !== "")
    .filter(({ value }) =>
      turnText.includes(
        comparable(engine.redactor.redact(value).trim()).slice(0, KNOWN_BY_CHARS).trim(),
      ),
    )
    .map(({ value }) => comparable(value.trim()));
  // Anyone may name such a path; only the result itself is continued there.
  const offloaded =
    turn.role === "tool" ? [...line.matchAll(OFFLOADED)].map((match) => match[1] ?? "") : [];
  return { texts: texts.length > 0 ? [...new Set(texts)] : [turnText], offloaded };
}

function readLine(engine: Engine, turn: IndexedTurn): string {
  let found = "";
  engine.archive.readLines(turn.archiveEntryId, turn.epoch, turn.line, (line) => {
    found = line.toString("utf8");
    return false;
  });
  return found;
}
