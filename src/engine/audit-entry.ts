/** Owns holding one entry's rows in the index against what its archived lines give now. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { Turn } from "../core/turn.ts";
import type { IndexBatch } from "../search-index/index-batch.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import { differingFields, type PlacedRow, type RowPlace } from "../search-index/stored-turn.ts";
import { BY_REBUILD, type AuditFinding } from "./audit-types.ts";
import type { Engine } from "./engine.ts";
import { isExcludedEntry } from "./exclusions.ts";
import type { AuditKind } from "./finding-kinds.ts";
import { indexEntry } from "./index-entry.ts";

export interface EntryAudit {
  /** Turns that the archived lines give. */
  readonly derived: number;
  /** Of those, turns whose row is there, or is held at another place. */
  readonly held: number;
  /** Rows that are there and not what their line gives. */
  readonly stale: number;
  /** Rows whose place lies in this entry and that no line gives. */
  readonly extra: number;
  /** Turns that the host dated more than a day ahead of the clock. */
  readonly fromTheFuture: number;
  readonly findings: readonly AuditFinding[];
}

const SHOWN_PER_KIND = 3;
const PAGE_ROWS = 1_000;
const DAY_MS = 86_400_000;

/** Rows of an entry in the order of their places, a page at a time. */
class RowCursor {
  readonly #index: SearchIndex;
  readonly #entryId: string;
  #page: readonly PlacedRow[] = [];
  #at = 0;
  #after: RowPlace = { epoch: 0, line: 0, block: -1 };
  #ended = false;

  constructor(index: SearchIndex, entryId: string) {
    this.#index = index;
    this.#entryId = entryId;
  }

  peek(): PlacedRow | undefined {
    if (this.#at >= this.#page.length && !this.#ended) {
      this.#page = this.#index.placedRows(this.#entryId, this.#after, PAGE_ROWS);
      this.#at = 0;
      this.#ended = this.#page.length < PAGE_ROWS;
      this.#after = this.#page.at(-1) ?? this.#after;
    }
    return this.#page[this.#at];
  }

  next(): void {
    this.#at += 1;
  }
}

function comparePlaces(a: RowPlace, b: RowPlace): number {
  return a.epoch - b.epoch || a.line - b.line || a.block - b.block;
}

function kindOf(fields: readonly string[]): AuditKind {
  if (fields.includes("text")) return "row-text-differs";
  return fields.includes("time") ? "row-time-differs" : "row-differs";
}

/** Walks the turns that the lines give and the rows that there are side by side; both come in the order of places. */
class EntryCheck {
  readonly #index: SearchIndex;
  readonly #entry: ArchiveEntry;
  readonly #rows: RowCursor;
  readonly #latestMs: number;
  readonly #differences = new Map<AuditKind, { count: number; places: string[] }>();
  derived = 0;
  held = 0;
  stale = 0;
  extra = 0;
  fromTheFuture = 0;

  constructor(index: SearchIndex, entry: ArchiveEntry, now: Date) {
    this.#index = index;
    this.#entry = entry;
    this.#rows = new RowCursor(index, entry.id);
    this.#latestMs = now.getTime() + DAY_MS;
  }

  #note(kind: AuditKind, place: RowPlace, what = ""): void {
    const known = this.#differences.get(kind) ?? { count: 0, places: [] };
    known.count += 1;
    if (known.places.length < SHOWN_PER_KIND)
      known.places.push(`epoch ${place.epoch} line ${place.line}${what}`);
    this.#differences.set(kind, known);
  }

  batch(batch: IndexBatch): void {
    const turns = [...batch.turns].sort((a, b) => a.line - b.line || a.block - b.block);
    for (const turn of turns)
      this.#turn(turn, { epoch: batch.epoch, line: turn.line, block: turn.block });
  }

  #turn(turn: Turn, place: RowPlace): void {
    this.derived += 1;
    if (turn.time !== null && Date.parse(turn.time) > this.#latestMs) this.fromTheFuture += 1;
    this.#skipRowsBefore(place);
    const row = this.#rows.peek();
    if (row === undefined || comparePlaces(row, place) !== 0) {
      if (this.#index.isHeldElsewhere({ entryId: this.#entry.id, epoch: place.epoch, turn }))
        this.held += 1;
      else this.#note("row-missing", place);
      return;
    }
    this.#rows.next();
    this.held += 1;
    const fields = differingFields(row, turn);
    if (fields.length === 0) return;
    this.stale += 1;
    this.#note(kindOf(fields), place, ` (${fields.join(", ")})`);
  }

  /** Rows up to `place`, all that are left when there is none: no line gave them. */
  #skipRowsBefore(place?: RowPlace): void {
    for (let row = this.#rows.peek(); row !== undefined; row = this.#rows.peek()) {
      if (place !== undefined && comparePlaces(row, place) >= 0) return;
      this.extra += 1;
      this.#note("row-extra", row);
      this.#rows.next();
    }
  }

  end(): EntryAudit {
    this.#skipRowsBefore();
    const findings = [...this.#differences].map(([kind, { count, places }]) => ({
      kind,
      entry: this.#entry.id,
      detail: `${count} ${count === 1 ? "row" : "rows"} (the lines give ${this.derived} turns): ${places.join("; ")}`,
      ...BY_REBUILD,
    }));
    const { derived, held, stale, extra, fromTheFuture } = this;
    return { derived, held, stale, extra, fromTheFuture, findings };
  }
}

/**
 * Reads the entry's lines again with today's readers and rules, and compares turn by turn, one page of rows at a time.
 * An entry of a session that a person excluded gives no turn. Throws `corrupt` where the archive cannot be read.
 */
export function auditEntry(engine: Engine, index: SearchIndex, entry: ArchiveEntry): EntryAudit {
  const check = new EntryCheck(index, entry, engine.now());
  if (!isExcludedEntry(engine.excluded, entry)) {
    // No position: every line is read, whatever the index has seen.
    indexEntry(engine, entry, {
      index: { position: () => undefined },
      onBatch: (batch) => check.batch(batch),
    });
  }
  return check.end();
}
