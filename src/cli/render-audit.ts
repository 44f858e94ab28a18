/** Owns what a person reads after an audit. */
import type { AuditResult } from "../engine/audit.ts";
import { renderBytes, renderCount } from "./render-units.ts";

export function renderAudit(result: AuditResult): string {
  const rows = result.links.map((link) => [link.link, String(link.expected), String(link.found), String(link.missing), String(link.extra)]);
  const lines = [...renderTable([["link", "expected", "found", "missing", "extra"], ...rows])];
  const skipped = Object.entries(result.skipped);
  if (skipped.length > 0) lines.push(`skipped by reason: ${skipped.map(([reason, count]) => `${reason} ${count}`).join(", ")}`);
  const unknown = Object.entries(result.unknownTypes);
  if (unknown.length > 0) lines.push(`unknown record types: ${unknown.map(([type, count]) => `${type} ${count}`).join(", ")}`);
  const { counts } = result;
  lines.push(
    `archive ${renderBytes(counts.storedBytes)} for ${renderBytes(counts.sourceBytes)} of ${renderCount(counts.entries, "file")}; rows per source line ${counts.rowsPerLine}; largest day ${counts.largestDay}x median`,
  );
  const left = [
    counts.withheldBytes > 0 ? `${renderBytes(counts.withheldBytes)} withheld as private` : "",
    counts.forgottenLines > 0 ? `${renderCount(counts.forgottenLines, "line")} forgotten` : "",
    counts.prunedLines > 0 ? `${renderCount(counts.prunedLines, "line")} pruned` : "",
    counts.excludedSessions > 0 ? `${renderCount(counts.excludedSessions, "session")} excluded` : "",
    counts.vanishedSources > 0 ? `${renderCount(counts.vanishedSources, "source")} gone from the host (kept here)` : "",
  ].filter((part) => part !== "");
  if (left.length > 0) lines.push(left.join("; "));
  for (const finding of result.findings) lines.push(`finding ${finding.kind}${finding.entry === null ? "" : ` ${finding.entry}`}: ${finding.detail}`);
  lines.push(`verdict ${result.verdict}`);
  return lines.join("\n");
}

function renderTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ").trimEnd());
}
