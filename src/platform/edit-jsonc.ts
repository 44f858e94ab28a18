/**
 * Owns editing JSON that people keep by hand (comments, trailing commas, CRLF): an edit touches the bytes of the value
 * it adds or takes away and nothing else. Offsets come from the parser's tree; the text is never printed anew.
 */
import {
  parse,
  parseTree,
  findNodeAtLocation,
  printParseErrorCode,
  type Node,
  type ParseError,
} from "jsonc-parser";

import type { TextEdit } from "./text-edit.ts";

export type JsoncPath = readonly (string | number)[];

export type JsoncDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

const OPTIONS = { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false };

function describeError(text: string, error: ParseError): string {
  const before = text.slice(0, error.offset).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  return `${printParseErrorCode(error.error)} at line ${before.length}, column ${column}`;
}

/** Parses JSON with comments and trailing commas. Never throws; `problem` names the place. */
export function parseJsonc(text: string): JsoncDocument {
  const errors: ParseError[] = [];
  try {
    const value: unknown = parse(text, errors, OPTIONS);
    const [first] = errors;
    if (first !== undefined) return { ok: false, problem: describeError(text, first) };
    const twice = findDuplicateKey(treeOf(text));
    if (twice !== undefined) return { ok: false, problem: `the key "${twice}" stands there twice` };
    return { ok: true, value };
  } catch {
    // The parser recurses: nesting of many thousand levels exhausts the stack.
    return { ok: false, problem: "nested too deeply" };
  }
}

function treeOf(text: string): Node {
  const tree = parseTree(text, [], OPTIONS);
  if (tree === undefined) throw new Error("no JSON value");
  return tree;
}

/** With a key given twice, the parser's tree shows the first and every host reads the last: an edit would be lost. */
function findDuplicateKey(node: Node): string | undefined {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key: unknown = node.type === "object" ? child.children?.[0]?.value : undefined;
    if (typeof key === "string") {
      if (seen.has(key)) return key;
      seen.add(key);
    }
    const deeper = findDuplicateKey(child);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

function nodeAt(text: string, path: JsoncPath): Node {
  const node = findNodeAtLocation(treeOf(text), [...path]);
  if (node === undefined) throw new Error(`nothing at ${path.join(".")}`);
  return node;
}

const endOf = (node: Node): number => node.offset + node.length;

/** White space between the start of the line that holds `offset` and its first other character. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

interface Layout {
  readonly unit: string;
  readonly eol: string;
}

/** The first indented line tells the unit; two blanks when there is none. */
function layoutOf(text: string): Layout {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return { unit: unit.startsWith("\t") ? "\t" : unit, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

function printValue(value: unknown, layout: Layout, indent: string): string {
  return JSON.stringify(value, null, layout.unit).replaceAll("\n", layout.eol + indent);
}

function printCompact(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n */g, " ");
}

/**
 * Adds `value` as the last child of the object (under `key`) or array (`key` null) at `path`. A container that stands
 * on one line stays on one line. Throws when there is no container at `path`.
 */
export function insertJsonc(
  text: string,
  path: JsoncPath,
  child: { readonly key: string | null; readonly value: unknown },
): TextEdit {
  const container = nodeAt(text, path);
  const layout = layoutOf(text);
  const label = child.key === null ? "" : `${JSON.stringify(child.key)}: `;
  const last = container.children?.at(-1);
  if (last === undefined) {
    const indent = indentAt(text, container.offset);
    const inner = indent + layout.unit;
    const item = layout.eol + inner + label + printValue(child.value, layout, inner);
    const blank = text.slice(container.offset + 1, endOf(container) - 1).trim() === "";
    // A comment in the empty container stays: the item goes behind it, before the closing bracket.
    const at = blank ? container.offset + 1 : endOf(container) - 1;
    return { at, remove: endOf(container) - 1 - at, insert: item + layout.eol + indent };
  }
  const beforeLast = container.children?.at(-2);
  const gapStart = beforeLast === undefined ? container.offset : endOf(beforeLast);
  const oneLine = !text.slice(gapStart, last.offset).includes("\n");
  const at = endOf(last);
  if (oneLine) return { at, remove: 0, insert: `, ${label}${printCompact(child.value)}` };
  const indent = indentAt(text, last.offset);
  const item = layout.eol + indent + label + printValue(child.value, layout, indent);
  return { at, remove: 0, insert: `,${item}` };
}

/** Puts `value` in the place of the one at `path`. Throws when there is none. */
export function replaceJsonc(text: string, path: JsoncPath, value: unknown): TextEdit {
  const node = nodeAt(text, path);
  const insert = printValue(value, layoutOf(text), indentAt(text, node.offset));
  return { at: node.offset, remove: node.length, insert };
}

/** Offset of the comma between `from` and `to`, comments skipped; -1 when there is none. */
function findComma(text: string, from: number, to: number): number {
  const gap = text
    .slice(from, to)
    .replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) => " ".repeat(comment.length));
  const at = gap.indexOf(",");
  return at === -1 ? -1 : from + at;
}

const isBlank = (text: string): boolean => /^[\s,]*$/.test(text);

/**
 * Takes the child at `path` out of its container, with one comma and the white space that came with it; comments
 * around it stay. The inverse of {@link insertJsonc} in every layout that it writes. Throws when there is none.
 */
export function removeJsonc(text: string, path: JsoncPath): TextEdit {
  const value = nodeAt(text, path);
  const node = value.parent?.type === "property" ? value.parent : value;
  const container = node.parent;
  if (container?.children === undefined) throw new Error("the root cannot be removed");
  const index = container.children.indexOf(node);
  const previous = container.children[index - 1];
  const next = container.children[index + 1];
  const cut = (from: number, to: number, insert = ""): TextEdit => ({
    at: from,
    remove: to - from,
    insert,
  });
  if (previous !== undefined) {
    const gap = text.slice(endOf(previous), node.offset);
    if (isBlank(gap)) return cut(endOf(previous), endOf(node));
    const comma = findComma(text, endOf(previous), node.offset);
    return cut(comma, endOf(node), text.slice(comma + 1, node.offset).trimEnd());
  }
  if (next !== undefined) {
    if (isBlank(text.slice(endOf(node), next.offset))) return cut(node.offset, next.offset);
    const comma = findComma(text, endOf(node), next.offset);
    return cut(node.offset, comma + 1, text.slice(endOf(node), comma));
  }
  const close = endOf(container) - 1;
  const lead = text.slice(container.offset + 1, node.offset);
  const tail = text.slice(endOf(node), close);
  if (isBlank(lead) && isBlank(tail)) return cut(container.offset + 1, close);
  const comma = findComma(text, endOf(node), close);
  const rest = comma === -1 ? tail : tail.replace(",", "");
  return cut(container.offset + 1 + lead.trimEnd().length, close, rest);
}
