/** Owns turning a working folder, as a transcript names it, into the keys it can be known by. Reads files, writes none. */
import { isAbsolute } from "node:path";

import { createLocator } from "../platform/paths.ts";
import type { FolderKeys } from "./match-project.ts";
import { folderName, normalizePath, pathAndAncestors } from "./normalize-path.ts";
import { makeKey, type FolderKey, type KeyRules } from "./project-key.ts";
import { createGitReader, type GitFacts } from "./read-git-facts.ts";

/** One working folder. `home`: it is no project (HOME, above it, a root, or no folder at all). */
export type FolderView =
  | { readonly kind: "home" }
  | {
      readonly kind: "folder";
      readonly keys: FolderKeys;
      readonly git: GitFacts | undefined;
      /** What the project is called when this folder is the first seen of it; redacted. */
      readonly name: string;
      /** For a folder that is gone: the repository that stands around its place today. */
      readonly around: Extract<FolderView, { kind: "folder" }> | undefined;
    };

type RealFolder = Extract<FolderView, { kind: "folder" }>;

const HOME: FolderView = { kind: "home" };

export interface DescribeOptions extends KeyRules {
  readonly homeFolder: string;
}

interface Context {
  readonly rules: KeyRules;
  readonly isHome: (path: string) => boolean;
  /** Remembers: thousands of folders have the same folders above them. */
  readonly pathKey: (path: string) => FolderKey;
}

const MAX_REMEMBERED = 50_000;

/** Returns a function that describes folders and remembers each for the life of the process. */
export function createDescriber(options: DescribeOptions): (cwd: string) => FolderView {
  const locate = createLocator();
  const noProject = new Set<string>();
  for (const home of [options.homeFolder, locate(options.homeFolder).real]) {
    for (const folder of pathAndAncestors(normalizePath(home) ?? "/")) noProject.add(folder);
  }
  const isHome = (path: string) =>
    noProject.has(path) || /^(?:\/|[a-z]:\/|\/\/[^/]+\/)$/.test(path);
  const pathKeys = new Map<string, FolderKey>();
  const pathKey = (path: string): FolderKey => {
    const key = pathKeys.get(path) ?? makeKey("path", path, options);
    if (pathKeys.size >= MAX_REMEMBERED) pathKeys.clear();
    pathKeys.set(path, key);
    return key;
  };
  const context: Context = { rules: options, isHome, pathKey };
  const readGit = createGitReader((folder) => isHome(normalizePath(folder) ?? "/"));

  const describe = (cwd: string): FolderView => {
    const given = normalizePath(cwd);
    if (given === undefined) return HOME;
    // A path of another system (a drive letter on Linux) cannot be looked at; it is known by its text.
    const located = isAbsolute(cwd) ? locate(cwd) : undefined;
    const real = (located === undefined ? undefined : normalizePath(located.real)) ?? given;
    if (isHome(given) || isHome(real)) return HOME;
    const git = located === undefined ? undefined : readGit(located.nearest);
    if (git === undefined) return describePlain({ given, real }, undefined, context);
    const inGit = describeGit({ given, real }, git, context);
    return located?.exists === true ? inGit : describePlain({ given, real }, inGit, context);
  };

  const known = new Map<string, FolderView>();
  return (cwd) => {
    const view = known.get(cwd) ?? describe(cwd);
    known.set(cwd, view);
    return view;
  };
}

interface Spelling {
  readonly given: string;
  readonly real: string;
}

function describePlain(
  paths: Spelling,
  around: RealFolder | undefined,
  context: Context,
): RealFolder {
  const above = () =>
    distinct([
      ...pathAndAncestors(paths.real).slice(1),
      ...pathAndAncestors(paths.given).slice(1),
    ]).map((path) => context.pathKey(path));
  return {
    kind: "folder",
    git: undefined,
    around,
    name: redactedName(paths.real, context.rules),
    keys: {
      remote: undefined,
      commonDir: undefined,
      rootCommit: undefined,
      paths: distinct([paths.real, paths.given]).map((path) => context.pathKey(path)),
      above,
    },
  };
}

function describeGit(paths: Spelling, git: GitFacts, context: Context): RealFolder {
  const { rules, isHome } = context;
  const top = normalizePath(git.topLevel) ?? paths.real;
  const commonDir = normalizePath(git.commonDir) ?? git.commonDir;
  // How the person spells the top (through a symbolic link): it still identifies when the link's target is gone.
  const inside = paths.real.slice(top.length);
  const spelled = paths.given.endsWith(inside)
    ? paths.given.slice(0, paths.given.length - inside.length)
    : top;
  const tops = distinct([top, spelled]).filter((path) => path !== "" && !isHome(path));
  return {
    kind: "folder",
    git,
    around: undefined,
    name: redactedName(namingFolder(top, commonDir, isHome), rules),
    keys: {
      remote: git.remote === undefined ? undefined : makeKey("remote", git.remote, rules),
      commonDir: makeKey("common-dir", commonDir, rules),
      rootCommit: undefined,
      paths: tops.map((path) => context.pathKey(path)),
      above: () => [],
    },
  };
}

/** A work tree is called after the repository it belongs to, a submodule after its own folder. */
function namingFolder(top: string, commonDir: string, isHome: (path: string) => boolean): string {
  if (/\/\.git\/modules\//.test(commonDir)) return top;
  const owner = /^(.+)\/\.(?:git|bare)$/.exec(commonDir)?.[1];
  if (owner !== undefined) return isHome(owner) ? top : owner;
  return /[^/]\.git$/.test(commonDir) ? commonDir.slice(0, -".git".length) : top;
}

function redactedName(path: string, rules: KeyRules): string {
  return rules.redact(folderName(rules.redact(path)));
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** The same view with the root commit that git named or the registry remembers. */
export function withRootCommit(view: RealFolder, rootCommit: FolderKey | undefined): RealFolder {
  return rootCommit === undefined ? view : { ...view, keys: { ...view.keys, rootCommit } };
}
