/** Owns the stored form of a record's identity: source and host entry id. */
import type { SourceId } from "../core/turn.ts";

const SOURCE_CODES: Readonly<Record<SourceId, number>> = { "claude-code": 1, codex: 2, jsonl: 3 };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** 17 bytes for a uuid (they stand in the table and in its index, once per turn), else text. */
export type RecordKey = Uint8Array | string;

/** True for ids that mean a line of one file and nothing elsewhere. */
export function isLocalEntryId(entryId: string): boolean {
  return entryId.startsWith("line:");
}

export function encodeRecordKey(source: SourceId, entryId: string): RecordKey {
  const code = SOURCE_CODES[source];
  if (!UUID.test(entryId)) return `${code}:${entryId}`;
  return Buffer.from(`0${code}${entryId.replaceAll("-", "")}`, "hex");
}

/** The host's entry id in a stored key. */
export function decodeRecordKey(key: RecordKey): string {
  if (typeof key === "string") return key.slice(key.indexOf(":") + 1);
  const hex = Buffer.from(key).toString("hex", 1);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}
