/** Owns the transcript format of Claude Code: which files, which rows, which turns. */
import type { ReaderOptions, ReadSink, RecordReader, TranscriptFormat } from "../reader.ts";
import { classifyPath } from "./classify-path.ts";
import { openHistoryReader } from "./read-history.ts";
import { openSessionReader } from "./read-session.ts";
import { recognisesLine } from "./recognise-row.ts";
import { withholdLine } from "./withhold-line.ts";

/** Reads what Claude Code 2.0 and newer writes below its config folder. */
export const claudeCode: TranscriptFormat = {
  source: "claude-code",
  classify: classifyPath,
  recognises: recognisesLine,
  open: openReader,
  withhold: withholdLine,
};

function openReader(options: ReaderOptions): RecordReader {
  switch (options.kind) {
    case "session":
    case "subagent":
      return openSessionReader(options);
    case "history":
      return openHistoryReader(options);
    case "tool-result":
    case "meta":
      return archivedOnly;
  }
}

/**
 * Off-loaded tool outputs and side files come along into the archive, which `logs` searches; the row that points to an
 * output holds its preview, so indexing the file too would find everything twice.
 */
const archivedOnly: RecordReader = {
  read: (_line: Buffer, number: number, sink: ReadSink) => sink.skip("bookkeeping", number),
  state: () => "{}",
};
