/** Owns the shortest form of a reference that still means one session: a reference is half of what a short hit costs. */
import type { Engine } from "../engine/engine.ts";

const SHORT_ID = 8;
/** The milliseconds that a UUID of version 7 begins with: eight of its characters are the same for a minute, and the next session may be one. */
const WHOLE_STAMP = 13;
const STEP = 5;
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** Shortens `t:` and `s:` references; asks the index once per session. Anything else comes back as it is. */
export function makeReferenceShortener(engine: Engine): (reference: string) => string {
  const index = engine.index("read");
  const known = new Map<string, string>();
  const shorten = (id: string): string => {
    const shortest = VERSION_7.test(id) ? WHOLE_STAMP : SHORT_ID;
    for (let length = shortest; length < id.length; length += STEP) {
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
