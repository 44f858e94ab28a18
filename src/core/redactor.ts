/** Owns the one interface through which text loses its secrets. */

/** Redacts text before the index, a model, a log or an output sees it. */
export interface Redactor {
  /** Replaces each secret by `[redacted:<kind>:<8 hex>]`; text without secrets comes back as the same string. */
  redact(text: string): string;
  /** How many secrets of each kind were replaced since this redactor was made. */
  counts(): Readonly<Record<string, number>>;
}
