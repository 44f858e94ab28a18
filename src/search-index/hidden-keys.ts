/** Owns what of the index a person has hidden, as the truth files name it. */
import type { SourceId } from "../core/turn.ts";

/** A line of an archive entry. */
export interface HiddenLine {
  readonly entryId: string;
  readonly epoch: number;
  readonly line: number;
}

/** A record wherever it stands: its host gave it an id. */
export interface HiddenRecord {
  readonly source: SourceId;
  readonly id: string;
}

/** Another state is another object. */
export interface HiddenKeys {
  /** Whole ids of sessions that are hidden with all that they own. */
  readonly sessions: ReadonlySet<string>;
  /** Whole ids of sessions whose title repeats what is hidden. */
  readonly titles: ReadonlySet<string>;
  /** Archive entries of which every line is hidden. */
  readonly entries: ReadonlySet<string>;
  readonly lines: readonly HiddenLine[];
  readonly records: readonly HiddenRecord[];
}

/** What a connection leaves out of its answers. */
export interface Mask {
  /** SQL that is true of the rowids that may be shown. */
  readonly condition: (rowid: string) => string;
  readonly keys: HiddenKeys;
}
