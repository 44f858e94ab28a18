/** Owns a session as text at each level: its facts, its requests, its turns, its archived lines. */
import { formatSeq } from "../core/turn.ts";
import { localCalendar } from "../platform/local-calendar.ts";
import type { SessionRow } from "../search-index/list-sessions.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import type { IndexedTurn } from "../search-index/turn-row.ts";
import type { Engine } from "./engine.ts";
import type { ReadLevel } from "./read-references.ts";
import { redactedLine } from "./redacted-line.ts";
import { oneLine } from "./timeline/one-line.ts";
import { outlineSession } from "./timeline/outline-session.ts";

const REQUEST_CHARS = 90;

/** Text of one level, redacted, without lifecycle turns. */
export function readSessionText(
  engine: Engine,
  index: SearchIndex,
  session: SessionRow,
  level: ReadLevel,
): string {
  const redact = (text: string): string => engine.redactor.redact(text);
  if (level === "abstract" || level === "outline") {
    const calendar = localCalendar("local time");
    const { lines } = outlineSession(index, session.id, { redact, calendar });
    if (level === "outline") {
      return lines
        .map((line) => {
          const many = line.requests === 1 ? "" : `${line.requests} requests, the first: `;
          return `${line.ref} ${line.date ?? "undated"} ${many}${line.text}\n`;
        })
        .join("");
    }
    const [first] = lines;
    const span = `${session.startedAt ?? "undated"} to ${session.endedAt ?? "undated"}`;
    const title = redact(session.title ?? first?.text ?? "");
    return `${session.project}, ${session.turns} turns, ${session.prompts} requests, ${span}: ${oneLine(title, REQUEST_CHARS)}`;
  }
  const turns = index
    .turnsOf(session.id, { from: 0, to: Number.MAX_SAFE_INTEGER })
    .filter((turn) => turn.class !== "lifecycle");
  return turns.map((turn) => renderTurn(engine, turn, level)).join("");
}

function renderTurn(engine: Engine, turn: IndexedTurn, level: "full" | "raw"): string {
  // A line of several blocks is shown once.
  if (level === "raw") return turn.block === 0 ? `${redactedLine(engine, turn)}\n` : "";
  const text = engine.redactor.redact(turn.text);
  return `#${formatSeq(turn)} ${turn.time ?? "undated"} ${turn.role}/${turn.class}: ${text}\n`;
}
