/** Owns what an error of a call is to the program: a VarveError with no secret in it, or a fault of varve as it came. */
import { VarveError } from "../core/errors.ts";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { explainSystemFailure } from "../core/system-failure.ts";
import { toHarmless } from "./to-harmless.ts";

export function explainError(thrown: unknown): unknown {
  const error = thrown instanceof VarveError ? thrown : explainSystemFailure(thrown);
  if (error === undefined) return thrown;
  // Messages repeat what was asked. Without a store there is no key, so the mark names no fingerprint.
  const redactor = createRedactor({ fingerprint: () => "00000000" });
  const [message = "", fix = ""] = [error.message, error.fix].map((text) =>
    toHarmless(redactor.redact(text)),
  );
  if (message === error.message && fix === error.fix) return error;
  // Not the cause as well: it says the same words.
  return new VarveError(error.code, message, fix);
}
