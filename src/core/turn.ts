/** Owns the shape of one turn: what a transcript record becomes once parsed and redacted. */

/** Which agent wrote the transcript. */
export type SourceId = "claude-code" | "codex" | "jsonl";

/** In the order of their stored codes: new ones come last. */
export const TURN_ROLES = ["user", "assistant", "tool", "system"] as const;
export type TurnRole = (typeof TURN_ROLES)[number];

/** In the order of their stored codes: new ones come last. */
export const TURN_CLASSES = [
  "prompt",
  "reply",
  "call",
  "result",
  "edit",
  "error",
  "summary",
  "lifecycle",
] as const;

/**
 * What a turn is. `prompt` is what a person typed and nothing else; everything the host itself wrote
 * (meta rows, caveats, reminders, environment blocks, notices) is `lifecycle`, a compaction summary is `summary`.
 */
export type TurnClass = (typeof TURN_CLASSES)[number];

/**
 * Where a turn stands: line number (1-based) in the archive epoch (1-based) that first held it, and the
 * block within the line (0-based). Never a count of turns, so no parser change moves a reference.
 */
export interface Seq {
  readonly epoch: number;
  readonly line: number;
  readonly block: number;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** One redacted, capped turn. No turn with unredacted text exists: only transcripts/ makes one, with a redactor. */
export interface Turn {
  readonly source: SourceId;
  /** Host session id (Claude Code), thread id (Codex); a Claude Code helper's turns carry `agent-<id>`. */
  readonly session: string;
  /** Host entry id (uuid, response item id), else `line:<n>`; with `block` it is the identity of the turn. */
  readonly entryId: string;
  readonly line: number;
  readonly block: number;
  /** UTC instant, ISO 8601 with Z and milliseconds; null when neither the row nor a neighbour has one. */
  readonly time: string | null;
  /** True when the row had no time of its own and a neighbour's stands in. */
  readonly timeInferred: boolean;
  readonly role: TurnRole;
  readonly class: TurnClass;
  /** 1-based count of prompts in the session up to and including this turn; 0 before the first. */
  readonly promptNumber: number;
  /** What is indexed: redacted; results above 4 KB cut to head, tail and error lines. */
  readonly text: string;
  readonly textTruncated: boolean;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  /** Paths the turn reads or changes, as the host wrote them, redacted. */
  readonly files: readonly string[];
  readonly exitStatus: number | null;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  readonly branch: "live" | "dropped";
  readonly sidechain: boolean;
  readonly cwd: string | null;
  readonly gitBranch: string | null;
}

/** `12`, `12.3` (block), `12@2` (epoch), `12.3@2`. */
export function formatSeq(seq: Seq): string {
  const block = seq.block === 0 ? "" : `.${seq.block}`;
  const epoch = seq.epoch === 1 ? "" : `@${seq.epoch}`;
  return `${seq.line}${block}${epoch}`;
}

/** The inverse of {@link formatSeq}; undefined when `text` is no seq. */
export function parseSeq(text: string): Seq | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?(?:@(\d{1,6}))?$/.exec(text);
  if (match === null) return undefined;
  return { line: Number(match[1]), block: Number(match[2] ?? 0), epoch: Number(match[3] ?? 1) };
}
