/** Owns a small command table for the frame's tests. */
import type { CommandModule, CommandSpec } from "../../src/cli/frame/command-spec.ts";

const nothing = { args: [], flags: [], examples: [], exitCodes: [] } as const;

export function sampleCommands(run: CommandModule["run"] = async () => 0): readonly CommandSpec[] {
  const load = async () => ({ run });
  return [
    {
      name: "search",
      summary: "find what was said",
      description: "Searches turns and memories.\n\nThe best come first.",
      args: [
        {
          name: "query",
          required: true,
          variadic: true,
          freeText: true,
          description: "Words to look for.",
        },
      ],
      flags: [
        {
          name: "limit",
          short: "k",
          value: { name: "N", kind: "number" },
          description: "Hits to show.",
          default: "8",
        },
        {
          name: "order",
          value: { name: "O", kind: "enum", values: ["relevance", "time"] },
          description: "How hits are ordered.",
        },
        {
          name: "source",
          value: { name: "S", kind: "string" },
          repeatable: true,
          description: "Only this agent's sessions.",
        },
        { name: "since", value: { name: "D", kind: "date" }, description: "Not before this day." },
        { name: "all-projects", description: "Every project, it's all of them." },
        { name: "file", value: { name: "F", kind: "path" }, description: "Turns | files." },
      ],
      examples: [{ command: 'varve search "flaky test"', what: "What was said about it." }],
      exitCodes: [
        { code: 0, when: "found" },
        { code: 1, when: "nothing found" },
      ],
      load,
    },
    { ...nothing, name: "project list", summary: "list projects", description: "Lists.", load },
    {
      ...nothing,
      name: "project alias",
      summary: "join two projects",
      description: "Joins.",
      args: [
        { name: "from", required: true, variadic: false, description: "The one that ends." },
        { name: "to", required: true, variadic: false, description: "The one that stays." },
      ],
      load,
    },
    { ...nothing, name: "status", summary: "how things are", description: "Tells.", load },
  ];
}
