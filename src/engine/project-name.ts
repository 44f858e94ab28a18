/** Owns the name of a project as rules may write it. */
import type { Engine } from "./engine.ts";

/** Null where no rule names projects: then nobody asks, and the registry is not read. */
export function projectName(engine: Engine, slug: string | null): string | null {
  if (slug === null || engine.options.settings.exclude.projects.length === 0) return null;
  return engine.projects.list().find((project) => project.slug === slug)?.name ?? null;
}
