/** Owns the answer of an audit: documented in docs/json-output.md, so fields are added and never changed. */
import type { AuditCounts } from "./audit-links.ts";
import type { AuditFinding, AuditLink } from "./audit-types.ts";
import type { AuditResult, IndexHealth } from "./audit.ts";
import type { StatusCheck } from "./status-check.ts";

/** One thing that is not as it should be. */
export interface AuditedFinding {
  /** Its kinds are listed in docs/durability.md. */
  readonly kind: string;
  /** Archive entry, file or table it is about; null for the whole store. */
  readonly entry: string | null;
  readonly detail: string;
  /** What `varve audit --repair` does about it; empty when only a person can. */
  readonly repair: string;
}

export interface AuditAnswer {
  /** `clean` or `<n> findings`. */
  readonly verdict: string;
  readonly checks: readonly StatusCheck[];
  readonly counts: AuditCounts;
  /** The chain from source bytes to index rows, link by link. */
  readonly links: readonly AuditLink[];
  /** Lines that became no turn, by reason; record types that this version does not know, by name. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly findings: readonly AuditedFinding[];
  readonly index: IndexHealth;
}

export function describeAudit(result: AuditResult): AuditAnswer {
  const checks = result.links.map((link): StatusCheck => {
    const isWhole = link.missing + link.extra + link.dup + link.stale === 0;
    return {
      id: link.link,
      state: isWhole ? "ok" : "fail",
      detail: `${link.found} of ${link.expected}`,
      fix: isWhole ? "" : "varve audit --repair",
    };
  });
  return { ...result, checks, findings: result.findings.map(describeFinding) };
}

/** Without what mends it. */
export function describeFinding({ kind, entry, detail, repair }: AuditFinding): AuditedFinding {
  return { kind, entry, detail, repair };
}
