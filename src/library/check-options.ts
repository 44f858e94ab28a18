/** Owns judging what a program passed: a wrong name or type is answered with what to pass instead. */
import { VarveError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";

/** `count` is a whole number from 0 on, `size` one from 1 on; a list holds the words that are taken. */
export type OptionKind = "text" | "flag" | "count" | "size" | "list" | readonly string[];

/** Throws VarveError `usage` for an option that `call` does not take, or one of another kind. */
export function checkOptions(
  call: string,
  options: object,
  kinds: Readonly<Record<string, OptionKind>>,
): void {
  // Programs in plain JavaScript pass anything.
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new VarveError(
      "usage",
      `${call} takes its options as an object`,
      `${call}(..., { ... })`,
    );
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw unknownOption(call, name, Object.keys(kinds));
    if (value !== undefined && !fits(value, kind))
      throw new VarveError(
        "usage",
        `${call}: ${name} is ${describeKind(kind)}, not ${describeValue(value)}`,
        "correct the option, or leave it out",
      );
  }
}

/** `value` where it is a text. Throws VarveError `usage` otherwise. */
export function requireText(call: string, name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new VarveError(
    "usage",
    `${call}: ${name} is a text, not ${describeValue(value)}`,
    `${call}("...")`,
  );
}

function fits(value: unknown, kind: OptionKind): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "count":
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case "size":
      return Number.isSafeInteger(value) && Number(value) >= 1;
    case "list":
      return Array.isArray(value) && value.every((item) => typeof item === "string");
    default:
      return typeof value === "string" && kind.includes(value);
  }
}

function describeKind(kind: OptionKind): string {
  switch (kind) {
    case "text":
      return "a text";
    case "flag":
      return "true or false";
    case "count":
      return "a whole number of 0 or more";
    case "size":
      return "a whole number of 1 or more";
    case "list":
      return "a list of texts";
    default:
      return kind.join(", ");
  }
}

function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "number") return String(value);
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

function unknownOption(call: string, name: string, known: readonly string[]): VarveError {
  const meant = nearest(name, known);
  return new VarveError(
    "usage",
    `${call} takes no option ${JSON.stringify(name.slice(0, 40))}`,
    meant === undefined
      ? `it takes ${known.length === 0 ? "none" : known.join(", ")}`
      : `did you mean ${meant}?`,
  );
}
