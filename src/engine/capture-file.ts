/** Owns the way of one file into the archive: is it a transcript, whose project, may it be kept. */
import type { CaptureOutcome } from "../archive/archive-types.ts";
import type { SkipReason, SourceFile } from "../core/source-file.ts";
import { formatOf } from "../transcripts/formats.ts";
import type { Engine } from "./engine.ts";
import { findOwner, isLeftOut, type Owner } from "./find-owner.ts";
import { withholdExcluded } from "./withhold-history.ts";

export type CaptureResult =
  | {
      readonly kind: "captured";
      readonly outcome: CaptureOutcome;
      /** Sessions in whose rows of a prompt history a person wrote that they are to be left out. */
      readonly marked: readonly string[];
    }
  | {
      readonly kind: "skipped";
      readonly reason: Extract<SkipReason, "not-a-transcript" | "excluded" | "empty">;
    };

/** Archives what is new in `file`. Throws what the archive throws. */
export function captureFile(engine: Engine, file: SourceFile): CaptureResult {
  if (isLeftOut(engine, [file.fileId, file.session]))
    return { kind: "skipped", reason: "excluded" };
  const format = formatOf(file.source);
  const owner = findOwner(engine, file);
  if (owner === undefined)
    return { kind: "skipped", reason: file.sizeBytes === 0 ? "empty" : "not-a-transcript" };
  if (owner.excludedBy !== undefined) {
    noteExcluded(engine, file, owner, owner.excludedBy);
    return { kind: "skipped", reason: "excluded" };
  }
  if (isLeftOut(engine, [owner.session, owner.helpedSession]))
    return { kind: "skipped", reason: "excluded" };
  const marked: string[] = [];
  const withholdPrivate = engine.options.settings.keepPrivate
    ? undefined
    : engine.privateWords.noting(format.withhold, owner.session ?? file.fileId);
  const withhold =
    file.kind === "history"
      ? withholdExcluded(engine, withholdPrivate, (session) => void marked.push(session))
      : withholdPrivate;
  const outcome = engine.archive.capture({
    file,
    project: owner.project,
    session: owner.session,
    withhold,
  });
  engine.privateWords.flush();
  return { kind: "captured", outcome, marked };
}

/** What belongs to the session (off-loaded results, rows of the prompt history) names only its id. */
function noteExcluded(engine: Engine, file: SourceFile, owner: Owner, rule: string): void {
  if (file.kind !== "session" && file.kind !== "subagent") return;
  const id = file.kind === "subagent" ? file.fileId : (owner.session ?? file.fileId);
  engine.excluded.add({ fileId: id, source: file.source, at: engine.now().toISOString(), rule });
}
