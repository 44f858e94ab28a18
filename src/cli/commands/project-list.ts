/** Owns `varve project list`. */
import type { CommandContext } from "../frame/command-spec.ts";
import { withEngine } from "../open-engine.ts";

export function run(context: CommandContext): Promise<number> {
  return withEngine(context, { create: false }, (engine) => {
    const projects = engine.projects.list();
    context.output.json({ projects, joinCandidates: engine.projects.joinCandidates() });
    for (const project of projects)
      context.output.data([
        { text: project.slug, style: "bold" },
        `  ${project.name}  first seen ${project.firstSeen.slice(0, 10)}`,
      ]);
    return projects.length === 0 ? 1 : 0;
  });
}
