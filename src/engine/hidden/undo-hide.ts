/** Owns taking a hide back. */
import { VarveError } from "../../core/errors.ts";
import type { Engine } from "../engine.ts";
import { requireWritable } from "../store.ts";
import { renderUndo } from "./hide.ts";
import type { ListedHide } from "./list-hidden.ts";
import { listHidden } from "./list-hidden.ts";

const MOST_NAMED = 5;

/**
 * Shows again what the hide `id`, or the newest one, hid; what another hide covers as well stays hidden. Throws
 * VarveError `not-found` where there is none, `store-readonly`, `busy` or `disk-full`.
 */
export function undoHide(engine: Engine, id?: string): ListedHide {
  const known = findStanding(engine, id);
  requireWritable(engine.store);
  let undone = known;
  engine.hidden.append(() => {
    // Another process may have been as fast.
    undone = findStanding(engine, id);
    return renderUndo(undone.id, engine.now().toISOString());
  });
  return undone;
}

function findStanding(engine: Engine, id: string | undefined): ListedHide {
  const standing = listHidden(engine);
  const found = id === undefined ? standing[0] : standing.find((hide) => hide.id === id);
  if (found !== undefined) return found;
  if (standing.length === 0)
    throw new VarveError(
      "not-found",
      "nothing is hidden",
      "`varve forget REF --hide` hides a turn or a session",
    );
  const names = standing.slice(0, MOST_NAMED).map((hide) => hide.id);
  throw new VarveError(
    "not-found",
    `nothing is hidden as ${JSON.stringify((id ?? "").slice(0, 40))}`,
    `hidden are ${names.join(", ")}: see \`varve undo --list\``,
  );
}
