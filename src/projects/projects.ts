/** Owns project identity: which project a working folder belongs to, today and after it moved or vanished. */
import { VarveError } from "../core/errors.ts";
import { nodeFileOps, type FileOps } from "../platform/file-ops.ts";
import { expandHome } from "../platform/paths.ts";
import { createDescriber } from "./describe-folder.ts";
import {
  createIdentifier,
  HOME_IDENTITY,
  instant,
  nameOf,
  type Identity,
  type IdentifyOptions,
} from "./identify-folders.ts";
import {
  findProject,
  listJoinCandidates,
  listProjects,
  type JoinCandidate,
  type ProjectSummary,
} from "./list-projects.ts";
import { HOME_SLUG } from "./mint-slug.ts";
import type { KeyRules } from "./project-key.ts";
import { openRegistryFile } from "./registry-file.ts";
import { scopeOf } from "./registry.ts";
import { settleFolder, type SettleContext } from "./settle-folder.ts";

export interface ProjectsOptions extends KeyRules {
  /** projects.jsonl; need not exist. */
  readonly file: string;
  readonly homeFolder: string;
  /** A lock of its own: never one that the caller may hold. */
  readonly lockPath: string;
  readonly files?: FileOps;
  /** Six hex digits. */
  readonly randomHex?: () => string;
  readonly now?: () => Date;
  /** PATH to find git on. */
  readonly searchPath?: string | undefined;
}

export interface Projects {
  /**
   * The project of a working folder, minted and written down when it is new. HOME, folders above it, roots and text
   * that is no absolute path are the bucket `home`, which is no project. Throws VarveError `busy`, `disk-full` or
   * `store-readonly` only when something new cannot be written. What changes on disk while the process runs is not noticed.
   */
  identify(cwd: string, options?: IdentifyOptions): Identity;
  /** As `identify` for many folders with one lock and one fsync; results in the order given. */
  identifyMany(cwds: readonly string[], options?: IdentifyOptions): readonly Identity[];
  /** As `identify` without ever writing or starting a process; undefined for a folder not seen before. */
  lookup(cwd: string): { readonly slug: string; readonly name: string } | undefined;
  list(): readonly ProjectSummary[];
  /** See {@link findProject}; a leading `~` is the home folder. */
  find(slugOrNameOrPath: string): string | undefined;
  /** Makes `from` part of `to` (slugs, names or paths). Throws VarveError `not-found`, `ambiguous`, `refused`. */
  alias(from: string, to: string): void;
  /** All slugs that are the project of `slug`, the canonical one first. */
  scope(slug: string): readonly string[];
  joinCandidates(): readonly JoinCandidate[];
}

/** Opens the registry. Touches nothing on disk until something has to be read or written. */
export function openProjects(options: ProjectsOptions): Projects {
  const file = openRegistryFile({ ...options, files: options.files ?? nodeFileOps });
  const describe = createDescriber(options);
  const context: SettleContext = { ...options, searchPath: options.searchPath, asked: new Map() };
  const identifyMany = createIdentifier({
    file,
    describe,
    context,
    randomHex: options.randomHex,
    now: options.now,
  });

  const get = (text: string): string => {
    const found = findProject(file.current(), expandHome(text, options.homeFolder), options);
    if (found !== undefined) return found;
    throw new VarveError(
      "not-found",
      `no project is called ${text}`,
      "`varve project list` shows them all",
    );
  };

  return {
    identify: (cwd, how) => identifyMany([cwd], how)[0] ?? HOME_IDENTITY,
    identifyMany,
    lookup(cwd) {
      const view = describe(cwd);
      if (view.kind === "home") return HOME_IDENTITY;
      const registry = file.current();
      const { slug } = settleFolder(context, registry, view, false);
      return slug === undefined ? undefined : { slug, name: nameOf(registry, slug) };
    },
    list: () => listProjects(file.current()),
    find: (text) => findProject(file.current(), expandHome(text, options.homeFolder), options),
    alias(from, to) {
      const source = get(from);
      const target = get(to);
      if (source === HOME_SLUG || target === HOME_SLUG) {
        throw new VarveError(
          "refused",
          "talk outside any project cannot be joined to one",
          "name two projects",
        );
      }
      if (source === target) return;
      file.update(() => [{ at: instant(options.now), slug: target, keys: [], aliases: [source] }]);
    },
    scope: (slug) => scopeOf(file.current(), slug),
    joinCandidates: () => listJoinCandidates(file.current()),
  };
}
