/** Owns the way of one file into the archive: is it a transcript, whose project, may it be kept. */
import type { ArchiveEntry, CaptureOutcome } from "../archive/archive-types.ts";
import type { SkipReason, SourceFile } from "../core/source-file.ts";
import { formatOf } from "../transcripts/formats.ts";
import type { Engine } from "./engine.ts";
import { findExclusion } from "./exclusions.ts";
import { peekSource } from "./peek-source.ts";
import { projectFolders } from "./project-folders.ts";
import { projectName } from "./project-name.ts";
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

/** Kinds that must show a transcript row before they are kept; the others are the host's by their place alone. */
const MUST_BE_RECOGNISED: ReadonlySet<string> = new Set(["session"]);

/** Archives what is new in `file`. Throws what the archive throws. */
export function captureFile(engine: Engine, file: SourceFile): CaptureResult {
  if (
    engine.excluded.has(file.fileId) ||
    (file.session !== null && engine.excluded.has(file.session))
  ) {
    return { kind: "skipped", reason: "excluded" };
  }
  const format = formatOf(file.source);
  const owner = findOwner(engine, file);
  if (owner === undefined)
    return { kind: "skipped", reason: file.sizeBytes === 0 ? "empty" : "not-a-transcript" };
  if (owner.excludedBy !== undefined) {
    noteExcluded(engine, file, owner, owner.excludedBy);
    return { kind: "skipped", reason: "excluded" };
  }
  if ([owner.session, owner.helpedSession].some((id) => id !== null && engine.excluded.has(id)))
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

interface Owner {
  readonly project: string | null;
  readonly session: string | null;
  /** Session that a helper with a file of its own worked for. */
  readonly helpedSession: string | null;
  readonly excludedBy: string | undefined;
}

/** Project and session of the file: from the archive when it is known there, else from its first rows. */
function findOwner(engine: Engine, file: SourceFile): Owner | undefined {
  const known = findKnown(engine, file);
  const parent =
    file.session === null || file.session === file.fileId
      ? undefined
      : engine.archive.find(file.session, file.source);
  if (file.kind === "tool-result" || file.kind === "meta" || file.kind === "history") {
    return withExclusion(engine, file, {
      cwd: null,
      project: parent?.project ?? null,
      session: file.session,
    });
  }
  if (known?.project != null) {
    // A value may have come into the project's `.env` since the session began.
    learnSecrets(engine, peekSource(file, formatOf(file.source), engine.redactor).cwd);
    return withExclusion(engine, file, {
      cwd: null,
      project: known.project,
      session: known.session,
    });
  }
  const peek = peekSource(file, formatOf(file.source), engine.redactor);
  if (!peek.recognised && MUST_BE_RECOGNISED.has(file.kind)) return undefined;
  if (!peek.recognised && file.sizeBytes === 0) return undefined;
  // Before a row of the session is parsed, so that the first line is already read without the project's own secrets.
  learnSecrets(engine, peek.cwd);
  const project =
    peek.cwd === null
      ? (parent?.project ?? null)
      : engine.projects.identify(peek.cwd, { askGit: true }).slug;
  return withExclusion(engine, file, {
    cwd: peek.cwd,
    project,
    session: peek.session ?? file.session,
    helpedSession: peek.helpedSession,
  });
}

/** Of the working folder and of those above it up to the root of its repository. */
function learnSecrets(engine: Engine, cwd: string | null): void {
  const names = engine.options.settings.envFiles;
  if (cwd === null || names.length === 0) return;
  for (const folder of projectFolders(cwd)) engine.redactor.learnEnvFiles(folder, names);
}

/** The archive's entry of this file. A name that is no session's id may stand in several folders: then the path decides. */
function findKnown(engine: Engine, file: SourceFile): ArchiveEntry | undefined {
  const known = engine.archive.find(file.fileId, file.source);
  return file.session === null && known?.path !== file.path ? undefined : known;
}

function withExclusion(
  engine: Engine,
  file: SourceFile,
  owner: {
    readonly cwd: string | null;
    readonly project: string | null;
    readonly session: string | null;
    readonly helpedSession?: string | null;
  },
): Owner {
  const excludedBy = findExclusion(engine.options.settings.exclude, {
    cwd: owner.cwd,
    transcriptPath: file.path,
    project: owner.project,
    projectName: projectName(engine, owner.project),
  });
  return {
    project: owner.project,
    session: owner.session,
    helpedSession: owner.helpedSession ?? null,
    excludedBy,
  };
}
