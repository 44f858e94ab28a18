/** Owns the shortest form of a reference that still means one session: a reference is half of what a short hit costs. */
import type { Engine } from "../engine/engine.ts";

const SHORT_ID = 8;
const STEP = 5;

/** Shortens `t:` and `s:` references; asks the index once per session. Anything else comes back as it is. */
export function makeReferenceShortener(engine: Engine): (reference: string) => string {
  const index = engine.index("read");
  const known = new Map<string, string>();
  const shorten = (id: string): string => {
    for (let length = SHORT_ID; length < id.length; length += STEP) {
      const prefix = id.slice(0, length);
      const others = index?.findSessions(prefix).some((session) => session.id !== id) ?? true;
      if (!others) return prefix;
    }
    return id;
  };
  return (reference) => {
    const [, kind = "", id = "", rest = ""] = /^([ts]:)([^#]+)(#.+)?$/.exec(reference) ?? [];
    if (kind === "") return reference;
    const short = known.get(id) ?? shorten(id);
    known.set(id, short);
    return kind + short + rest;
  };
}
