/** Owns the rule that says which known project a folder belongs to; pure. */
import { isSameKey, type FolderKey } from "./project-key.ts";
import { canonicalSlug, claimants, claimsOf, keysOf, type Registry } from "./registry.ts";

/** The keys of one working folder. */
export interface FolderKeys {
  readonly remote: FolderKey | undefined;
  readonly commonDir: FolderKey | undefined;
  readonly rootCommit: FolderKey | undefined;
  /** Top of the work tree (or the folder itself outside git) as it really is, and as it was spelled. */
  readonly paths: readonly FolderKey[];
  /** Folders above, nearest first: they count only where they are the top of a known work tree. Seldom needed. */
  readonly above: () => readonly FolderKey[];
}

export type MatchReason = "same-remote" | "same-root-commit";

export interface Match {
  /** Canonical slug; undefined when the folder is a project of its own. */
  readonly slug: string | undefined;
  /** Projects that may be the same; joining them takes a person's yes. */
  readonly candidates: readonly { readonly slug: string; readonly reason: MatchReason }[];
}

/**
 * Strongest first: same remote and same root commit; same remote at a known place; the only project with that
 * remote; the place (common dir, then path, then a work tree around it); a repository that moved (same root commit,
 * no other remote, all its known folders gone: `isGone`). A root commit that differs from every one a project is
 * known by rules that project out: the place was reused, or the remote was.
 */
export function matchProject(
  registry: Registry,
  folder: FolderKeys,
  isGone: (slug: string) => boolean,
): Match {
  const { rootCommit, remote } = folder;
  const fits = (slug: string) =>
    rootCommit === undefined || !hasOtherOnly(registry, slug, rootCommit);
  const sameRemote = remote === undefined ? [] : claimants(registry, remote);
  const remoteFits = sameRemote.filter(fits);
  const sameRoot = rootCommit === undefined ? [] : claimants(registry, rootCommit);
  const place = matchPlace(registry, folder, fits);

  const both = remoteFits.find((slug) => sameRoot.includes(slug));
  const atPlace = remoteFits.find((slug) => slug === place);
  const only = remoteFits.length === 1 ? remoteFits[0] : undefined;
  const moved = sameRoot.filter((slug) => !hasOtherRemote(registry, slug, remote) && isGone(slug));
  const slug = both ?? atPlace ?? only ?? place ?? (moved.length === 1 ? moved[0] : undefined);

  const candidates = [
    ...sameRemote.map((other) => ({ slug: other, reason: "same-remote" as const })),
    ...sameRoot
      .filter((other) => !sameRemote.includes(other))
      .map((other) => ({ slug: other, reason: "same-root-commit" as const })),
  ];
  return { slug, candidates: candidates.filter((candidate) => candidate.slug !== slug) };
}

function matchPlace(
  registry: Registry,
  folder: FolderKeys,
  fits: (slug: string) => boolean,
): string | undefined {
  const places =
    folder.commonDir === undefined ? folder.paths : [folder.commonDir, ...folder.paths];
  for (const key of places) {
    // Only the newest claim counts: a folder that was reused belongs to whoever took it last.
    const newest = claimants(registry, key)[0];
    if (newest !== undefined && fits(newest)) return newest;
  }
  if (folder.commonDir !== undefined) return undefined;
  for (const key of folder.above()) {
    const tree = workTreeAt(registry, key);
    if (tree !== undefined) return tree;
  }
  return undefined;
}

/** Asked of the claiming slug itself, not of what it was joined to: a plain folder holds no projects below it. */
function workTreeAt(registry: Registry, path: FolderKey): string | undefined {
  const newest = claimsOf(registry, path).at(-1);
  if (newest === undefined) return undefined;
  const keys = registry.projects.get(newest)?.keys.values() ?? [];
  return [...keys].some((key) => key.kind === "common-dir")
    ? canonicalSlug(registry, newest)
    : undefined;
}

function hasOtherOnly(registry: Registry, slug: string, rootCommit: FolderKey): boolean {
  const known = keysOf(registry, slug, "root-commit");
  return known.length > 0 && !known.some((key) => isSameKey(key, rootCommit));
}

function hasOtherRemote(registry: Registry, slug: string, remote: FolderKey | undefined): boolean {
  const known = keysOf(registry, slug, "remote");
  return remote !== undefined && known.length > 0 && !known.some((key) => isSameKey(key, remote));
}
