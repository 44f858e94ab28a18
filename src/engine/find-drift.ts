/**
 * Owns the check at the end of every sync: does the index hold as many rows as the archived lines gave, and of no other
 * source. It costs some milliseconds, so that a writer that is not varve is noticed in one sync and not in the next audit.
 */
import type { SearchIndex } from "../search-index/search-index.ts";
import type { RowTally } from "../search-index/tally-rows.ts";
import type { Engine } from "./engine.ts";
import type { AuditKind } from "./finding-kinds.ts";

export interface Drift {
  readonly kind: AuditKind;
  readonly message: string;
}

/** What a person does about any drift. */
export const DRIFT_FIX = "varve audit --repair";

/** A host writes a line per record: where no count of what the lines gave exists, more rows than this are odd. */
const MAX_ROWS_PER_LINE = 1.05;
const FEW_ROWS = 20;
const SHOWN = 3;

/** Entries that the sync of one session looks at; all of them would cost it 30 ms at 10,000 archived files. */
const NEWEST = 20;
const ALL = 2 ** 31;

/**
 * Empty when all is well. Reads counts and the names of archive files, no row; `newest` holds only the entries against
 * the archive that the index met last.
 */
export function findDrift(
  engine: Engine,
  index: SearchIndex,
  scope: "all" | "newest" = "all",
): readonly Drift[] {
  const tally = index.tally();
  return [
    ...compareRows(tally),
    ...compareFullText(tally),
    ...findForeign(engine, index, { tally, scope }),
  ];
}

function compareRows({ turns, given, lines }: RowTally): readonly Drift[] {
  if (given === undefined) {
    if (turns <= lines * MAX_ROWS_PER_LINE + FEW_ROWS) return [];
    return [
      {
        kind: "growth-anomaly",
        message: `the index holds ${turns} rows for ${lines} source lines`,
      },
    ];
  }
  if (turns > given) {
    const times = given === 0 ? "" : ` (${(turns / given).toFixed(1)} times as many)`;
    return [
      {
        kind: "growth-anomaly",
        message: `the index holds ${turns} rows where its source lines gave ${given}${times}`,
      },
    ];
  }
  if (turns < given)
    return [
      {
        kind: "rows-lost",
        message: `the index holds ${turns} rows where its source lines gave ${given}`,
      },
    ];
  return [];
}

function compareFullText({ turns, fullTextRows }: RowTally): readonly Drift[] {
  if (turns === fullTextRows) return [];
  const kind = fullTextRows < turns ? "full-text-missing" : "full-text-orphan";
  return [{ kind, message: `the index holds ${turns} rows and ${fullTextRows} full-text rows` }];
}

function findForeign(
  engine: Engine,
  index: SearchIndex,
  options: { readonly tally: RowTally; readonly scope: "all" | "newest" },
): readonly Drift[] {
  const foreign = new Set([
    ...options.tally.strayEntries,
    ...findUnarchived(engine, index, options.scope),
  ]);
  if (foreign.size === 0) return [];
  const shown = engine.redactor.redact([...foreign].slice(0, SHOWN).join(", "));
  return [
    {
      kind: "foreign-source",
      message: `the index holds rows of ${foreign.size} ${foreign.size === 1 ? "source" : "sources"} that the archive does not hold (${shown})`,
    },
  ];
}

function findUnarchived(
  engine: Engine,
  index: SearchIndex,
  scope: "all" | "newest",
): readonly string[] {
  const known = index.entryIds(scope === "all" ? ALL : NEWEST);
  if (
    scope === "newest" &&
    known.every((id) => isEntryId(id) && engine.archive.entry(id) !== undefined)
  )
    return [];
  const archived = new Set(engine.archive.entryIds());
  return known.filter((id) => !archived.has(id));
}

/** The archive refuses to look for what cannot be one of its names. */
function isEntryId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]*\/[^/\\\0]+\.[0-9a-f]{8}$/.test(id);
}
