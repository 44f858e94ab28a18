/** Owns which projects, paths and sessions stay out of the archive, in the one place that every path asks. */
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { nodeFileOps } from "../platform/file-ops.ts";

export interface ExclusionRules {
  /** Project slugs or names. */
  readonly projects: readonly string[];
  /** Folders (with all below) or globs with `*` (within a folder name) and `**` (any depth). */
  readonly paths: readonly string[];
}

export interface ExclusionSubject {
  readonly cwd: string | null;
  readonly transcriptPath: string;
  readonly project: string | null;
  readonly projectName: string | null;
}

/** The rule that excludes the subject, as the person wrote it; undefined when none does. */
export function findExclusion(
  rules: ExclusionRules,
  subject: ExclusionSubject,
): string | undefined {
  for (const rule of rules.projects) {
    if (rule === subject.project || rule === subject.projectName) return `exclude.projects ${rule}`;
  }
  for (const rule of rules.paths) {
    const pattern = compilePathRule(rule);
    if (pattern.test(subject.transcriptPath)) return `exclude.paths ${rule}`;
    if (subject.cwd !== null && pattern.test(subject.cwd)) return `exclude.paths ${rule}`;
  }
  return undefined;
}

function compilePathRule(rule: string): RegExp {
  const body = rule
    .replace(/\/+$/, "")
    .replace(/[.+^${}()|[\]\\?]/g, "\\$&")
    .replace(/\*\*|\*/g, (star) => (star === "**" ? ".*" : "[^/]*"));
  return new RegExp(`^${body}(?:/.*)?$`, "u");
}

export interface ExcludedRow {
  readonly fileId: string;
  readonly source: string;
  readonly at: string;
  /** The rule of the settings that left it out; without one a person wrote the marker in it, which holds for good. */
  readonly rule?: string;
}

/** Sessions left out, and why. Append-only, a truth file. */
export interface ExcludedSessions {
  /** False again for a session left out by a rule that the settings no longer hold. */
  has(fileId: string): boolean;
  readonly size: number;
  add(row: ExcludedRow): void;
}

/** True for an archived file of an excluded session: what is left of it gives no turn, and its source is not followed. */
export function isExcludedEntry(
  excluded: ExcludedSessions,
  entry: { readonly session: string | null; readonly fileId: string | null },
): boolean {
  return [entry.session, entry.fileId].some((id) => id !== null && excluded.has(id));
}

export interface ExcludedOptions {
  /** Rules in force. */
  readonly rules?: ExclusionRules;
  /** Ids are written down, and asked for, without secrets. */
  readonly redact?: (text: string) => string;
}

/** Names of the rules as `findExclusion` gives them. */
function nameRules({ projects, paths }: ExclusionRules): ReadonlySet<string> {
  return new Set([
    ...projects.map((rule) => `exclude.projects ${rule}`),
    ...paths.map((rule) => `exclude.paths ${rule}`),
  ]);
}

/** Reads `archive/excluded.jsonl`; lines that are no JSON are passed over. */
export function openExcludedSessions(
  path: string,
  options: ExcludedOptions = {},
): ExcludedSessions {
  const { redact = (text: string) => text } = options;
  const inForce = nameRules(options.rules ?? { projects: [], paths: [] });
  const written = new Set<string>();
  const known = new Set<string>();
  const note = (row: ExcludedRow): void => {
    written.add(`${row.rule ?? ""}\0${row.fileId}`);
    if (row.rule === undefined || inForce.has(row.rule)) known.add(row.fileId);
  };
  for (const row of readRows(path)) note(row);
  return {
    has: (fileId) => known.size > 0 && known.has(redact(fileId)),
    get size() {
      return known.size;
    },
    add(given) {
      const row = {
        ...given,
        fileId: redact(given.fileId),
        ...(given.rule !== undefined && { rule: given.rule }),
      };
      if (written.has(`${row.rule ?? ""}\0${row.fileId}`)) return;
      nodeFileOps.makeFolder(dirname(path));
      const descriptor = nodeFileOps.openAppend(path);
      try {
        nodeFileOps.write(descriptor, Buffer.from(`${JSON.stringify({ v: 1, ...row })}\n`));
        // What a rule leaves out is found again by the rule; a marker may be gone from its file by then.
        if (row.rule === undefined) nodeFileOps.sync(descriptor);
      } finally {
        nodeFileOps.close(descriptor);
      }
      note(row);
    },
  };
}

function* readRows(path: string): Generator<ExcludedRow> {
  if (!existsSync(path)) return;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    try {
      const row = JSON.parse(line) as Partial<ExcludedRow> | null;
      if (typeof row?.fileId === "string")
        yield {
          fileId: row.fileId,
          source: row.source ?? "",
          at: row.at ?? "",
          ...(typeof row.rule === "string" && { rule: row.rule }),
        };
    } catch {
      // A torn last line: what it said is found again.
    }
  }
}
