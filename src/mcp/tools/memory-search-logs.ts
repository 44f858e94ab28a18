/** Owns the tool memory_search_logs as a model sees it. */
import { CURSOR } from "../shared-parameters.ts";
import { SOURCES } from "../sources.ts";
import type { ToolSpec } from "../tool.ts";

export const memorySearchLogs: ToolSpec = {
  name: "memory_search_logs",
  title: "Find exact text anywhere in the logs",
  description: `Looks through everything that agents and hosts wrote, tool output, errors and dropped turns included. Use it when memory_search found nothing, or when you have the text itself: an error message, an identifier, a path, a command, a number: "where did we see this error", "grep the old sessions", "which session ran", '이 에러 어디서 봤지', '로그에서 찾아줘', '그 명령어 뭐였지', このエラー, 这个报错. With exact the text as it stands (case is ignored, any script); with regex a regular expression; without either, its words. Newest first with exact and regex.`,
  parameters: [
    {
      name: "query",
      kind: "text",
      required: true,
      description: "Words, a text with exact, or an expression with regex.",
      most: 2_000,
    },
    {
      name: "sources",
      kind: "list",
      choices: SOURCES,
      description: "Only sessions of these hosts.",
      flag: "source",
      aliases: ["source"],
    },
    {
      name: "projectPath",
      kind: "text",
      description:
        'Folder, name or slug of a project; "all" looks in every project. Default: the project you work in.',
      most: 1_000,
      flag: "project",
      aliases: ["project", "cwd"],
    },
    {
      name: "startDate",
      kind: "text",
      description: 'Not before: 2026-11-30, an instant, or words such as "last week", 지난주.',
      most: 200,
      flag: "since",
      aliases: ["dateFrom", "dateStart", "since"],
    },
    {
      name: "endDate",
      kind: "text",
      description: "Not after; a day counts whole.",
      most: 200,
      flag: "until",
      aliases: ["dateTo", "dateEnd", "until"],
    },
    { name: "exact", kind: "flag", description: "The text as it stands.", flag: "exact" },
    { name: "regex", kind: "flag", description: "A regular expression.", flag: "regex" },
    {
      name: "allBytes",
      kind: "flag",
      description: "With exact or regex: every archived line, thinking and bookkeeping included.",
      flag: "all-bytes",
    },
    {
      name: "limit",
      kind: "count",
      description: "Hits of a page (20).",
      least: 1,
      most: 200,
      flag: "limit",
    },
    CURSOR,
  ],
  command: "logs",
  positional: "query",
  example: { query: "SQLITE_BUSY: database is locked", exact: true },
  readOnly: true,
};
