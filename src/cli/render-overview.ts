/** Owns the lines of an overview and of a trace. */
import { shownToolName } from "../core/shown-tool-name.ts";
import type { QuotedTurn, SessionOverview } from "../engine/overview.ts";
import type { FileTrace, Trace, TracedEdit, TurnTrace } from "../engine/trace.ts";
import { renderWhen } from "../platform/render-when.ts";
import type { OutputText } from "./output.ts";
import { renderCount } from "../core/render-units.ts";

/** One fact a line. */
export function renderOverview(overview: SessionOverview): readonly OutputText[] {
  const { turns, tools, helpers, forks } = overview;
  const counts = (map: Readonly<Record<string, number>>): string =>
    Object.entries(map)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  return [
    [
      { text: overview.ref, style: "bold" },
      `  ${overview.project}${overview.title === null ? "" : `  ${overview.title}`}`,
    ],
    ...fact("agent", [overview.source, overview.hostVersion, overview.model]),
    ...fact("folder", [overview.cwd, overview.gitBranch]),
    `  time      ${renderWhen(overview.startedAt)} to ${renderWhen(overview.endedAt)}`,
    `  requests  ${overview.requests}${overview.compactions === 0 ? "" : `, ${renderCount(overview.compactions, "compaction")}`}${overview.dropped === 0 ? "" : `, ${renderCount(overview.dropped, "turn")} dropped by rewinds`}`,
    ...fact("turns", [counts(turns)]),
    ...fact("tools", [
      counts(
        Object.fromEntries(Object.entries(tools).map(([name, n]) => [shownToolName(name), n])),
      ),
    ]),
    ...fact("works for", [overview.parent === null ? null : `s:${overview.parent}`]),
    ...fact("helpers", [helpers.map((id) => `s:${id}`).join(" ")]),
    ...fact("forks", [forks.map((id) => `s:${id}`).join(" ")]),
    ...overview.files.map(
      ({ path, changes, lastRef }) =>
        `  changed   ${path} ${renderCount(changes, "time")}, last ${lastRef}`,
    ),
    ...(overview.fileCount > overview.files.length
      ? [`  changed   ${overview.fileCount - overview.files.length} more files`]
      : []),
    ...overview.failed.map(({ ref, text }) => `  failed    ${ref}  ${text}`),
    ...(overview.failedCount > overview.failed.length
      ? [`  failed    ${overview.failedCount - overview.failed.length} more`]
      : []),
    ...quoted("first request", overview.firstRequest),
    ...quoted("last request", overview.lastRequest),
    ...quoted("last reply", overview.lastReply),
    [{ text: `next: ${overview.next}`, style: "dim" }],
  ];
}

function fact(name: string, values: readonly (string | null)[]): readonly OutputText[] {
  const known = values.filter((value) => value !== null && value !== "");
  return known.length === 0 ? [] : [`  ${name.padEnd(9)} ${known.join("  ")}`];
}

function quoted(name: string, turn: QuotedTurn | null): readonly OutputText[] {
  if (turn === null) return [];
  return [
    [
      { text: `${name}  ${renderWhen(turn.date)}  `, style: "cyan" },
      { text: turn.ref, style: "bold" },
    ],
    `  ${turn.text}`,
  ];
}

/** The evidence of a turn, or the changes of a file. */
export function renderTrace(trace: Trace): readonly OutputText[] {
  return trace.kind === "turn" ? renderTurnTrace(trace) : renderFileTrace(trace);
}

function renderTurnTrace(trace: TurnTrace): readonly OutputText[] {
  const gone = trace.sourceGone ? " (gone; `varve restore` writes it back)" : "";
  return [
    [
      { text: trace.ref, style: "bold" },
      `  ${renderWhen(trace.date)}  ${trace.role} ${trace.type}  ${trace.project}`,
    ],
    ...(trace.helperOf === null ? [] : [`  helper of s:${trace.helperOf}`]),
    `  archived  ${trace.archivePath} line ${trace.line}, epoch ${trace.epoch}`,
    ...(trace.sourcePath === null ? [] : [`  source    ${trace.sourcePath}${gone}`]),
    ...trace.copies.map((ref) => `  also at   ${ref}`),
    ...quoted("request", trace.request),
    ...quoted("belongs to", trace.pair),
    `line, ${trace.rawBytes} bytes redacted${trace.truncated ? ", cut" : ""}:`,
    trace.raw,
    ...(trace.next === null ? [] : [[{ text: `next: ${trace.next}`, style: "dim" as const }]]),
  ];
}

function renderFileTrace(trace: FileTrace): readonly OutputText[] {
  return [
    [
      {
        text: `${trace.edits.length} of ${trace.total} changes of ${trace.path} in ${trace.scope}, newest first${trace.limitedBy === null ? "" : `, cut by ${trace.limitedBy}`}`,
        style: "dim",
      },
    ],
    ...trace.edits.flatMap(renderEdit),
    ...(trace.next === null ? [] : [[{ text: `next: ${trace.next}`, style: "dim" as const }]]),
  ];
}

function renderEdit(edit: TracedEdit): readonly OutputText[] {
  return [
    [
      { text: `${renderWhen(edit.date)}  ${edit.project}  `, style: "cyan" },
      { text: edit.ref, style: "bold" },
      `  ${edit.helper ? "a helper" : "the agent"}, ${shownToolName(edit.tool ?? "edit")}: ${edit.text}`,
    ],
    ...(edit.request === null ? [] : [`  asked: ${edit.request}`]),
  ];
}
