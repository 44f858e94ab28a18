/** Owns telling whether the text of a write that never finished stands elsewhere too, so that nothing hangs on it. */
import type { ArchiveContext } from "./archive-context.ts";
import { storedFrom } from "./compare-source.ts";
import { listEpochFiles, makeEntryId } from "./entry-paths.ts";
import type { EpochState } from "./load-epoch.ts";
import { loadStates } from "./list-entries.ts";
import { openSource } from "./open-source.ts";
import type { HeaderLine } from "./sidecar-lines.ts";

/** Live files of one id; more are not looked through. */
const MOST_ENTRIES = 1000;

/**
 * True when the source that was being taken in still begins with `text`, so that a capture takes it in or has done so,
 * or when a finished epoch of a file of the same id begins with it.
 */
export function isHeldText(context: ArchiveContext, header: HeaderLine, text: Buffer): boolean {
  if (sourceBegins(header, text)) return true;
  for (const state of statesOfFile(context, header)) {
    if (state.textBytes < text.length) continue;
    const stored = storedFrom(context, state, 1, text.length);
    if (stored?.subarray(0, text.length).equals(text) === true) return true;
  }
  return false;
}

function sourceBegins({ path, redacted, compressed }: HeaderLine, text: Buffer): boolean {
  if (redacted || path === "") return false;
  try {
    const source = openSource(path, compressed);
    try {
      return source.contentBytes() >= text.length && source.read(0, text.length).equals(text);
    } finally {
      source.close();
    }
  } catch {
    return false; // gone or unreadable: it holds nothing for us
  }
}

/** Finished epochs of every entry of the header's file id. */
function* statesOfFile(context: ArchiveContext, header: HeaderLine): Generator<EpochState> {
  const { hash, redact, root } = context;
  const { source, fileId } = header;
  if (fileId === null) return;
  for (let counter = 0; counter < MOST_ENTRIES; counter += 1) {
    const entryId = makeEntryId({ hash, redact, source, fileId, counter });
    const files = listEpochFiles(root, entryId);
    if (files.length === 0) return;
    yield* loadStates(context, entryId, files);
  }
}
