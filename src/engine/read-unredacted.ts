/** Owns reading an archived line as the host wrote it, for a person at a terminal; every other reading is redacted. */
import { VarveError } from "../core/errors.ts";
import type { Engine } from "./engine.ts";
import { requireShown } from "./hidden/require-shown.ts";
import { readableIndex } from "./readable-index.ts";
import { getSession, parseReference } from "./find-session.ts";

/** One archived line per turn reference. Throws `usage`, `not-found`, `ambiguous`. */
export function readUnredacted(engine: Engine, references: readonly string[]): readonly string[] {
  const index = readableIndex(engine);
  return references.map((text) => {
    const reference = parseReference(text);
    if (reference.kind === "session")
      throw new VarveError(
        "usage",
        "--unredacted takes turns",
        "use `varve restore` for a whole session",
      );
    requireShown(engine, reference);
    const session = getSession(index, reference.session);
    const turn = index?.turn(session.id, reference.seqText);
    if (turn === undefined)
      throw new VarveError(
        "not-found",
        `session ${session.id} has no turn #${reference.seqText}`,
        "list its turns with `varve read`",
      );
    let found = "";
    engine.archive.readLines(turn.archiveEntryId, turn.epoch, turn.line, (line) => {
      found = line.toString("utf8");
      return false;
    });
    return found;
  });
}
