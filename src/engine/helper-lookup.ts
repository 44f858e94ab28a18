/** Owns telling which session a helper worked for, for the hits of an answer. */
import type { SearchIndex } from "../search-index/search-index.ts";

/** Session that a helper's turns belong to; asked once per helper. */
export function makeHelperLookup(
  index: SearchIndex | undefined,
): (session: string) => string | null {
  const parents = new Map<string, string | null>();
  return (id) => {
    const known = parents.get(id);
    if (known !== undefined) return known;
    const session = index?.findSessions(id).find((row) => row.id === id);
    const parent = session?.relation === "subagent" ? session.parent : null;
    parents.set(id, parent);
    return parent;
  };
}
