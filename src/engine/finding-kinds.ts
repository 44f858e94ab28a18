/** Owns the names of everything an audit can find, each with what it means; docs/durability.md lists the same. */
import type { FindingKind } from "../archive/archive-types.ts";
import type { IndexFinding } from "../search-index/search-index.ts";

/** What the engine finds by holding archive, index and files against each other. */
type JoinedKind =
  | "row-missing"
  | "row-extra"
  | "row-text-differs"
  | "row-time-differs"
  | "row-differs"
  | "rows-lost"
  | "foreign-source"
  | "growth-anomaly"
  | "index-missing"
  | "index-damaged"
  | "low-space";

export type AuditKind = FindingKind | IndexFinding["id"] | JoinedKind;

export const FINDING_KINDS: Readonly<Record<AuditKind, string>> = {
  "torn-member": "the gzip file ends in the rest of a write that never finished",
  "torn-sidecar": "the sidecar ends in the rest of a write that never finished",
  "short-file": "the gzip file is shorter than its sidecar says",
  "missing-file": "a sidecar stands without its gzip file",
  "missing-sidecar": "a gzip file stands without its sidecar",
  "damaged-sidecar": "the sidecar contradicts itself or the gzip file",
  "damaged-member": "bytes of the archive changed after they were written",
  "content-mismatch": "archived lines are not what the host had",
  "unfinished-rewrite": "a rewrite of an archive file was interrupted",
  "forgotten-present": "lines that were forgotten stand in the archive again",
  permissions: "other users may read or enter",
  "source-rewritten": "the host changed bytes that are archived already",
  "source-behind": "the source holds whole lines that are not archived yet",
  integrity: "SQLite finds its file damaged",
  "foreign-keys": "rows of the index point at nothing",
  "full-text-damaged": "the full-text table is damaged",
  "full-text-missing": "a row cannot be found by its words",
  "full-text-orphan": "full-text rows stand without a turn",
  "full-text-tokens":
    "the full text holds other words than the texts give, as after another tokeniser",
  "text-missing": "a row without its text, or a text without its row",
  "duplicate-record": "one record of the host stands twice",
  "schema-mismatch": "the index was made with other tables, tokens or rules",
  "lines-unaccounted": "lines that are neither a record nor skipped for a reason",
  "lines-behind": "the index knows fewer or more lines than the archive holds",
  "row-missing": "an archived line gives a turn that has no row",
  "row-extra": "a row that no archived line gives",
  "row-text-differs": "a row says something else than its line",
  "row-time-differs": "a row has another time than its line",
  "row-differs": "a row differs from its line in anything else",
  "rows-lost": "fewer rows than the lines gave when they were taken in",
  "foreign-source": "rows of a source that the archive does not hold",
  "growth-anomaly": "more rows than the lines gave when they were taken in",
  "index-missing": "there is no index of this version",
  "index-damaged": "the index cannot be read",
  "low-space": "little room is left on the disk of the store",
};
