import { createRedactor, type RedactorOptions } from "../../src/core/redaction/create-redactor.ts";
import type { Redactor } from "../../src/core/redactor.ts";
import { digest } from "./digest.ts";

/** A redactor whose fingerprint is keyed by a fixed word. */
export function makeRedactor(options: Partial<RedactorOptions> = {}): Redactor {
  return createRedactor({ fingerprint: (secret) => digest(`test-key:${secret}`), ...options });
}
