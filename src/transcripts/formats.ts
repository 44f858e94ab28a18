/** Owns the list of transcript formats. */
import type { SourceFile } from "../core/source-file.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { plainJsonl } from "./plain-jsonl/plain-jsonl.ts";
import type { TranscriptFormat } from "./reader.ts";

/** Every format; where a line could be asked of several, the first that recognises it wins. */
export const transcriptFormats: readonly TranscriptFormat[] = [claudeCode, codex, plainJsonl];

const BY_SOURCE: Readonly<Record<SourceFile["source"], TranscriptFormat>> = {
  "claude-code": claudeCode,
  codex,
  jsonl: plainJsonl,
};

/** The format of a source. */
export function formatOf(source: SourceFile["source"]): TranscriptFormat {
  return BY_SOURCE[source];
}
