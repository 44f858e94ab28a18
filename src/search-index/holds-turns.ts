/** Owns asking which parsed turns stand in the index already, wherever. */
import type { Connection } from "./connection.ts";
import { encodeRecordKey, isLocalEntryId } from "./record-key.ts";
import { isHeldElsewhere, type ParsedTurn } from "./stored-turn.ts";

/** For each turn, whether its record has a row, of this session or of one it was copied from or to. */
export function holdsTurns(
  connection: Connection,
  turns: readonly ParsedTurn[],
): readonly boolean[] {
  const statement = connection.statement("SELECT 1 FROM turns WHERE record = ? AND block = ?");
  return turns.map((parsed) => {
    const { source, entryId, block } = parsed.turn;
    if (isLocalEntryId(entryId)) return isHeldElsewhere(connection, parsed);
    return statement.get(encodeRecordKey(source, entryId), block) !== undefined;
  });
}
