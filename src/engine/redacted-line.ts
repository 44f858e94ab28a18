/** Owns the archived line of a turn as it may be shown: without secrets and private words. The bytes themselves leave only by `varve restore`. */
import type { IndexedTurn } from "../search-index/turn-row.ts";
import type { Engine } from "./engine.ts";

/** The line without its line end. */
export function redactedLine(engine: Engine, turn: IndexedTurn): string {
  let found = "";
  engine.archive.readLines(turn.archiveEntryId, turn.epoch, turn.line, (line) => {
    found = line.toString("utf8");
    return false;
  });
  const session = engine.archive.entry(turn.archiveEntryId)?.session ?? turn.session;
  return engine.privateWords.masking(engine.redactor, session).redact(found);
}
