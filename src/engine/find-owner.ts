/** Owns whose a host's file is: which project and session it belongs to, and which rule leaves it out. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import type { SourceFile } from "../core/source-file.ts";
import { formatOf } from "../transcripts/formats.ts";
import type { Engine } from "./engine.ts";
import { findExclusion } from "./exclusions.ts";
import { peekSource } from "./peek-source.ts";
import { projectFolders } from "./project-folders.ts";
import { projectName } from "./project-name.ts";

export interface Owner {
  /** Where its first rows say that it began; null when the archive told project and session. */
  readonly cwd: string | null;
  readonly project: string | null;
  readonly session: string | null;
  /** Session that a helper with a file of its own worked for. */
  readonly helpedSession: string | null;
  readonly excludedBy: string | undefined;
}

/** Kinds that must show a transcript row before they are kept; the others are the host's by their place alone. */
const MUST_BE_RECOGNISED: ReadonlySet<string> = new Set(["session"]);

/** True when one of the sessions was left out before. */
export function isLeftOut(engine: Engine, sessions: readonly (string | null)[]): boolean {
  return sessions.some((id) => id !== null && engine.excluded.has(id));
}

/**
 * From the archive when the file is known there, else from its first rows; undefined when it is no transcript. Looking
 * on a way that may not write, a folder that the registry does not know gives no project.
 */
export function findOwner(
  engine: Engine,
  file: SourceFile,
  way: "capture" | "look" = "capture",
): Owner | undefined {
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
    learnSecrets(engine, peekSource(file, formatOf(file.source), engine.redactor).cwd, way);
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
  learnSecrets(engine, peek.cwd, way);
  const project =
    peek.cwd === null ? (parent?.project ?? null) : identifyProject(engine, peek.cwd, way);
  return withExclusion(engine, file, {
    cwd: peek.cwd,
    project,
    session: peek.session ?? file.session,
    helpedSession: peek.helpedSession,
  });
}

function identifyProject(engine: Engine, cwd: string, way: "capture" | "look"): string | null {
  if (way === "look") return engine.projects.lookup(cwd)?.slug ?? null;
  return engine.projects.identify(cwd, { askGit: true }).slug;
}

/** Of the working folder and of those above it up to the root of its repository. */
function learnSecrets(engine: Engine, cwd: string | null, way: "capture" | "look"): void {
  const names = engine.options.settings.envFiles;
  if (cwd === null || names.length === 0) return;
  for (const folder of projectFolders(cwd)) {
    if (way === "look") engine.redactor.hideEnvFiles(folder, names);
    else engine.redactor.learnEnvFiles(folder, names);
  }
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
    cwd: owner.cwd,
    project: owner.project,
    session: owner.session,
    helpedSession: owner.helpedSession ?? null,
    excludedBy,
  };
}
