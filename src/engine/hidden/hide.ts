/** Owns what one hide is, its lines in `hidden.jsonl`, and what stands after all of them. */
import type { SourceId } from "../../core/turn.ts";
import type { HiddenKeys } from "../../search-index/hidden-keys.ts";

export type HideCaller = "cli" | "mcp" | "library";

/** What one call hid. Holds ids, places and keyed hashes, never a text. */
export interface Hide {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: HideCaller;
  readonly reason: string | null;
  /** As a person sees them: `t:...` and `s:...`. */
  readonly refs: readonly string[];
  /** Turns that went with it when it was done. */
  readonly turns: number;
  /** Whole sessions. */
  readonly sessions: readonly string[];
  /** Sessions whose title repeats what is hidden. */
  readonly titles: readonly string[];
  /** Archive entries that are hidden as a whole. */
  readonly entries: readonly string[];
  readonly lines: readonly (readonly [entryId: string, epoch: number, line: number])[];
  readonly records: readonly (readonly [source: SourceId, id: string])[];
  /** Keyed hashes of the hidden lines: they are known again wherever a host writes them. */
  readonly hashes: readonly string[];
}

/** What is hidden now. */
export interface HiddenState extends HiddenKeys {
  /** Oldest first. */
  readonly hides: readonly Hide[];
  readonly hashes: ReadonlySet<string>;
  readonly recordIds: ReadonlySet<string>;
}

const VERSION = 1;

/** One line of the file. */
export function renderHide(hide: Hide): string {
  return `${JSON.stringify({ v: VERSION, op: "hide", ...hide })}\n`;
}

/** One line of the file: what `id` hid is shown again. */
export function renderUndo(id: string, at: string): string {
  return `${JSON.stringify({ v: VERSION, op: "undo", id, at })}\n`;
}

type HideRow = Partial<Hide> & { readonly op?: string };

function parseRow(line: string): HideRow | undefined {
  try {
    return (JSON.parse(line) as HideRow | null) ?? undefined;
  } catch {
    // A torn line: its writer died before it could say that anything was hidden.
    return undefined;
  }
}

function hideOfRow(row: HideRow, id: string): Hide {
  return {
    id,
    at: row.at ?? "",
    by: row.by ?? "cli",
    reason: row.reason ?? null,
    refs: row.refs ?? [],
    turns: row.turns ?? 0,
    sessions: row.sessions ?? [],
    titles: row.titles ?? [],
    entries: row.entries ?? [],
    lines: row.lines ?? [],
    records: row.records ?? [],
    hashes: row.hashes ?? [],
  };
}

/** The state after all lines of the file; lines that are no JSON, and those of an unknown kind, are passed over. */
export function foldHides(text: string): HiddenState {
  const standing = new Map<string, Hide>();
  for (const line of text.split("\n")) {
    const row = line === "" ? undefined : parseRow(line);
    if (row?.id === undefined) continue;
    if (row.op === "hide") standing.set(row.id, hideOfRow(row, row.id));
    if (row.op === "undo") standing.delete(row.id);
  }
  return stateOf([...standing.values()]);
}

function stateOf(hides: readonly Hide[]): HiddenState {
  return {
    hides,
    sessions: new Set(hides.flatMap(({ sessions }) => sessions)),
    titles: new Set(hides.flatMap(({ titles }) => titles)),
    entries: new Set(hides.flatMap(({ entries }) => entries)),
    lines: hides.flatMap(({ lines }) =>
      lines.map(([entryId, epoch, line]) => ({ entryId, epoch, line })),
    ),
    records: hides.flatMap(({ records }) => records.map(([source, id]) => ({ source, id }))),
    recordIds: new Set(hides.flatMap(({ records }) => records.map(([, id]) => id))),
    hashes: new Set(hides.flatMap(({ hashes }) => hashes)),
  };
}
