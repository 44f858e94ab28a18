/** Owns opening the library: settings checked at once, the store opened by the first call, everything let go by close. */
import { readEnvironment } from "../config/environment.ts";
import { callerCalendar } from "../engine/caller-calendar.ts";
import { loadCallerConfig } from "../engine/open-configured.ts";
import { callAudit } from "./calls/audit-call.ts";
import { callImport } from "./calls/import-call.ts";
import { callLogs } from "./calls/logs-call.ts";
import { callRead } from "./calls/read-call.ts";
import { callRestore } from "./calls/restore-call.ts";
import { callSearch } from "./calls/search-call.ts";
import { callStatus } from "./calls/status-call.ts";
import { callTimeline } from "./calls/timeline-call.ts";
import { keepEngine } from "../engine/kept-engine.ts";
import type { LibraryContext } from "./library-context.ts";
import type { OpenVarveOptions } from "./options.ts";
import { readCaller } from "./read-caller.ts";
import { countCalls } from "./running-calls.ts";
import type { Varve } from "./varve.ts";

/**
 * Opens the store of this person. Reads nothing but the settings yet; nothing keeps the process alive. Throws VarveError
 * `usage`, `no-home` (no home folder is known and `home` is not given) or `bad-config`.
 */
export function openVarve(options: OpenVarveOptions = {}): Varve {
  const caller = readCaller(options);
  loadCallerConfig(caller);
  const context: LibraryContext = {
    caller,
    // `environment` does not move the clock of the process.
    calendar: callerCalendar(readEnvironment()),
    kept: keepEngine(caller),
  };
  const { run, close } = countCalls(() => context.kept.close());
  return {
    import: (given) => run(async () => callImport(context, given)),
    search: (query, given) => run(async () => callSearch(context, query, given)),
    logs: (query, given) => run(async () => callLogs(context, query, given)),
    timeline: (anchor, given) => run(async () => callTimeline(context, anchor, given)),
    read: (refs, given) => run(async () => callRead(context, refs, given)),
    restore: (session, given) => run(async () => callRestore(context, session, given)),
    status: () => run(async () => callStatus(context)),
    audit: (given) => run(async () => callAudit(context, given)),
    close,
    [Symbol.dispose]: () => void close(),
    [Symbol.asyncDispose]: close,
  };
}
