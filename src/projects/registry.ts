/** Owns what the registry knows, in memory: projects, their keys, and which slugs are one project. */
import { keyId, type FolderKey, type ProjectKey, type ProjectKeyKind } from "./project-key.ts";
import type { RegistryLine } from "./registry-line.ts";

export interface KnownProject {
  readonly slug: string;
  readonly name: string;
  readonly firstSeen: string;
  readonly keys: Map<string, ProjectKey>;
}

export interface Registry {
  /** By slug, in the order they were minted. */
  readonly projects: Map<string, KnownProject>;
  /** Key id -> slugs that have it, the newest claim last. */
  readonly claims: Map<string, string[]>;
  /** Slug -> slug it was joined to. */
  readonly joined: Map<string, string>;
  /** Id of a common-dir key -> the root commit written in the same line. */
  readonly rootOf: Map<string, ProjectKey>;
  /** True once any key is known by hash only: as long as none is, no hash has to be computed. */
  hasHashes: boolean;
}

export function emptyRegistry(): Registry {
  return {
    projects: new Map(),
    claims: new Map(),
    joined: new Map(),
    rootOf: new Map(),
    hasHashes: false,
  };
}

/** Takes one line in. Lines are applied in file order; later claims to a place win. */
export function applyLine(registry: Registry, line: RegistryLine): void {
  let project = registry.projects.get(line.slug);
  if (project === undefined) {
    project = {
      slug: line.slug,
      name: line.name ?? line.slug,
      firstSeen: line.at,
      keys: new Map(),
    };
    registry.projects.set(line.slug, project);
  }
  for (const key of line.keys) {
    const id = keyId(key);
    project.keys.set(id, key);
    registry.hasHashes ||= key.hash !== undefined;
    const slugs = registry.claims.get(id)?.filter((slug) => slug !== line.slug) ?? [];
    registry.claims.set(id, [...slugs, line.slug]);
  }
  const root = line.keys.find((key) => key.kind === "root-commit");
  const place = line.keys.find((key) => key.kind === "common-dir");
  if (root !== undefined && place !== undefined) registry.rootOf.set(keyId(place), root);
  for (const alias of line.aliases) {
    const from = canonicalSlug(registry, alias);
    const to = canonicalSlug(registry, line.slug);
    if (from !== to) registry.joined.set(from, to);
  }
}

/** The slug that stands for the project `slug` belongs to; `slug` itself when it was never joined. */
export function canonicalSlug(registry: Registry, slug: string): string {
  let at = slug;
  for (let next = registry.joined.get(at); next !== undefined; next = registry.joined.get(at))
    at = next;
  return at;
}

/** All slugs that are one project with `slug`, the canonical one first. */
export function scopeOf(registry: Registry, slug: string): readonly string[] {
  const head = canonicalSlug(registry, slug);
  if (registry.joined.size === 0) return [head];
  const members = [...registry.projects.keys()].filter(
    (member) => member !== head && canonicalSlug(registry, member) === head,
  );
  return [head, ...members];
}

/** Every key of one kind that the project with this canonical slug has under any of its slugs. */
export function keysOf(
  registry: Registry,
  slug: string,
  kind: ProjectKeyKind,
): readonly ProjectKey[] {
  return scopeOf(registry, slug).flatMap((member) =>
    [...(registry.projects.get(member)?.keys.values() ?? [])].filter((key) => key.kind === kind),
  );
}

/** Slugs as written that have this key, the newest claim last. */
export function claimsOf(registry: Registry, key: FolderKey): readonly string[] {
  const plain = registry.claims.get(key.plainId) ?? [];
  const hashed = registry.hasHashes ? (registry.claims.get(key.hashedId()) ?? []) : [];
  return hashed.length === 0 ? plain : [...plain, ...hashed];
}

/** Canonical slugs with this key, the newest claim first, each once. */
export function claimants(registry: Registry, key: FolderKey): readonly string[] {
  const slugs = claimsOf(registry, key);
  return [...new Set(slugs.toReversed().map((slug) => canonicalSlug(registry, slug)))];
}

/** The root commit that was written together with this git folder. */
export function rootCommitAt(registry: Registry, commonDir: FolderKey): ProjectKey | undefined {
  const plain = registry.rootOf.get(commonDir.plainId);
  return plain ?? (registry.hasHashes ? registry.rootOf.get(commonDir.hashedId()) : undefined);
}
