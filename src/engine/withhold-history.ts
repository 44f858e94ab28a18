/** Owns keeping the rows of excluded sessions and projects out of a prompt history, which holds the rows of all. */
import { asksToExclude, isBlanked } from "../transcripts/shared/prompt-marks.ts";
import type { WithholdLine } from "../transcripts/reader.ts";
import { withholdWhole } from "../transcripts/shared/withhold-strings.ts";
import type { Engine } from "./engine.ts";
import { findExclusion } from "./exclusions.ts";
import { projectName } from "./project-name.ts";

export interface HistoryRow {
  readonly session: string | null;
  readonly cwd: string | null;
  readonly text: string;
  /** Its words never reached the archive. */
  readonly isBlanked: boolean;
}

/**
 * `withhold` that also blanks each row of an excluded session or project as a whole, the session's id apart. A row
 * that holds the marker excludes its session from there on; `onMarked` is told.
 */
export function withholdExcluded(
  engine: Engine,
  withhold: WithholdLine | undefined,
  onMarked: (session: string) => void,
): WithholdLine {
  return (line) => {
    const row = decodeHistoryRow(line);
    if (row !== undefined && isExcluded(engine, row, onMarked))
      return withholdWhole(
        line,
        (path) => path.length === 1 && (path[0] === "sessionId" || path[0] === "session_id"),
      );
    return withhold?.(line);
  };
}

function isExcluded(engine: Engine, row: HistoryRow, onMarked: (session: string) => void): boolean {
  if (row.session !== null && engine.excluded.has(row.session)) return true;
  if (row.session !== null && asksToExclude(row.text)) {
    onMarked(row.session);
    return true;
  }
  const rules = engine.options.settings.exclude;
  if (row.cwd === null || (rules.projects.length === 0 && rules.paths.length === 0)) return false;
  const project = engine.projects.identify(row.cwd).slug;
  return (
    findExclusion(rules, {
      cwd: row.cwd,
      transcriptPath: "",
      project,
      projectName: projectName(engine, project),
    }) !== undefined
  );
}

/** Rows of Claude Code (`display`, `project`, `sessionId`) and of Codex (`text`, `session_id`); undefined for anything else. */
export function decodeHistoryRow(line: Buffer): HistoryRow | undefined {
  let row: Partial<Record<string, unknown>> | null;
  try {
    row = JSON.parse(line.toString("utf8")) as typeof row;
  } catch {
    return undefined;
  }
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  if (typeof row !== "object" || row === null) return undefined;
  const said = text(row["display"]) ?? text(row["text"]) ?? "";
  return {
    session: text(row["sessionId"]) ?? text(row["session_id"]),
    cwd: text(row["project"]),
    text: said,
    isBlanked: isBlanked(said),
  };
}
