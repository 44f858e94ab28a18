/** Owns reading parsed flags and arguments as what they are; the frame has checked their kinds already. */
import { VarveError } from "../core/errors.ts";
import type { CommandContext } from "./frame/command-spec.ts";

export function flagText(context: CommandContext, name: string): string | undefined {
  const value = context.flags[name];
  return typeof value === "string" ? value : undefined;
}

/** The frame has checked an enum flag against its values; `values` names them once more for the compiler. */
export function flagChoice<T extends string>(
  context: CommandContext,
  name: string,
  values: readonly T[],
): T | undefined {
  return values.find((value) => value === context.flags[name]);
}

/** As {@link flagChoice} for a flag that may come several times. */
export function flagChoices<T extends string>(
  context: CommandContext,
  name: string,
  values: readonly T[],
): readonly T[] {
  const given = flagList(context, name);
  return values.filter((value) => given.includes(value));
}

export function flagNumber(context: CommandContext, name: string): number | undefined {
  const value = context.flags[name];
  return typeof value === "number" ? value : undefined;
}

/** A count: a whole number of `least` or more. Throws VarveError `usage`. */
export function flagCount(context: CommandContext, name: string, least = 0): number | undefined {
  const value = flagNumber(context, name);
  if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
    throw new VarveError(
      "usage",
      `--${name} takes a whole number of ${least} or more, not ${value}`,
      `for example --${name} 10`,
    );
  }
  return value;
}

export function flagList(context: CommandContext, name: string): readonly string[] {
  const value = context.flags[name];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

export function hasFlag(context: CommandContext, name: string): boolean {
  return context.flags[name] === true;
}

export function argumentText(context: CommandContext, name: string): string {
  const value = context.args[name];
  return typeof value === "string" ? value : (value ?? []).join(" ");
}

export function argumentList(context: CommandContext, name: string): readonly string[] {
  const value = context.args[name];
  return typeof value === "string" ? [value] : (value ?? []);
}

/**
 * `2026-11-30` or an instant with a zone, as an ISO instant in UTC. A day as `until` means its end.
 * Days are those of the machine's time zone. Throws VarveError `usage`.
 */
export function flagInstant(
  context: CommandContext,
  name: string,
  side: "from" | "until",
): string | undefined {
  const text = flagText(context, name);
  if (text === undefined) return undefined;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const time = day === null ? instantOf(text) : dayEdge(day, side);
  if (time === undefined || Number.isNaN(time)) {
    throw new VarveError(
      "usage",
      `--${name} ${JSON.stringify(text.slice(0, 40))} is no day and no instant`,
      "write 2026-11-30 or 2026-11-30T09:00:00Z",
    );
  }
  return new Date(time).toISOString();
}

function instantOf(text: string): number | undefined {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : undefined;
}

function dayEdge(match: RegExpExecArray, side: "from" | "until"): number | undefined {
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const start = new Date(year, month - 1, day);
  const isReal =
    start.getFullYear() === year && start.getMonth() === month - 1 && start.getDate() === day;
  if (!isReal) return undefined;
  return side === "from" ? start.getTime() : new Date(year, month - 1, day + 1).getTime();
}
