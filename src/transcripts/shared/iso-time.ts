/** Owns reading the instant a row was written, in one form for all hosts. */

const CANONICAL =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})$/i;
/** Numbers below this are seconds since 1970, others milliseconds: it is 1973 in one and 5138 in the other. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * A zoned ISO 8601 string, or seconds or milliseconds since 1970, as UTC with Z and milliseconds. Undefined for
 * anything else: a time without a zone would depend on the machine that reads it.
 */
export function toIsoTime(value: unknown): string | undefined {
  if (typeof value === "string") {
    if (CANONICAL.test(value)) return value;
    return ZONED.test(value) ? format(Date.parse(value)) : undefined;
  }
  if (typeof value !== "number") return undefined;
  return format(value < FIRST_MILLISECONDS ? value * 1000 : value);
}

function format(ms: number): string | undefined {
  if (!Number.isFinite(ms) || ms <= 0 || ms > 253_402_300_799_999) return undefined;
  return new Date(ms).toISOString();
}
