/** Owns the commands that look at what happened: a stretch of time, one session, the evidence of a turn. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { FOUND_CODES, SCOPE_FLAGS } from "./shared-flags.ts";

export const lookSpecs: readonly CommandSpec[] = [
  {
    name: "timeline",
    summary: "Show what happened around a turn, at a time, or in a session.",
    description:
      'A time ("tuesday afternoon", 화요일 오후, 2026-11-29) shows its turns over all sessions of the scope, oldest first; where there are many, their counts per hour or day and the sessions. A reference shows the turns around it in its session. --outline shows a session as one line per request with what came of it, old ones folded together: 40 lines at most.',
    args: [
      {
        name: "anchor",
        required: false,
        variadic: true,
        description: "A time in words, t:<session>#<line> or s:<session>.",
        freeText: true,
      },
    ],
    flags: [
      {
        name: "before",
        value: { name: "N", kind: "number" },
        description: "Turns before the one that is named.",
        default: "5",
      },
      {
        name: "after",
        value: { name: "N", kind: "number" },
        description: "Turns after it.",
        default: "5",
      },
      {
        name: "session",
        value: { name: "ID", kind: "string" },
        description: "This session; `current` is the one of this project that was active last.",
      },
      { name: "outline", description: "One line per request." },
      ...SCOPE_FLAGS,
    ],
    examples: [
      { command: 'varve timeline "화요일 오후"', what: "what happened then" },
      { command: "varve timeline t:834cb28d#12", what: "what stood around a turn" },
      { command: "varve timeline --session current --outline", what: "how this session went" },
    ],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/timeline.ts"),
  },
  {
    name: "overview",
    summary: "Say the facts of one session.",
    description:
      "Folder, branch, model, times; requests, turns by class, tools by count; files with the number of changes and the last one; commands that failed; the first and last request and the last reply. All of it is counted from the records.",
    args: [
      {
        name: "session",
        required: true,
        variadic: false,
        description: "Id of the session, 8 characters or more, or `current`.",
      },
    ],
    flags: [...SCOPE_FLAGS],
    examples: [{ command: "varve overview current", what: "where this project's session stands" }],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/overview.ts"),
  },
  {
    name: "trace",
    summary: "Show the evidence behind a turn, or who changed a file when.",
    description:
      "Of a turn: the file and line in the archive, the host's own file and whether it is still there, the request it served, the call or result it belongs to, its copies in forks, and the archived line, redacted. Of a file: every recorded change over sessions, newest first, with who made it and what was asked.",
    args: [
      {
        name: "target",
        required: true,
        variadic: false,
        description: "t:<session>#<line>, or a path or its end: src/net/client.ts.",
      },
    ],
    flags: [...SCOPE_FLAGS],
    examples: [
      { command: "varve trace t:834cb28d#12", what: "where these words come from" },
      { command: "varve trace src/net/sse.ts", what: "every change of a file" },
    ],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/trace.ts"),
  },
];
