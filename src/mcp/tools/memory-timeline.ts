/** Owns the tool memory_timeline as a model sees it. */
import { CWD, PROJECT } from "../shared-parameters.ts";
import type { ToolSpec } from "../tool.ts";

export const memoryTimeline: ToolSpec = {
  name: "memory_timeline",
  title: "What happened around a turn, in a time, in a session",
  description: `Shows turns in the order of time: what stood before and after a turn, what happened on a day or in a week, how a session went. Use it when the person asks "what did we do yesterday", "where did we stop", "what happened before that", "how did we get there", "go on where we left off", '어제 뭐 했지', '어디까지 했지', '그 전에 뭐 했어', '이어서 하자', '지난주에 한 일', 昨日何をした, 昨天做了什么. The anchor is a reference from another reply, or a time in words; a long time gives counts and its sessions. With session and outline, one line for each request and what came of it.`,
  parameters: [
    {
      name: "anchor",
      kind: "text",
      description:
        'A reference ("t:834cb28d#12", "s:834cb28d") or a time ("yesterday", "2026-11-30", 지난주).',
      most: 300,
      aliases: ["ref", "id", "date"],
    },
    {
      name: "before",
      kind: "count",
      description: "Turns before it (5).",
      most: 200,
      flag: "before",
    },
    { name: "after", kind: "count", description: "Turns after it (5).", most: 200, flag: "after" },
    {
      name: "session",
      kind: "text",
      description: 'A session instead of an anchor: its id, or "current" for the one you are in.',
      most: 200,
      flag: "session",
    },
    {
      name: "outline",
      kind: "flag",
      description: "One line for each request of the session instead of its turns.",
      flag: "outline",
    },
    CWD,
    PROJECT,
  ],
  command: "timeline",
  positional: "anchor",
  example: { anchor: "t:834cb28d#12", before: 5, after: 5 },
  readOnly: true,
};
