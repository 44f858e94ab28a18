/** Owns what a person reads after an import. */
import { toPlainLine } from "../core/plain-text.ts";
import { listWarnings, type SyncReport } from "../engine/sync-report.ts";
import { renderBytes, renderCount } from "../core/render-units.ts";

/** Reasons that are part of every healthy transcript; shown as one sum. */
const ORDINARY: ReadonlySet<string> = new Set([
  "bookkeeping",
  "blank",
  "thinking",
  "duplicate",
  "skipped-tool",
  "own-injection",
  "empty",
]);

export function renderSync(report: SyncReport, durationMs: number): string {
  const lines = [
    `archived ${renderBytes(report.bytes)} from ${renderCount(report.changedFiles, "file")} (${renderCount(report.files, "file")} looked at) in ${(durationMs / 1000).toFixed(1)} s`,
    `indexed  ${renderCount(report.turns, "turn")} of ${renderCount(report.sessions.size, "session")}`,
  ];
  const ordinary = [...report.skipped]
    .filter(([reason]) => ORDINARY.has(reason))
    .reduce((sum, [, count]) => sum + count, 0);
  const rest = [...report.skipped].filter(([reason]) => !ORDINARY.has(reason));
  if (ordinary > 0)
    lines.push(`skipped  ${renderCount(ordinary, "bookkeeping line")} (kept in the archive)`);
  for (const [reason, count] of rest) lines.push(`skipped  ${count} ${reason}`);
  if (report.unknownTypes.size > 0) {
    lines.push(
      `unknown record types: ${[...report.unknownTypes].map(([type, count]) => `${toPlainLine(type)} (${count})`).join(", ")}`,
    );
  }
  const secrets = Object.values(report.secrets).reduce((sum, count) => sum + count, 0);
  if (secrets > 0)
    lines.push(
      `redacted ${renderCount(secrets, "secret")}: ${Object.entries(report.secrets)
        .map(([kind, count]) => `${kind} ${count}`)
        .join(", ")}`,
    );
  if (report.withheldBytes > 0) lines.push(`withheld ${report.withheldBytes} bytes marked private`);
  for (const warning of listWarnings(report))
    lines.push(`warning  ${warning.path}: ${warning.message}`);
  return lines.join("\n");
}
