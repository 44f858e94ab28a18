/**
 * Owns the record of what set-up changed in other programs' files, so that uninstall gives back the very bytes while
 * nobody else has touched them. It holds edits, never a copy of a settings file. Losing it costs nothing but exactness.
 */
import { createHash } from "node:crypto";

import { applyTextEdit, type TextEdit } from "../platform/text-edit.ts";

export interface FileUndo {
  /** The file's path with links followed. */
  readonly path: string;
  /** SHA-256 (hex) of the file as set-up left it. */
  readonly sha256: string;
  /** There was no file before. */
  readonly created: boolean;
  /** Applied in order, they give the text before set-up. */
  readonly undo: readonly TextEdit[];
}

export interface InstallRecord {
  readonly files: readonly FileUndo[];
}

export const EMPTY_RECORD: InstallRecord = { files: [] };

export function hashText(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function decodeEdit(value: unknown): TextEdit | undefined {
  const { at, remove, insert } = (value ?? {}) as Record<string, unknown>;
  if (!Number.isSafeInteger(at) || !Number.isSafeInteger(remove)) return undefined;
  if (typeof insert !== "string") return undefined;
  return { at: Number(at), remove: Number(remove), insert };
}

function decodeFile(value: unknown): FileUndo | undefined {
  const { path, sha256, created, undo } = (value ?? {}) as Record<string, unknown>;
  if (typeof path !== "string" || typeof sha256 !== "string" || !Array.isArray(undo))
    return undefined;
  const edits = undo.map(decodeEdit);
  const known = edits.filter((edit) => edit !== undefined);
  if (known.length !== edits.length) return undefined;
  return { path, sha256, created: created === true, undo: known };
}

/** Reads a record; anything damaged or newer counts as not recorded. */
export function parseInstallRecord(text: string | null): InstallRecord {
  try {
    const { v, files } = JSON.parse(text ?? "null") as Record<string, unknown>;
    if (v !== 1 || !Array.isArray(files)) return EMPTY_RECORD;
    return { files: files.map(decodeFile).filter((file) => file !== undefined) };
  } catch {
    return EMPTY_RECORD;
  }
}

export function renderInstallRecord(record: InstallRecord): string {
  return `${JSON.stringify({ v: 1, files: record.files }, null, 2)}\n`;
}

/** `record` with the entries of the same paths replaced by `files`, and the ones of `dropped` paths left out. */
export function updateRecord(
  record: InstallRecord,
  files: readonly FileUndo[],
  dropped: readonly string[],
): InstallRecord {
  const gone = new Set([...dropped, ...files.map((file) => file.path)]);
  return { files: [...record.files.filter((file) => !gone.has(file.path)), ...files] };
}

/**
 * The text before set-up: null means that there was no file; undefined that the file is not as set-up left it, so
 * that our entries must be taken out one by one.
 */
export function restoreRecorded(
  record: InstallRecord,
  path: string,
  text: string,
): string | null | undefined {
  const entry = record.files.find((file) => file.path === path);
  if (entry === undefined || entry.sha256 !== hashText(text)) return undefined;
  return entry.created ? null : entry.undo.reduce(applyTextEdit, text);
}
