/** Owns `varve audit`. */
import { auditStore, type AuditResult } from "../../engine/audit.ts";
import { describeAudit, describeFinding } from "../../engine/describe-audit.ts";
import type { Engine } from "../../engine/engine.ts";
import { planRepair, repairStore, type RepairStep } from "../../engine/repair.ts";
import { withWorkerLock } from "../../engine/with-worker-lock.ts";
import { askYes } from "../ask.ts";
import { createByteProgress, type ByteProgress } from "../byte-progress.ts";
import { hasFlag } from "../flag-values.ts";
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";
import { renderAudit } from "../render-audit.ts";

const WAIT_MS = 600_000;

export async function run(context: CommandContext): Promise<number> {
  const progress = await createByteProgress(context, "checking, MB");
  try {
    return await withEngine(context, { create: false }, (engine) =>
      auditAndRepair(context, engine, progress),
    );
  } finally {
    progress.stop();
  }
}

async function auditAndRepair(
  context: CommandContext,
  engine: Engine,
  progress: ByteProgress,
): Promise<number> {
  const { output } = context;
  const lockWait = {
    waitMs: WAIT_MS,
    onWait: () => output.talk("another varve process is at work; waiting for it"),
  };
  const audit = (): AuditResult => auditStore(engine, progress);
  // Rows that another process writes meanwhile would look like findings; a store that nobody can write needs no lock.
  const isAlone = !engine.store.writable || engine.store.newerFormat !== undefined;
  const result = isAlone ? audit() : withWorkerLock(engine, lockWait, audit);
  progress.stop();
  output.data(renderAudit(result));
  const { findings } = result;
  const plan = planRepair(findings);
  if (findings.length === 0 || !hasFlag(context, "repair")) {
    output.json(describeAudit(result));
    return findings.length === 0 ? 0 : 1;
  }
  for (const step of plan)
    output.talk(`plan: ${step.kind}${step.entry === null ? "" : ` ${step.entry}`}: ${step.repair}`);
  if (hasFlag(context, "dry-run")) {
    output.json({ ...describeAudit(result), plan });
    return 1;
  }
  if (!(await askYes(context, "Mend it?"))) {
    output.talk("nothing was changed");
    return 1;
  }
  const { steps, after } = withWorkerLock(engine, lockWait, () => ({
    steps: repairStore(engine, findings),
    after: auditStore(engine),
  }));
  output.data(renderRepair(steps, after));
  output.json({ ...describeAudit(after), before: findings.map(describeFinding), repaired: steps });
  return after.findings.length === 0 ? 0 : 1;
}

function renderRepair(steps: readonly RepairStep[], after: AuditResult): string {
  return [
    ...steps.map(
      (step) => `mended ${step.kind}${step.entry === null ? "" : ` ${step.entry}`}: ${step.done}`,
    ),
    renderAudit(after),
  ].join("\n");
}
