/** Owns which sessions may hold copies of one another's rows: forks, helpers, and prompt histories. */
import type { SessionRow } from "../search-index/list-sessions.ts";

const HISTORY_PREFIX = "history-";

/** `sessions` and every session that is joined to them by fork or helper relations, however far. */
export function findFamily(
  rows: readonly SessionRow[],
  sessions: Iterable<string>,
): ReadonlySet<string> {
  const related = new Map<string, string[]>();
  const join = (from: string, to: string): void => {
    const known = related.get(from);
    if (known === undefined) related.set(from, [to]);
    else known.push(to);
  };
  for (const { id, parent } of rows) {
    const origin = id.startsWith(HISTORY_PREFIX) ? id.slice(HISTORY_PREFIX.length) : parent;
    if (origin === null) continue;
    join(id, origin);
    join(origin, id);
  }
  const family = new Set(sessions);
  const waiting = [...family];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of related.get(id) ?? []) {
      if (family.has(next)) continue;
      family.add(next);
      waiting.push(next);
    }
  }
  return family;
}
