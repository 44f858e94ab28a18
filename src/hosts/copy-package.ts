/** Owns giving varve a home of its own: the package and the packages it loads, copied out of a cache that gets emptied. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { VarveError } from "../core/errors.ts";

/** What the bundles load at run time; everything else is inside them. */
const RUNTIME_PACKAGES = ["@photostructure/sqlite"];

export interface PackageCopy {
  readonly from: string;
  /** Folder that becomes the package; replaced when it is there. */
  readonly to: string;
}

/** The folder of package `name` as Node would find it from `folder`; undefined when it is not installed. */
function findPackage(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const candidate = join(at, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (dirname(at) === at) return undefined;
  }
}

function readDependencies(folder: string): readonly string[] {
  const text = readFileSync(join(folder, "package.json"), "utf8");
  const { dependencies } = JSON.parse(text) as { readonly dependencies?: object };
  return Object.keys(dependencies ?? {});
}

/** `names` and all that they depend on, by name; one version each, which is what a cache holds for one package. */
function collectPackages(names: readonly string[], from: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = names.map((name) => ({ name, from }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = findPackage(next.name, next.from);
    if (folder === undefined || found.has(next.name)) continue;
    found.set(next.name, folder);
    open.push(...readDependencies(folder).map((name) => ({ name, from: folder })));
  }
  return found;
}

function fillDraft(draft: string, from: string): void {
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  for (const name of ["package.json", "dist"]) {
    cpSync(join(from, name), join(draft, name), { recursive: true, dereference: true });
  }
  for (const [name, folder] of collectPackages(RUNTIME_PACKAGES, from)) {
    const target = join(draft, "node_modules", name);
    cpSync(folder, target, { recursive: true, dereference: true });
  }
}

/**
 * Copies the package at `from` to `to` by way of a draft beside it, so that a hook which runs meanwhile sees the old
 * copy or the new one. Throws a VarveError (`io`) when that is not possible; an earlier copy then still works.
 */
export function copyPackage({ from, to }: PackageCopy): void {
  const draft = `${to}.${process.pid}.draft`;
  const old = `${to}.${process.pid}.old`;
  try {
    fillDraft(draft, from);
    if (existsSync(to)) renameSync(to, old);
    renameSync(draft, to);
  } catch (error) {
    if (!existsSync(to) && existsSync(old)) renameSync(old, to);
    throw new VarveError(
      "io",
      `The varve package could not be copied from ${from} to ${to}.`,
      "Make room or set VARVE_HOME to a folder that can be written, or install varve for good (npm install --global).",
      error,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}
