/** Owns which projects, paths and sessions stay out of the archive, in the one place that every path asks. */
import { existsSync, readFileSync } from "node:fs";

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
export function findExclusion(rules: ExclusionRules, subject: ExclusionSubject): string | undefined {
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

/** Sessions left out for good because a person wrote the marker in them. Append-only, a truth file. */
export interface ExcludedSessions {
  has(fileId: string): boolean;
  readonly size: number;
  add(row: { readonly fileId: string; readonly source: string; readonly at: string }): void;
}

/** Reads `archive/excluded.jsonl`; lines that are no JSON are passed over. */
export function openExcludedSessions(path: string): ExcludedSessions {
  const known = new Set<string>();
  if (existsSync(path)) {
    for (const line of readFileSync(path, "utf8").split("\n")) {
      const fileId = /"fileId":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1];
      if (fileId !== undefined) known.add(JSON.parse(`"${fileId}"`) as string);
    }
  }
  return {
    has: (fileId) => known.has(fileId),
    get size() {
      return known.size;
    },
    add(row) {
      if (known.has(row.fileId)) return;
      const descriptor = nodeFileOps.openAppend(path);
      try {
        nodeFileOps.write(descriptor, Buffer.from(`${JSON.stringify({ v: 1, ...row })}\n`));
        nodeFileOps.sync(descriptor);
      } finally {
        nodeFileOps.close(descriptor);
      }
      known.add(row.fileId);
    },
  };
}
