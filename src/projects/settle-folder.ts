/** Owns setting one folder against the registry: which project it is, and what the registry does not know of it yet. */
import { existsSync } from "node:fs";

import { askRootCommit, type AskGitOptions } from "./ask-root-commit.ts";
import { withRootCommit, type FolderView } from "./describe-folder.ts";
import { matchProject, type Match } from "./match-project.ts";
import { isSameKey, knownKey, makeKey, type FolderKey, type KeyRules } from "./project-key.ts";
import { claimants, keysOf, rootCommitAt, type Registry } from "./registry.ts";

export type Folder = Extract<FolderView, { kind: "folder" }>;

export interface SettleContext extends KeyRules, AskGitOptions {
  /** Git folders that git was asked about in this process, with what it said. */
  readonly asked: Map<string, FolderKey | undefined>;
}

export interface Settled {
  readonly view: Folder;
  readonly match: Match;
  readonly slug: string | undefined;
  /** Keys of the folder that the registry does not hold for that project yet. */
  readonly missing: readonly FolderKey[];
}

/** Matches the folder; with `askGit` git may be asked for the first commit of a repository it was not asked about yet. */
export function settleFolder(
  context: SettleContext,
  registry: Registry,
  plain: Folder,
  askGit: boolean,
): Settled {
  const view = withRootCommit(plain, rootCommitOf(context, registry, plain, askGit));
  const match = matchProject(registry, view.keys, (slug) => isGone(registry, slug));
  if (match.slug === undefined && view.around !== undefined) {
    return settleFolder(context, registry, view.around, askGit);
  }
  const missing = match.slug === undefined ? [] : missingKeys(registry, match.slug, view);
  return { view, match, slug: match.slug, missing };
}

/** True when git would have something new to say about the folder. */
export function wantsRootCommit(
  context: SettleContext,
  registry: Registry,
  plain: Folder,
): boolean {
  const view = plain.git === undefined ? plain.around : plain;
  const place = view?.keys.commonDir;
  if (view === undefined || place === undefined) return false;
  return !context.asked.has(place.plainId) && rememberedRoot(registry, view) === undefined;
}

/** Every key of the folder, the strongest first. */
export function allKeys(view: Folder): readonly FolderKey[] {
  const { remote, commonDir, rootCommit, paths } = view.keys;
  return [remote, commonDir, ...paths, rootCommit].filter((key) => key !== undefined);
}

function rootCommitOf(
  context: SettleContext,
  registry: Registry,
  view: Folder,
  askGit: boolean,
): FolderKey | undefined {
  if (view.git === undefined || view.keys.commonDir === undefined) return undefined;
  const place = view.keys.commonDir.plainId;
  const known = rememberedRoot(registry, view) ?? context.asked.get(place);
  if (known !== undefined || !askGit || context.asked.has(place)) return known;
  const commit = askRootCommit(view.git, context);
  const key = commit === undefined ? undefined : makeKey("root-commit", commit, context);
  context.asked.set(place, key);
  return key;
}

/** What the registry holds for this place, unless the remote changed since: another repository may stand there now. */
function rememberedRoot(registry: Registry, view: Folder): FolderKey | undefined {
  const { commonDir, remote } = view.keys;
  if (commonDir === undefined) return undefined;
  const owner = claimants(registry, commonDir)[0];
  const root = rootCommitAt(registry, commonDir);
  if (owner === undefined || root === undefined) return undefined;
  const isSameRemote =
    remote === undefined || keysOf(registry, owner, "remote").some((key) => isSameKey(key, remote));
  return isSameRemote ? knownKey(root) : undefined;
}

function missingKeys(registry: Registry, slug: string, view: Folder): readonly FolderKey[] {
  const { remote, commonDir, rootCommit, paths } = view.keys;
  const isMine = (key: FolderKey) => claimants(registry, key)[0] === slug;
  // A folder that was only found below a known work tree is no key of it.
  if (commonDir === undefined) return paths.some(isMine) ? paths.filter((key) => !isMine(key)) : [];
  const known = [...keysOf(registry, slug, "remote"), ...keysOf(registry, slug, "root-commit")];
  const isKnown = (key: FolderKey) => known.some((other) => isSameKey(other, key));
  const places = [commonDir, ...paths].filter((key) => !isMine(key));
  const marks = [remote, rootCommit].filter((key) => key !== undefined && !isKnown(key));
  const rootHere = rootCommitAt(registry, commonDir);
  const isRootWritten =
    rootCommit === undefined || (rootHere !== undefined && isSameKey(rootHere, rootCommit));
  // A root commit is remembered for the git folder in whose line it stands.
  const pair = isRootWritten ? [] : [commonDir, rootCommit];
  return [...new Set([...places, ...marks, ...pair])].filter((key) => key !== undefined);
}

/** True when every folder the project is known by has vanished from disk. */
function isGone(registry: Registry, slug: string): boolean {
  const paths = keysOf(registry, slug, "path");
  return (
    paths.length > 0 &&
    paths.every(
      (key) => key.hash === undefined && key.value.startsWith("/") && !existsSync(key.value),
    )
  );
}
