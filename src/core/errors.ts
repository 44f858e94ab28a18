/** Owns the one error class that reaches a person: what failed, what to do, a code a caller can branch on. */

export type VarveErrorCode =
  | "usage"
  | "not-found"
  | "ambiguous"
  | "refused"
  | "busy"
  | "store-newer"
  | "store-readonly"
  | "disk-full"
  | "no-home"
  | "bad-config"
  | "bad-input"
  | "corrupt"
  | "io";

export class VarveError extends Error {
  readonly code: VarveErrorCode;
  /** What to do about it: a command or a sentence, shown on its own line. */
  readonly fix: string;

  /** Each program that is bundled apart has a class of its own, and one may call another. */
  static override [Symbol.hasInstance](value: unknown): value is VarveError {
    return value instanceof Error && value.name === "VarveError";
  }

  constructor(code: VarveErrorCode, message: string, fix: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "VarveError";
    this.code = code;
    this.fix = fix;
  }
}
