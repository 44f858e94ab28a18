/** Owns taking in what is new in one source file. */
import { VarveError } from "../core/errors.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { CaptureOutcome, CaptureRequest } from "./archive-types.ts";
import { chooseEntry, type EntryChoice } from "./choose-entry.ts";
import { appendSidecar, commitStep } from "./commit-step.ts";
import { takesWholeFile } from "./compare-source.ts";
import { epochPaths } from "./entry-paths.ts";
import { fileSize } from "./file-size.ts";
import { loadEpoch } from "./load-epoch.ts";
import { openSource, type OpenSource } from "./open-source.ts";
import { prepareStep, type CaptureStep } from "./prepare-step.ts";
import { sourceFailure } from "./store-failure.ts";

const TRIES = 100;

function openFile(context: ArchiveContext, request: CaptureRequest): OpenSource {
  const { path, compressed } = request.file;
  try {
    return openSource(path, compressed);
  } catch (error) {
    throw sourceFailure(error, context.redact(path));
  }
}

function makeEndOf(request: CaptureRequest, source: OpenSource): (from: number) => number {
  const whole = takesWholeFile(request.file.kind);
  return (from) => (whole ? source.contentBytes() : source.lastLineEnd(from));
}

/** Adds one committed step to what the capture did so far. */
function addStep(before: CaptureOutcome | undefined, step: CaptureStep): CaptureOutcome {
  const { choice, taken, moved } = step;
  const goesOn =
    before !== undefined && before.epoch === choice.epoch && before.entryId === choice.entryId;
  const kind = (): CaptureOutcome["outcome"] => {
    if (choice.isNewEntry) return "new-entry";
    if (choice.state === undefined) return "new-epoch";
    if (taken.bytes > 0) return "appended";
    return moved ? "moved" : "unchanged";
  };
  return {
    outcome: goesOn ? before.outcome : kind(),
    entryId: choice.entryId,
    epoch: choice.epoch,
    firstLine: goesOn ? before.firstLine : taken.firstLine,
    lastLine: taken.lastLine,
    bytes: taken.bytes + (before?.bytes ?? 0),
    withheldBytes: taken.withheldBytes + (before?.withheldBytes ?? 0),
    forgottenLines: taken.forgottenLines + (before?.forgottenLines ?? 0),
    pendingBytes: 0,
    moved: moved || before?.moved === true,
  };
}

function unchanged(choice: EntryChoice): CaptureOutcome {
  const lastLine = choice.state?.lines ?? 0;
  return {
    outcome: "unchanged",
    entryId: choice.entryId,
    epoch: choice.state?.epoch ?? 0,
    firstLine: lastLine + 1,
    lastLine,
    bytes: 0,
    withheldBytes: 0,
    forgottenLines: 0,
    pendingBytes: 0,
    moved: false,
  };
}

/**
 * True when the gzip file is shorter than its sidecar says (a power cut before a group of files was synced): nothing
 * more is appended to that epoch then, and the source goes into a new one.
 */
function setAsideWhenShort(
  context: ArchiveContext,
  { entryId, epoch, state }: EntryChoice,
): boolean {
  if (state === undefined) return false;
  const paths = epochPaths(context.root, entryId, epoch);
  if (fileSize(paths.gz) >= state.gzBytes) return false;
  context.locked(() => {
    // Looked at again under the lock: a reseal may have put a smaller file in place meanwhile.
    const loaded = loadEpoch(paths);
    if (loaded.status !== "ok" || fileSize(paths.gz) >= loaded.state.gzBytes) return;
    appendSidecar(context, paths, [{ type: "damaged", time: context.now().toISOString() }]);
  });
  return true;
}

/**
 * Takes in what is new in one source file, step by step; each step is durable before the next begins, and the lock is
 * held only while one is written. Throws `not-found` when the source is gone, `io` when it cannot be read, `busy`,
 * `disk-full` or `store-readonly` when the archive cannot be written; whatever happens, the next capture goes on.
 */
export function capture(context: ArchiveContext, request: CaptureRequest): CaptureOutcome {
  const source = openFile(context, request);
  try {
    context.fresh.clear();
    const opened = source.stat();
    const endOf = makeEndOf(request, source);
    let done: CaptureOutcome | undefined;
    for (let tries = 0; tries < TRIES;) {
      const choice = chooseEntry(context, request, source, endOf);
      const end = endOf(choice.state?.last.to ?? 0);
      const step = prepareStep(context, request, { source, choice, end, opened });
      if (
        step === undefined
          ? setAsideWhenShort(context, choice)
          : !context.locked(() => commitStep(context, step))
      ) {
        tries += 1;
        continue;
      }
      if (step !== undefined) {
        done = addStep(done, step);
        context.fresh.add(step.members);
      }
      if (step === undefined || step.final) {
        const pendingBytes = Math.max(0, source.contentBytes() - endOf(0));
        return { ...(done ?? unchanged(choice)), pendingBytes };
      }
    }
    throw new VarveError(
      "busy",
      "Other processes keep writing to the same archive entry.",
      "Nothing is lost; run: varve sync",
    );
  } finally {
    source.close();
  }
}
