/** Owns the parameters that several tools take, and what they mean for the engine. */
import { VarveError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { UNKNOWN_PROJECT } from "../engine/index-entry.ts";
import { textArgument } from "./read-arguments.ts";
import type { Parameter, ToolCall } from "./tool.ts";

export const CWD: Parameter = {
  name: "cwd",
  kind: "text",
  description: "Folder whose project is meant. Default: the project you work in.",
  most: 1_000,
  aliases: ["projectPath"],
};

export const PROJECT: Parameter = {
  name: "project",
  kind: "text",
  description: 'Another project by name, slug or path; "all" looks in every project.',
  most: 1_000,
  flag: "project",
};

export const CURSOR: Parameter = {
  name: "cursor",
  kind: "text",
  description: "From the next call of the page before, with the same other arguments.",
  most: 400,
  flag: "cursor",
};

export interface ScopeArguments {
  readonly cwd: string;
  readonly project: string | undefined;
  readonly allProjects: boolean;
}

const MOST_NAMED = 20;

/** Which projects the call is about. Throws VarveError `not-found` that names the projects there are, `ambiguous`. */
export function scopeOf(call: ToolCall, name = "project"): ScopeArguments {
  const { arguments: given, caller, engine } = call;
  const project = textArgument(given, name);
  const allProjects = project !== undefined && /^(?:all|\*)$/i.test(project.trim());
  if (project === undefined || allProjects)
    return { cwd: caller.cwd, project: undefined, allProjects };
  if (project !== UNKNOWN_PROJECT && engine.projects.find(project) === undefined) {
    const labels = engine.projects.list().map(({ label }) => label);
    const near = nearest(project, labels);
    throw new VarveError(
      "not-found",
      `no project is called ${JSON.stringify(project.slice(0, 80))}`,
      `${near === undefined ? "" : `did you mean ${near}? `}send ${name} "all" for every project, or one of ${labels.slice(0, MOST_NAMED).join(", ")}${labels.length > MOST_NAMED ? ", …" : ""}`,
    );
  }
  return { cwd: caller.cwd, project, allProjects };
}
