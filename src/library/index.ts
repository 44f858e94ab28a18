/** Owns what `import ... from "varve"` gives: the one function that opens a store, its error, and the types of both. */
export { openVarve } from "./open-varve.ts";
export { VarveError, type VarveErrorCode } from "../core/errors.ts";
export type { Varve } from "./varve.ts";
export type {
  AuditOptions,
  ImportOptions,
  LogsOptions,
  OpenVarveOptions,
  PageOptions,
  RangeOptions,
  ReadOptions,
  RestoreOptions,
  ScopeOptions,
  SearchOptions,
  TimelineOptions,
} from "./options.ts";
export type { SourceId, TurnClass, TurnRole } from "../core/turn.ts";
export type { AuditAnswer, AuditedFinding } from "../engine/describe-audit.ts";
export type { ImportAnswer } from "../engine/describe-sync.ts";
export type { LogHit, LogsAnswer, LogsHeader, LogsMode } from "../engine/logs/logs-answer.ts";
export type { ReadAnswer, ReadLevel } from "../engine/read-references.ts";
export type { RestoredFile, RestoredSession } from "../engine/restore-session.ts";
export type {
  HeaderRange,
  SearchAnswer,
  SearchHeader,
  SearchHit,
} from "../engine/search-answer.ts";
export type { StatusCheck } from "../engine/status-check.ts";
export type { StatusResult } from "../engine/status.ts";
export type {
  OutlineRequest,
  TimelineAnswer,
  TimelineHeader,
  TimelineTurn,
} from "../engine/timeline/timeline-answer.ts";
export type { DigestSession, RangeDigest } from "../engine/timeline/digest-range.ts";
