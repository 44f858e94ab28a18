/** Owns how projects are listed, told apart and found by what a person types; pure. */
import { VarveError } from "../core/errors.ts";
import { HOME_SLUG } from "./mint-slug.ts";
import { knownKey, makeKey, type KeyRules } from "./project-key.ts";
import { normalizePath } from "./normalize-path.ts";
import {
  canonicalSlug,
  claimants,
  keysOf,
  scopeOf,
  type KnownProject,
  type Registry,
} from "./registry.ts";

export interface ProjectSummary {
  readonly slug: string;
  /** Folder name as first seen, redacted. Not unique. */
  readonly name: string;
  /** Unique: the name, with its parent folder or the slug where another project has the same name. */
  readonly label: string;
  /** All slugs that are this project, `slug` first. */
  readonly slugs: readonly string[];
  /** UTC instant. */
  readonly firstSeen: string;
  /** Redacted, as are the remotes. */
  readonly paths: readonly string[];
  readonly remotes: readonly string[];
}

/** Every project once, in the order of minting. The home bucket is none. */
export function listProjects(registry: Registry): readonly ProjectSummary[] {
  const heads = [...registry.projects.values()].filter(
    (project) => canonicalSlug(registry, project.slug) === project.slug,
  );
  return heads.map((project) => {
    const paths = keysOf(registry, project.slug, "path").map((key) => key.value);
    return {
      slug: project.slug,
      name: project.name,
      label: label(project, heads, registry),
      slugs: scopeOf(registry, project.slug),
      firstSeen: project.firstSeen,
      paths: [...new Set(paths)],
      remotes: [...new Set(keysOf(registry, project.slug, "remote").map((key) => key.value))],
    };
  });
}

function label(project: KnownProject, all: readonly KnownProject[], registry: Registry): string {
  const namesakes = all.filter((other) => other.name.toLowerCase() === project.name.toLowerCase());
  if (namesakes.length === 1) return project.name;
  const mine = parentName(project, registry);
  const isAlone =
    mine !== "" &&
    namesakes.every((other) => other === project || parentName(other, registry) !== mine);
  return isAlone ? `${mine}/${project.name}` : project.slug;
}

function parentName(project: KnownProject, registry: Registry): string {
  return keysOf(registry, project.slug, "path")[0]?.value.split("/").at(-2) ?? "";
}

/**
 * The canonical slug for a slug, an absolute path of a known folder, a label, a name, or the beginning of a slug.
 * Undefined when nothing fits; throws VarveError `ambiguous` naming the slugs when several do.
 */
export function findProject(registry: Registry, text: string, rules: KeyRules): string | undefined {
  if (text === HOME_SLUG || registry.projects.has(text)) return canonicalSlug(registry, text);
  const path = normalizePath(text);
  if (path !== undefined) return claimants(registry, makeKey("path", path, rules))[0];
  const wanted = text.toLowerCase();
  const all = [...registry.projects.values()];
  const ways = [
    listProjects(registry).filter((project) => project.label.toLowerCase() === wanted),
    // Joined projects too: the old name still leads to what it became.
    all.filter((project) => project.name.toLowerCase() === wanted),
    all.filter((project) => wanted !== "" && project.slug.startsWith(wanted)),
  ];
  const matches = ways.find((way) => way.length > 0) ?? [];
  const found = [...new Set(matches.map((project) => canonicalSlug(registry, project.slug)))];
  if (found.length > 1) {
    throw new VarveError(
      "ambiguous",
      `${found.length} projects are called ${text}: ${found.join(", ")}`,
      "name one by its slug",
    );
  }
  return found[0];
}

export interface JoinCandidate {
  readonly slugs: readonly string[];
  readonly because: "same-remote" | "same-root-commit";
  /** What they share, redacted. */
  readonly value: string;
}

/** Projects that share a remote or a first commit and were not joined; one entry per shared key. */
export function listJoinCandidates(registry: Registry): readonly JoinCandidate[] {
  const found: JoinCandidate[] = [];
  const seen = new Set<string>();
  for (const project of registry.projects.values()) {
    for (const [id, key] of project.keys) {
      if (seen.has(id) || (key.kind !== "remote" && key.kind !== "root-commit")) continue;
      seen.add(id);
      const slugs = claimants(registry, knownKey(key));
      if (slugs.length < 2) continue;
      found.push({
        slugs,
        because: key.kind === "remote" ? "same-remote" : "same-root-commit",
        value: key.value,
      });
    }
  }
  return found;
}
