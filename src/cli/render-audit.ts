/** Owns what a person reads after an audit. */
import type { AuditResult } from "../engine/audit.ts";
import { FINDING_KINDS } from "../engine/finding-kinds.ts";
import { renderBytes, renderCount } from "../core/render-units.ts";

export function renderAudit(result: AuditResult): string {
  const rows = result.links.map((link) => [
    link.link,
    ...[link.expected, link.found, link.missing, link.extra, link.dup, link.stale].map(String),
  ]);
  const lines = [
    ...renderTable([["link", "expected", "found", "missing", "extra", "dup", "stale"], ...rows]),
  ];
  const skipped = Object.entries(result.skipped);
  if (skipped.length > 0)
    lines.push(
      `skipped by reason: ${skipped.map(([reason, count]) => `${reason} ${count}`).join(", ")}`,
    );
  const unknown = Object.entries(result.unknownTypes);
  if (unknown.length > 0)
    lines.push(
      `unknown record types: ${unknown.map(([type, count]) => `${type} ${count}`).join(", ")}`,
    );
  lines.push(...renderSizes(result), ...renderLeftOut(result), renderHealth(result));
  for (const { kind, entry, detail } of result.findings) {
    lines.push(
      `finding ${kind}${entry === null ? "" : ` ${entry}`}: ${FINDING_KINDS[kind]}; ${detail}`,
    );
  }
  lines.push(
    `verdict ${result.verdict}${result.findings.length === 0 ? "" : " → varve audit --repair (shows the plan first)"}`,
  );
  return lines.join("\n");
}

function renderSizes({ counts }: AuditResult): readonly string[] {
  const overText =
    counts.textBytes === 0
      ? ""
      : ` (${(counts.indexBytes / counts.textBytes).toFixed(1)}x its text)`;
  return [
    `archive ${renderBytes(counts.storedBytes)} for ${renderBytes(counts.sourceBytes)} of ${renderCount(counts.entries, "file")}; index ${renderBytes(counts.indexBytes)}${overText}`,
    `rows per source line ${counts.rowsPerLine.toFixed(2)}; largest day ${counts.largestDay}x median`,
  ];
}

/** What the archive or the index holds not, or holds with a remark; none of it is a finding. */
function renderLeftOut({ counts }: AuditResult): readonly string[] {
  const parts = [
    counts.pendingBytes > 0
      ? `${renderBytes(counts.pendingBytes)} pending behind the last newline of ${renderCount(counts.pendingFiles, "file")}`
      : "",
    counts.withheldBytes > 0 ? `${counts.withheldBytes} bytes withheld as private` : "",
    counts.forgottenLines > 0 ? `${renderCount(counts.forgottenLines, "line")} forgotten` : "",
    counts.prunedLines > 0 ? `${renderCount(counts.prunedLines, "line")} pruned` : "",
    counts.damagedLines > 0 ? `${renderCount(counts.damagedLines, "line")} lost to damage` : "",
    counts.excludedSessions > 0
      ? `${renderCount(counts.excludedSessions, "session")} excluded`
      : "",
    counts.vanishedSources > 0
      ? `${renderCount(counts.vanishedSources, "source")} gone from the host (kept here)`
      : "",
    counts.turnsFromTheFuture > 0
      ? `${renderCount(counts.turnsFromTheFuture, "turn")} dated in the future by the host`
      : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? [] : [parts.join("; ")];
}

function renderHealth({ index }: AuditResult): string {
  const word = (ok: boolean | null): string => (ok === null ? "unknown" : ok ? "ok" : "DAMAGED");
  return `sqlite ${word(index.sqlite)}  foreign keys ${word(index.foreignKeys)}  full text ${word(index.fullText)}  generation ${index.generation ?? "none"}  tokeniser ${index.tokeniser}`;
}

function renderTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
