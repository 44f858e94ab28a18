/** Owns `varve audit`. */
import { auditStore, type AuditResult } from "../../engine/audit.ts";
import type { AuditFinding } from "../../engine/audit-types.ts";
import { planRepair, repairStore, type RepairStep } from "../../engine/repair.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { askYes } from "../ask.ts";
import { createByteProgress } from "../byte-progress.ts";
import { hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderAudit } from "../render-audit.ts";

const WAIT_MS = 600_000;

export async function run(context: CommandContext): Promise<number> {
  const progress = await createByteProgress(context, "MB");
  try {
    return await withEngine(context, { create: false }, async (engine) => {
      const result = auditStore(engine, progress);
      progress.stop();
      context.output.data(renderAudit(result));
      if (!hasFlag(context, "repair") || result.findings.length === 0) {
        context.output.json(auditJson(result));
        if (result.findings.length > 0) context.output.talk("mend it with: varve audit --repair");
        return result.findings.length === 0 ? 0 : 1;
      }
      for (const step of planRepair(result.findings)) context.output.talk(`${step.kind} ${step.entry ?? ""}: ${step.repair}`);
      if (hasFlag(context, "dry-run")) {
        context.output.json({ ...auditJson(result), plan: planRepair(result.findings) });
        return 1;
      }
      if (!(await askYes(context, "Mend it?"))) return 1;
      const steps = withWorkerLock(engine, { waitMs: WAIT_MS }, () => repairStore(engine, result.findings));
      const after = auditStore(engine);
      context.output.data(renderRepair(steps, after));
      context.output.json({ ...auditJson(after), before: result.findings.map(plain), repaired: steps });
      return after.findings.length === 0 ? 0 : 1;
    });
  } finally {
    progress.stop();
  }
}

function plain({ kind, entry, detail, repair }: AuditFinding): Record<string, unknown> {
  return { kind, entry, detail, repair };
}

function auditJson(result: AuditResult): Record<string, unknown> {
  const checks = result.links.map((link) => ({
    id: link.link,
    state: link.missing === 0 && link.extra === 0 ? "ok" : "fail",
    detail: `${link.found} of ${link.expected}`,
    fix: link.missing === 0 && link.extra === 0 ? "" : "varve audit --repair",
  }));
  return { ...result, checks, findings: result.findings.map(plain) };
}

function renderRepair(steps: readonly RepairStep[], after: AuditResult): string {
  return [...steps.map((step) => `mended ${step.kind} ${step.entry ?? ""}: ${step.done}`), renderAudit(after)].join("\n");
}
