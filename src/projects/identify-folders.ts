/** Owns identifying many folders at once: what is known is answered, what is new is minted and written in one step. */
import { randomBytes } from "node:crypto";

import { VarveError } from "../core/errors.ts";
import type { FolderView } from "./describe-folder.ts";
import type { Match, MatchReason } from "./match-project.ts";
import { HOME_SLUG, mintSlug } from "./mint-slug.ts";
import type { RegistryFile } from "./registry-file.ts";
import type { RegistryLine } from "./registry-line.ts";
import { applyLine, canonicalSlug, type Registry } from "./registry.ts";
import {
  allKeys,
  settleFolder,
  wantsRootCommit,
  type Folder,
  type SettleContext,
} from "./settle-folder.ts";

export interface Identity {
  /** Canonical: the same for every folder of the project and after joins. */
  readonly slug: string;
  readonly name: string;
  /** True for the one call that minted the project. */
  readonly isNew: boolean;
  /** Projects that may be the same one; `alias` joins them after a person's yes. */
  readonly candidates: readonly { readonly slug: string; readonly reason: MatchReason }[];
}

export interface IdentifyOptions {
  /** Lets git be asked for the first commit of a repository (500 ms at most, once); never in a hook. */
  readonly askGit?: boolean;
}

export interface IdentifierParts {
  readonly file: RegistryFile;
  readonly describe: (cwd: string) => FolderView;
  readonly context: SettleContext;
  /** Six hex digits. */
  readonly randomHex?: (() => string) | undefined;
  readonly now?: (() => Date) | undefined;
}

export type IdentifyMany = (
  cwds: readonly string[],
  options?: IdentifyOptions,
) => readonly Identity[];

export const HOME_IDENTITY: Identity = {
  slug: HOME_SLUG,
  name: HOME_SLUG,
  isNew: false,
  candidates: [],
};

/** Returns the function behind `identify`; it remembers what it answered until the registry changes. */
export function createIdentifier(parts: IdentifierParts): IdentifyMany {
  const { file, describe, context } = parts;
  const remembered = new Map<string, { readonly version: number; readonly identity: Identity }>();

  const identifyMany: IdentifyMany = (cwds, how = {}) => {
    const results = new Map<string, Identity>();
    const waiting = new Map<string, Folder>();
    const registry = file.current();
    for (const cwd of new Set(cwds)) {
      const view = describe(cwd);
      if (view.kind === "home") {
        results.set(cwd, HOME_IDENTITY);
        continue;
      }
      const cached = remembered.get(cwd);
      const asks = how.askGit === true && wantsRootCommit(context, registry, view);
      if (cached?.version === file.version() && !asks) {
        results.set(cwd, cached.identity);
        continue;
      }
      const settled = settleFolder(context, registry, view, asks);
      const isKnown = settled.slug !== undefined;
      if (isKnown) results.set(cwd, toIdentity(registry, settled.slug, settled.match));
      if (!isKnown || settled.missing.length > 0) waiting.set(cwd, settled.view);
    }
    if (waiting.size > 0) write(waiting, results);
    for (const [cwd, identity] of results) {
      if (identity.slug === HOME_SLUG) continue;
      remembered.set(cwd, { version: file.version(), identity: { ...identity, isNew: false } });
    }
    return cwds.map((cwd) => results.get(cwd) ?? HOME_IDENTITY);
  };

  const write = (waiting: ReadonlyMap<string, Folder>, results: Map<string, Identity>): void => {
    const isMinting = [...waiting.keys()].some((cwd) => !results.has(cwd));
    try {
      file.update((registry) => planLines({ parts, waiting, results }, registry));
    } catch (error) {
      // Keys that only add to a known project are learned next time; a slug that is not written down is none.
      if (isMinting || !(error instanceof VarveError)) throw error;
    }
  };

  return identifyMany;
}

interface Batch {
  readonly parts: IdentifierParts;
  /** Folders that the registry does not know, or not in full. */
  readonly waiting: ReadonlyMap<string, Folder>;
  /** What they turn out to be is put in here. */
  readonly results: Map<string, Identity>;
}

function planLines(batch: Batch, registry: Registry): readonly RegistryLine[] {
  const { parts, results } = batch;
  const lines: RegistryLine[] = [];
  for (const [cwd, folder] of batch.waiting) {
    const {
      slug: known,
      match,
      missing,
      view,
    } = settleFolder(parts.context, registry, folder, false);
    const slug = known ?? mintUnused(parts, registry, view.name);
    const name = known === undefined ? { name: view.name } : {};
    const keys = (known === undefined ? allKeys(view) : missing).map((key) => key.written);
    if (keys.length > 0) {
      const line = { at: instant(parts.now), slug, ...name, keys, aliases: [] };
      lines.push(line);
      // Later folders of the same batch must see it; a failed write makes the file be read anew.
      applyLine(registry, line);
    }
    results.set(cwd, { ...toIdentity(registry, slug, match), isNew: known === undefined });
  }
  return lines;
}

function mintUnused(parts: IdentifierParts, registry: Registry, name: string): string {
  for (;;) {
    const slug = mintSlug(name, (parts.randomHex ?? randomHex)());
    if (!registry.projects.has(slug)) return slug;
  }
}

function toIdentity(registry: Registry, slug: string, match: Match): Identity {
  const head = canonicalSlug(registry, slug);
  return { slug: head, name: nameOf(registry, head), isNew: false, candidates: match.candidates };
}

/** Display name of a project: its folder's as first seen. */
export function nameOf(registry: Registry, slug: string): string {
  return registry.projects.get(slug)?.name ?? slug;
}

/** Now, as the registry writes it. */
export function instant(now: (() => Date) | undefined): string {
  return (now?.() ?? new Date()).toISOString();
}

function randomHex(): string {
  return randomBytes(3).toString("hex");
}
