/** Owns the library's restore. */
import { resolve } from "node:path";

import { VarveError } from "../../core/errors.ts";
import { restoreSession, type RestoredSession } from "../../engine/restore-session.ts";
import { checkOptions, requireText } from "../check-options.ts";
import { withOwnEngine, type LibraryContext } from "../library-context.ts";
import type { RestoreOptions } from "../options.ts";

export function callRestore(
  context: LibraryContext,
  session: string,
  options: RestoreOptions = {},
): Promise<RestoredSession> {
  const id = requireText("restore", "session", session).replace(/^s:/, "");
  checkOptions("restore", options, { epoch: "size", to: "text", force: "flag", list: "flag" });
  const { to, ...rest } = options;
  if (to === "")
    throw new VarveError(
      "usage",
      "restore: to needs a file or a folder",
      "leave it out to write where the agent had it",
    );
  return withOwnEngine(context, { create: false }, (engine) =>
    restoreSession(engine, id, {
      ...rest,
      to: to === undefined ? undefined : resolve(context.caller.cwd, to),
    }),
  );
}
