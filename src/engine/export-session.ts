/** Owns the export use-case: one session's redacted turns as Markdown or JSONL. */
import type { IndexedTurn } from "../search-index/turn-row.ts";
import type { Engine } from "./engine.ts";
import { requireShown } from "./hidden/require-shown.ts";
import { readableIndex } from "./readable-index.ts";
import { getSession } from "./find-session.ts";
import { renderSessionJsonl, renderSessionMarkdown } from "./render-session.ts";

export interface SessionExport {
  readonly session: string;
  readonly format: "markdown" | "jsonl";
  readonly turns: number;
  /** Turns of the session that are hidden and therefore left out. */
  readonly hidden: number;
  readonly text: string;
}

/** All turns of the session that are not hidden, whatever their class. Throws `not-found` or `ambiguous`. */
export function exportSession(
  engine: Engine,
  prefix: string,
  format: "markdown" | "jsonl",
): SessionExport {
  const index = readableIndex(engine);
  requireShown(engine, { kind: "session", session: prefix });
  const session = getSession(index, prefix);
  const all = getSession(index.everything, prefix);
  const turns = index
    .turnsOf(session.id, { from: 0, to: Number.MAX_SAFE_INTEGER })
    .map((turn) => ({ ...turn, text: engine.redactor.redact(turn.text) }))
    .sort(bySeq);
  const document = {
    id: session.id,
    source: session.source,
    title: session.title,
    project: session.project,
    startedAt: session.startedAt,
    turns,
  };
  const text = format === "jsonl" ? renderSessionJsonl(document) : renderSessionMarkdown(document);
  return {
    session: session.id,
    format,
    turns: turns.length,
    hidden: all.turns - session.turns,
    text,
  };
}

function bySeq(a: IndexedTurn, b: IndexedTurn): number {
  return a.epoch - b.epoch || a.line - b.line || a.block - b.block;
}
