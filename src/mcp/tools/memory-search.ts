/** Owns the tool memory_search as a model sees it. */
import { TURN_CLASSES } from "../../core/turn.ts";
import { CURSOR, CWD, PROJECT } from "../shared-parameters.ts";
import type { ToolSpec } from "../tool.ts";

export const memorySearch: ToolSpec = {
  name: "memory_search",
  title: "Search earlier sessions",
  description: `Finds what was said, decided, done or seen in earlier sessions of every coding agent on this machine (Claude Code, Codex), by words, time or both. Use it before you say that you do not know or ask again: when the person says "as before", "last time", "what did we decide", "remember when", "did we already", "why did we", '지난번에', '전에 했던', '저번처럼', '아까 말한', '우리가 정한', '기억나?', 前回, 先日, 上次, 之前; when an error, file, command or decision may have come up before; when you are to go on with work of another session. Write the few words that tell it apart, in the language they were said in; time words ("yesterday", "last week", 어제, 지난주) in the query are understood. Gives short hits; read one with memory_get, see what stood around it with memory_timeline.`,
  parameters: [
    {
      name: "query",
      kind: "text",
      required: true,
      description: "Words to look for, time words, or both. A time alone tells what happened then.",
      most: 2_000,
    },
    CWD,
    PROJECT,
    {
      name: "limit",
      kind: "count",
      description: "Hits of a page (8).",
      least: 1,
      most: 200,
      flag: "limit",
      aliases: ["topK", "top_k", "maxResults"],
    },
    {
      name: "type",
      kind: "choice",
      choices: TURN_CLASSES,
      description:
        "Only turns of this class: prompt is what a person typed, reply what an agent answered.",
      flag: "class",
      aliases: ["class"],
    },
    {
      name: "file",
      kind: "text",
      description:
        "Only turns that touch a file whose path begins so, from the root or any folder.",
      most: 1_000,
      flag: "file",
    },
    {
      name: "dateFrom",
      kind: "text",
      description: 'Not before: 2026-11-30, an instant, or words such as "last week", 지난주.',
      most: 200,
      flag: "since",
      aliases: ["dateStart", "startDate", "since"],
    },
    {
      name: "dateTo",
      kind: "text",
      description: "Not after; a day counts whole.",
      most: 200,
      flag: "until",
      aliases: ["dateEnd", "endDate", "until"],
    },
    {
      name: "kind",
      kind: "choice",
      choices: ["turn"],
      description: "What is searched: turns of sessions.",
    },
    CURSOR,
  ],
  command: "search",
  positional: "query",
  example: { query: "migration lock timeout", limit: 8 },
  readOnly: true,
};
