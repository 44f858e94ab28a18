/** Owns the cheap test that lets whole kinds of rollout lines go unparsed: counters, settings and encrypted reasoning. */
import type { SkipReason } from "../../core/source-file.ts";

const BOOKKEEPING_ROW =
  /^\{"timestamp":"[^"\\]{0,40}",(?:"ordinal":\d{1,12},)?"type":"(?:world_state"|token_usage_record"|event_msg","payload":\{"type":"(?:token_count|thread_settings_applied)")/;
const REASONING_ROW =
  /^\{"timestamp":"[^"\\]{0,40}",(?:"ordinal":\d{1,12},)?"type":"response_item","payload":\{"type":"reasoning"/;
/** Enough of a line to hold its time, ordinal, type and payload type. */
const HEAD_BYTES = 160;
const CLOSING_BRACE = 0x7d;
const RECORD_START = '{"timestamp":"';

/**
 * Why a line becomes no turn, decided from its first bytes; undefined when it has to be parsed. A line that may hold a
 * second record or padding behind the first is always parsed.
 */
export function bookkeepingLine(
  line: Buffer,
): Extract<SkipReason, "bookkeeping" | "thinking"> | undefined {
  if (line[line.length - 1] !== CLOSING_BRACE) return undefined;
  const head = line.toString("latin1", 0, HEAD_BYTES);
  const reason = BOOKKEEPING_ROW.test(head)
    ? "bookkeeping"
    : REASONING_ROW.test(head)
      ? "thinking"
      : undefined;
  return reason === undefined || line.includes(RECORD_START, 1) ? undefined : reason;
}
