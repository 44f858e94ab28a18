/** Owns the plain JSONL format: one object per line with `ts`, `role` and `text`, from any other agent or tool. */
import type { TranscriptFormat } from "../reader.ts";
import { asObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { withholdStrings } from "../shared/withhold-strings.ts";
import { decodePlainRow, isPlainRecord } from "./plain-row.ts";
import { openPlain } from "./read-plain.ts";

const EXTENSION = /\.jsonl$/;

/**
 * Files of this format are imported only when a person names them, so every `*.jsonl` path may be one; the path without
 * its extension is the file id, and the session where no row names another.
 */
export const plainJsonl: TranscriptFormat = {
  source: "jsonl",
  classify: (relative) => {
    if (!EXTENSION.test(relative)) return null;
    const fileId = relative.replace(EXTENSION, "");
    return { kind: "session", fileId, session: fileId, compressed: false };
  },
  recognises: (line) => parseLine(line, isPlainRecord).records.some(isPlainRecord),
  open: openPlain,
  withhold: (line) => {
    let isTyped: boolean | undefined;
    return withholdStrings(line, (path) => {
      isTyped ??= holdsTypedText(line);
      return isTyped && (path[0] === "text" || path[0] === "content" || path[0] === "title");
    });
  },
};

/** A line that is no single record is taken as typed: when in doubt, private. */
function holdsTypedText(line: Buffer): boolean {
  const { records } = parseLine(line, isPlainRecord);
  const record = records[0];
  if (record === undefined || records.length > 1 || asObject(record) === undefined) return true;
  return decodePlainRow(record)?.role === "user";
}
