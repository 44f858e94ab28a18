/** Owns the library's audit. */
import { auditStore } from "../../engine/audit.ts";
import { describeAudit, type AuditAnswer } from "../../engine/describe-audit.ts";
import { checkOptions } from "../check-options.ts";
import { withOwnEngine, type LibraryContext } from "../library-context.ts";
import type { AuditOptions } from "../options.ts";
import { whenAlone } from "../when-alone.ts";

export function callAudit(
  context: LibraryContext,
  options: AuditOptions = {},
): Promise<AuditAnswer> {
  checkOptions("audit", options, { waitMs: "count" });
  return withOwnEngine(context, { create: false }, async (engine) => {
    const { writable, newerFormat } = engine.store;
    // Rows that another process writes meanwhile would look like findings; a store that nobody can write needs no lock.
    const isAlone = !writable || newerFormat !== undefined;
    const audit = () => auditStore(engine);
    return describeAudit(isAlone ? audit() : await whenAlone(engine, options.waitMs, audit));
  });
}
