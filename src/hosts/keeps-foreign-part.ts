/** Owns the last check before a settings file is written: nothing but our handlers differs. Pure. */
import { isDeepStrictEqual } from "node:util";

import { parseJsonc } from "../platform/edit-jsonc.ts";
import { holdsNothing, stripMark } from "./hook-document.ts";
import { isMembers, listOurHandlers, type Members } from "./list-handlers.ts";

/** The document without our handlers and without empty lists: what must be the same before and after an edit. */
function foreignPart(text: string, varveHome: string): unknown {
  const document = parseJsonc(stripMark(text));
  if (!document.ok || !isMembers(document.value)) return { hooks: [] };
  const { hooks, ...rest } = document.value;
  const ours = new Set(listOurHandlers(hooks, varveHome).map((place) => place.handler));
  const kept = Object.entries(isMembers(hooks) ? hooks : {}).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return holdsNothing(groups) ? [] : [[event, groups]];
    const left = groups.flatMap((group: unknown) => {
      if (!isMembers(group) || !Array.isArray(group.hooks)) return [group];
      const handlers = group.hooks.filter((handler) => !ours.has(handler as Members));
      return handlers.length === 0 && group.hooks.length > 0 ? [] : [{ ...group, hooks: handlers }];
    });
    return left.length === 0 ? [] : [[event, left]];
  });
  return { ...rest, hooks: kept };
}

/** True when `after` is valid and holds what `before` held, our handlers and emptied lists aside. */
export function keepsForeignPart(before: string, after: string, varveHome: string): boolean {
  const valid = stripMark(after).trim() === "" || parseJsonc(stripMark(after)).ok;
  return valid && isDeepStrictEqual(foreignPart(before, varveHome), foreignPart(after, varveHome));
}
