/** Owns which projects an answer is about. */
import { VarveError } from "../core/errors.ts";
import { HOME_SLUG } from "../projects/mint-slug.ts";
import { UNKNOWN_PROJECT } from "./index-entry.ts";
import type { Engine } from "./engine.ts";

export interface ScopeRequest {
  readonly project?: string | undefined;
  readonly allProjects?: boolean | undefined;
  readonly cwd: string;
}

export interface Scope {
  readonly slugs: readonly string[] | "all";
  /** For the header: a project's name and slug, or `all projects` with why. */
  readonly label: string;
  /** What to add to a command to get the same scope again. */
  readonly flag: string;
}

/**
 * A project named by the person, else the one of the working folder, else all of them.
 * Throws VarveError `not-found` for a named project that the store does not know, `ambiguous` for a name of several.
 */
export function resolveScope(engine: Engine, request: ScopeRequest): Scope {
  if (request.allProjects === true)
    return { slugs: "all", label: "all projects", flag: " --all-projects" };
  if (request.project !== undefined) {
    const slug =
      request.project === UNKNOWN_PROJECT ? UNKNOWN_PROJECT : engine.projects.find(request.project);
    if (slug === undefined) {
      throw new VarveError(
        "not-found",
        `no project is called ${JSON.stringify(request.project.slice(0, 80))}`,
        "list them with `varve project list`",
      );
    }
    return { slugs: engine.projects.scope(slug), label: slug, flag: ` --project ${slug}` };
  }
  const here = engine.projects.lookup(request.cwd);
  if (here === undefined)
    return {
      slugs: "all",
      label: "all projects (this folder is none that was seen)",
      flag: " --all-projects",
    };
  if (here.slug === HOME_SLUG)
    return {
      slugs: "all",
      label: "all projects (this folder is no project)",
      flag: " --all-projects",
    };
  return {
    slugs: engine.projects.scope(here.slug),
    label: here.slug,
    flag: ` --project ${here.slug}`,
  };
}
