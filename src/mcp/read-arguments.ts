/** Owns reading the arguments of a call: what is wrong comes back as what to send instead, since a model reads it. */
import { VarveError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { toPlainLine } from "../core/plain-text.ts";
import { callText } from "./call-text.ts";
import type { Parameter, ToolSpec } from "./tool.ts";

type ArgumentValue = string | number | boolean | readonly string[];
export type Arguments = Readonly<Record<string, ArgumentValue>>;

const MOST_TEXT = 2_000;
const MOST_ITEMS = 20;
const MOST_ITEM_CHARS = 200;
const ECHO_CHARS = 60;

/** Throws VarveError `usage` that names the argument, what it takes, and a call that works. */
export function readArguments(tool: ToolSpec, given: unknown): Arguments {
  const entries = Object.entries(asRecord(tool, given)).filter(([, value]) => value !== null);
  const read: Record<string, ArgumentValue> = {};
  const writtenAs = new Map<string, string>();
  for (const [name, value] of entries) {
    const parameter = findParameter(tool, name);
    const earlier = writtenAs.get(parameter.name);
    if (earlier !== undefined)
      throw wrong(
        tool,
        `${earlier} and ${name} are the same argument`,
        `send ${parameter.name} alone`,
      );
    writtenAs.set(parameter.name, name);
    const decoded = readValue(tool, parameter, value);
    if (decoded !== undefined) read[parameter.name] = decoded;
  }
  const missing = tool.parameters.find(
    ({ name, required }) => required === true && !(name in read),
  );
  if (missing !== undefined)
    throw wrong(tool, `${missing.name} is missing`, `${missing.name}: ${missing.description}`);
  return read;
}

export function textArgument(given: Arguments, name: string): string | undefined {
  const value = given[name];
  return typeof value === "string" ? value : undefined;
}

/** As {@link textArgument} for a parameter with choices; `choices` names them once more for the compiler. */
export function choiceArgument<T extends string>(
  given: Arguments,
  name: string,
  choices: readonly T[],
): T | undefined {
  return choices.find((choice) => choice === given[name]);
}

export function countArgument(given: Arguments, name: string): number | undefined {
  const value = given[name];
  return typeof value === "number" ? value : undefined;
}

export function flagArgument(given: Arguments, name: string): boolean {
  return given[name] === true;
}

export function listArgument(given: Arguments, name: string): readonly string[] {
  const value = given[name];
  return Array.isArray(value) ? value.map(String) : [];
}

function asRecord(tool: ToolSpec, given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {};
  if (typeof given !== "object" || Array.isArray(given))
    throw wrong(tool, `the arguments are ${nameKind(given)}`, "send an object");
  return given as Readonly<Record<string, unknown>>;
}

function findParameter(tool: ToolSpec, name: string): Parameter {
  const { parameters } = tool;
  const found = parameters.find((one) => one.name === name || one.aliases?.includes(name) === true);
  if (found !== undefined) return found;
  const names = parameters.map((one) => one.name);
  const near = nearest(name, names);
  throw wrong(
    tool,
    `there is no argument ${echo(name)}`,
    near === undefined
      ? `it takes ${names.join(", ")}`
      : `did you mean ${near}? It takes ${names.join(", ")}`,
  );
}

function readValue(
  tool: ToolSpec,
  parameter: Parameter,
  value: unknown,
): ArgumentValue | undefined {
  switch (parameter.kind) {
    case "text":
      return readText(tool, parameter, value);
    case "choice":
      return readChoice(tool, parameter, value);
    case "count":
      return readCount(tool, parameter, value);
    case "flag":
      if (value === true || value === "true") return true;
      if (value === false || value === "false") return false;
      throw wrong(tool, `${parameter.name} is ${nameKind(value)}`, "send true or false");
    case "list":
      return readList(tool, parameter, value);
  }
}

function readText(
  tool: ToolSpec,
  { name, most = MOST_TEXT }: Parameter,
  value: unknown,
): string | undefined {
  if (typeof value !== "string")
    throw wrong(tool, `${name} is ${nameKind(value)}`, "send one text in quotes");
  if (value.length > most)
    throw wrong(
      tool,
      `${name} has ${value.length} characters, at most ${most} are taken`,
      "send the few words that tell it apart",
    );
  return value.trim() === "" ? undefined : value.toWellFormed();
}

function readChoice(tool: ToolSpec, { name, choices = [] }: Parameter, value: unknown): string {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const near = typeof value === "string" ? nearest(value, choices) : undefined;
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  throw wrong(tool, `${name} is ${echo(value)}`, `it is one of ${choices.join(", ")}${hint}`);
}

/** Models write numbers as texts now and then; there is only one thing that can mean. */
function readCount(tool: ToolSpec, parameter: Parameter, value: unknown): number {
  const { name, least = 0, most = Number.MAX_SAFE_INTEGER } = parameter;
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (
    typeof number !== "number" ||
    !Number.isSafeInteger(number) ||
    number < least ||
    number > most
  )
    throw wrong(
      tool,
      `${name} is ${echo(value)}`,
      `send a whole number of ${least} or more${most === Number.MAX_SAFE_INTEGER ? "" : `, at most ${most}`}`,
    );
  return number;
}

/** One text stands for a list of one; several in one text are taken apart. */
function readList(
  tool: ToolSpec,
  parameter: Parameter,
  value: unknown,
): readonly string[] | undefined {
  const { name, choices, most = MOST_ITEMS } = parameter;
  const items = typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : value;
  if (!Array.isArray(items))
    throw wrong(tool, `${name} is ${nameKind(value)}`, 'send a list of texts, such as ["..."]');
  if (items.length > most)
    throw wrong(tool, `${name} has ${items.length} items`, `send at most ${most} in one call`);
  for (const item of items) {
    if (typeof item !== "string" || item.length > MOST_ITEM_CHARS)
      throw wrong(
        tool,
        `${name} holds ${nameKind(item)}`,
        `send texts of at most ${MOST_ITEM_CHARS} characters`,
      );
    if (choices !== undefined && !choices.includes(item))
      throw wrong(tool, `${name} holds ${echo(item)}`, `its items are ${choices.join(", ")}`);
  }
  return items.length === 0 ? undefined : items.map((item) => String(item).toWellFormed());
}

function nameKind(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string" && value.length > MOST_ITEM_CHARS)
    return `a text of ${value.length} characters`;
  return `the ${typeof value === "string" ? "text" : typeof value} ${echo(value)}`;
}

function echo(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return toPlainLine(text.length > ECHO_CHARS ? `${text.slice(0, ECHO_CHARS)}…` : text);
}

function wrong(tool: ToolSpec, message: string, fix: string): VarveError {
  return new VarveError(
    "usage",
    message,
    `${fix.replace(/\.$/, "")}. For example: ${callText(tool, tool.example)}`,
  );
}
