/** Owns the one sentence that a header says about a failure that did not end the answer. */
import { VarveError } from "../../core/errors.ts";
import type { Engine } from "../engine.ts";

/** Redacted, with what to do about it where that is known. */
export function explainProblem(engine: Engine, error: unknown): string {
  const text =
    error instanceof VarveError
      ? `${error.message}: ${error.fix}`
      : error instanceof Error
        ? error.message
        : String(error);
  return engine.redactor.redact(text);
}
