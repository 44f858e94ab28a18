/** Owns what a person sees of an error: what failed and what to do, never a stack trace unless asked for. */
import { VarveError } from "../../core/errors.ts";
import { toPlainLine } from "../../core/plain-text.ts";
import { explainSystemFailure } from "../../core/system-failure.ts";

export interface RenderedError {
  readonly text: string;
  readonly exitCode: 2;
  /** For `--json`: the same facts as data. */
  readonly json: {
    readonly error: { readonly code: string; readonly message: string; readonly fix: string };
  };
}

const MAX_MESSAGE = 400;

/** `debug` adds the stack of an error that is not meant for a person. */
export function renderError(thrown: unknown, debug: boolean): RenderedError {
  const error = thrown instanceof VarveError ? thrown : (explainSystemFailure(thrown) ?? thrown);
  if (error instanceof VarveError) {
    const { code, message, fix } = error;
    const trace = debug ? `\n${stackOf(thrown)}` : "";
    return {
      text: `varve: ${message}${fix === "" ? "" : `\n  ${fix.replaceAll("\n", "\n  ")}`}${trace}`,
      exitCode: 2,
      json: { error: { code, message, fix } },
    };
  }
  const message = `internal error: ${oneLine(error)}`;
  const fix = debug ? "" : "run again with --debug for the trace";
  const text = debug ? `varve: ${message}\n${stackOf(error)}` : `varve: ${message}; ${fix}`;
  return { text, exitCode: 2, json: { error: { code: "internal", message, fix } } };
}

function oneLine(error: unknown): string {
  const text = toPlainLine(error instanceof Error ? error.message : describe(error));
  return text.length > MAX_MESSAGE ? `${[...text].slice(0, MAX_MESSAGE).join("")} ...` : text;
}

function describe(value: unknown): string {
  return typeof value === "string" ? value : `a value of type ${typeof value} was thrown`;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? "no trace") : "no trace";
}
