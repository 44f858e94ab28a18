/** Owns the commands that find, show and give back what was kept. */
import { CLASSES, LEVELS, ORDERS, ROLES, SOURCES } from "../choices.ts";
import type { CommandSpec } from "../frame/command-spec.ts";
import { DATE_FLAGS, DONE_CODES, FOUND_CODES, RANGE_FLAGS, SCOPE_FLAGS } from "./shared-flags.ts";

export const findSpecs: readonly CommandSpec[] = [
  {
    name: "search",
    summary: "Find the turns where something was said.",
    description:
      'Looks for any of the words, in Korean, Japanese, Chinese and English: best matches first, or in time order when the question names a time ("last Tuesday", 지난주, 先週, 上周). A time alone is answered with what happened then, as counts. Nothing in a query is syntax: write it as you would say it; words in quotes are also looked for side by side.\n\nWhat the agents wrote a moment ago is taken in first, or looked through where it cannot be. The header says what was searched and what was left out. A page holds at most 8,000 bytes, so it may show fewer hits than --limit; the last line names the call that reads on.',
    args: [
      {
        name: "query",
        required: false,
        variadic: true,
        description: "Words to look for.",
        freeText: true,
      },
    ],
    flags: [
      ...SCOPE_FLAGS,
      {
        name: "role",
        value: { name: "R", kind: "enum", values: ROLES },
        description: "Only turns of this role.",
      },
      {
        name: "class",
        value: { name: "C", kind: "enum", values: CLASSES },
        description: "Only turns of this class.",
      },
      {
        name: "file",
        value: { name: "PREFIX", kind: "path" },
        description:
          "Only turns that read or change a file below this path; it may begin at any folder: src/net.",
      },
      ...RANGE_FLAGS,
      {
        name: "order",
        value: { name: "O", kind: "enum", values: ORDERS },
        description:
          "How a page is printed; its hits are chosen by relevance either way. Default: time when a time is named, else relevance.",
      },
      {
        name: "limit",
        value: { name: "N", kind: "number" },
        description: "Hits to show, 200 at most. The default is the setting search.limit.",
        default: "8",
      },
      {
        name: "cursor",
        value: { name: "C", kind: "string" },
        description: "Goes on behind the page that gave it; the question stays the same.",
      },
      {
        name: "all",
        description:
          "Every hit, or --limit of them, without a limit of size; the count comes first.",
      },
    ],
    examples: [
      { command: 'varve search "connection reset"', what: "in this folder's project" },
      {
        command: 'varve search "지난주 인증 토큰 만료 어떻게 고쳤지"',
        what: "a question with a time in it",
      },
      {
        command: "varve search ECONNRESET sse --file src/net",
        what: "where these files were touched",
      },
      {
        command: 'varve search "토큰 만료" --all-projects --class prompt',
        what: "what you asked, anywhere",
      },
    ],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/search.ts"),
  },
  {
    name: "logs",
    summary: "Look through everything that was said and done, word for word.",
    description:
      "Turns of every class, what the host wrote itself and what a rewind dropped included and labelled, with 100 characters on either side of what matched. By default the words are looked up as in search.\n\n--exact finds a text as it stands, in any letter case and any script, inside words as well; in files and tool names too. --regex takes an ECMAScript regular expression of at most 1,000 characters; letter case counts when it has capitals, ^ and $ are line ends. Both come newest first.\n\nOf results above 4 KB the index holds the beginning, the end and the lines with errors, of thinking nothing: --all-bytes goes through every archived line instead, file by file, those with the newest turns first. What matched then is named by its turn, else by file and line. Secrets are redacted before anything counts as found.\n\nA look ends after about a second: the header says how far it came, and the last line names the call that goes on there. An expression that hangs on one text is stopped and said to be too slow.",
    args: [
      {
        name: "query",
        required: true,
        variadic: true,
        description: "What to look for.",
        freeText: true,
      },
    ],
    flags: [
      { name: "exact", description: "The query is a text: find it as it stands." },
      { name: "regex", description: "The query is a regular expression." },
      {
        name: "all-bytes",
        description: "With --exact or --regex: every archived line, not only what is indexed.",
      },
      {
        name: "source",
        value: { name: "S", kind: "enum", values: SOURCES },
        repeatable: true,
        description: "Only what this agent wrote.",
      },
      ...SCOPE_FLAGS,
      ...RANGE_FLAGS,
      {
        name: "order",
        value: { name: "O", kind: "enum", values: ORDERS },
        description: "Of words: best first, or newest first.",
        default: "relevance",
      },
      {
        name: "limit",
        value: { name: "N", kind: "number" },
        description: "Hits to show, 200 at most.",
        default: "20",
      },
      {
        name: "cursor",
        value: { name: "C", kind: "string" },
        description: "Goes on behind the page that gave it; the question stays the same.",
      },
      {
        name: "all",
        description: "Every hit, or --limit of them, without a limit of size and time.",
      },
    ],
    examples: [
      { command: 'varve logs --exact "ook_sig"', what: "a part of a word" },
      {
        command: "varve logs --regex 'E(CONN|PIPE)\\w* .*sse' --since yesterday",
        what: "an expression",
      },
      {
        command: 'varve logs --exact "seam allowance" --all-bytes --all-projects',
        what: "thinking and the middle of large results, anywhere",
      },
    ],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/logs.ts"),
  },
  {
    name: "read",
    summary: "Show turns or sessions that a search named.",
    description:
      "All levels show redacted text, at most 32,000 bytes for all references together; an answer that was cut names the call that reads on, and each says how many bytes the next level has.\n\nOf a turn: abstract shows the first 240 bytes of its text, outline the first 960, full all that was indexed of it, raw the archived line.\n\nOf a session: abstract says when it was and what was asked, outline one line per request, full its turns with their whole text, raw the archived lines.\n\n--unredacted shows the archived line of a turn as it is, at a terminal only.",
    args: [
      {
        name: "ref",
        required: true,
        variadic: true,
        description: "t:<session>#<line> or s:<session>.",
      },
    ],
    flags: [
      {
        name: "level",
        value: { name: "L", kind: "enum", values: LEVELS },
        description: "How much.",
        default: "full",
      },
      {
        name: "from",
        value: { name: "N", kind: "number" },
        description: "Characters to pass over: goes on behind a page that was cut.",
      },
      {
        name: "all",
        description: "Without the limit of 32,000 bytes; the number of characters comes first.",
      },
      {
        name: "unredacted",
        description: "With --level raw, at a terminal: the bytes as the host wrote them.",
      },
    ],
    examples: [{ command: "varve read t:834cb28d#12", what: "one turn in full" }],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/read.ts"),
  },
  {
    name: "sessions",
    summary: "List the sessions that were kept.",
    description:
      "Newest first. A session's helpers have no line of their own: only their number is shown. `gone` marks sessions whose transcript the host has deleted: they can be restored.",
    args: [],
    flags: [
      ...SCOPE_FLAGS,
      ...DATE_FLAGS,
      {
        name: "limit",
        value: { name: "N", kind: "number" },
        description: "Sessions to show.",
        default: "20",
      },
      {
        name: "offset",
        value: { name: "N", kind: "number" },
        description: "Sessions to pass over.",
        default: "0",
      },
      { name: "all", description: "Without the limit of 32,000 bytes, up to --limit sessions." },
    ],
    examples: [{ command: "varve sessions --all-projects", what: "everything" }],
    exitCodes: FOUND_CODES,
    load: () => import("../commands/sessions.ts"),
  },
  {
    name: "restore",
    summary: "Write a lost or damaged transcript back, byte for byte.",
    description:
      "Writes the newest form of the transcript that is not a mere beginning of an older one, with its helpers and off-loaded tool results, where the host had them. An existing file is overwritten only when it is a beginning of what is written, or with --force. What was withheld, forgotten or pruned is said.",
    args: [
      {
        name: "session",
        required: true,
        variadic: false,
        description: "Id of the session, 8 characters or more.",
      },
    ],
    flags: [
      {
        name: "epoch",
        value: { name: "N", kind: "number" },
        description: "An older form of the transcript; --list shows them.",
      },
      {
        name: "to",
        value: { name: "PATH", kind: "path" },
        description: "Write to this file (ending in .jsonl) or folder.",
      },
      { name: "list", description: "Only say what there is." },
      { name: "force", description: "Overwrite a file that differs." },
    ],
    examples: [
      { command: "varve restore 834cb28d", what: "put it back" },
      { command: "varve restore 834cb28d --to ./old.jsonl", what: "write it elsewhere" },
    ],
    exitCodes: DONE_CODES,
    load: () => import("../commands/restore.ts"),
  },
  {
    name: "export",
    summary: "Write a session's redacted turns as Markdown or JSONL.",
    description:
      "For people and programs; `restore` gives the transcript itself. Secrets are replaced by marks.",
    args: [
      {
        name: "session",
        required: true,
        variadic: false,
        description: "Id of the session, 8 characters or more.",
      },
    ],
    flags: [
      {
        name: "format",
        value: { name: "F", kind: "enum", values: ["markdown", "jsonl"] },
        description: "Form of the document.",
        default: "markdown",
      },
      {
        name: "to",
        value: { name: "FILE", kind: "path" },
        description: "Write to a file instead of stdout.",
      },
    ],
    examples: [{ command: "varve export 834cb28d --to talk.md", what: "a page to read" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/export.ts"),
  },
];
