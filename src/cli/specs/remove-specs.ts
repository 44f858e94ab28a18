/** Owns the commands that remove bytes, each counted before it is done. */
import { KINDS } from "../choices.ts";
import type { CommandSpec } from "../frame/command-spec.ts";
import { undoSpec } from "./undo-spec.ts";

export const removeSpecs: readonly CommandSpec[] = [
  {
    name: "forget",
    summary: "Hide turns and sessions, or destroy what holds a text.",
    description:
      "With --hide the turns and sessions named (20 at most) leave search, logs, timeline, overview, trace, read and export at once, in every process, with the copies that other lines hold; nothing is destroyed, `varve restore` still gives the bytes back, and `varve undo` shows them again.\n\nWithout it: counts first. With --purge it asks (or takes --yes), then removes the bytes from the archive, the index and every file of the store, and notes keyed hashes so that importing the unchanged source again does not bring them back. What it cannot reach (the host's own files, backups) is listed.",
    args: [
      {
        name: "ref",
        required: false,
        variadic: true,
        description: "s:<session> or t:<session>#<line>.",
      },
    ],
    flags: [
      {
        name: "project",
        value: { name: "P", kind: "string" },
        description: "All sessions of a project.",
      },
      {
        name: "match",
        value: { name: "TEXT", kind: "string" },
        description:
          "Every line that holds this text (8 characters or more), taken literally, in any letter case.",
      },
      {
        name: "before",
        value: { name: "D", kind: "date" },
        description: "Sessions that ended before this day or instant.",
      },
      { name: "hide", description: "Only hide what REF names; `varve undo` takes it back." },
      { name: "purge", description: "Destroy it." },
      { name: "yes", short: "y", description: "Do not ask." },
      {
        name: "reason",
        value: { name: "TEXT", kind: "string" },
        description: "Kept beside the note of it; holds no forgotten text.",
      },
    ],
    examples: [
      { command: "varve forget t:834cb28d#12 --hide", what: "hide one turn" },
      { command: "varve forget s:834cb28d", what: "count" },
      { command: "varve forget --match 'Project Heron' --purge", what: "destroy" },
    ],
    exitCodes: [
      { code: 0, when: "hidden, counted or destroyed" },
      { code: 1, when: "the person said no, or nothing named is there to hide" },
      { code: 2, when: "error" },
    ],
    load: () => import("../commands/forget.ts"),
  },
  undoSpec,
  {
    name: "prune",
    summary: "Remove old sessions from the archive to win space.",
    description:
      "The archive keeps everything for ever unless you prune. Age is that of the last record. Counts first. Before it asks, it names sessions that would go, 20 at most, with a call that exports each; --dry-run prints the count only, and with --json the ids of all. An export is redacted: to keep a transcript itself, run `varve restore ID --to FILE` first. The audit stays clean afterwards. Without --older-than the settings archive.retention and archive.keep decide.",
    args: [],
    flags: [
      {
        name: "older-than",
        value: { name: "AGE", kind: "string" },
        description: "180d, 26w, 6m, 2y.",
      },
      {
        name: "class",
        value: { name: "K", kind: "enum", values: KINDS },
        repeatable: true,
        description: "Only files of this class.",
      },
      { name: "dry-run", description: "Only count." },
      { name: "yes", short: "y", description: "Do not ask." },
    ],
    examples: [
      {
        command: "varve prune --older-than 2y --class tool-result",
        what: "old off-loaded results",
      },
    ],
    exitCodes: [
      { code: 0, when: "counted or pruned" },
      { code: 1, when: "nothing is that old, or the person said no" },
      { code: 2, when: "error" },
    ],
    load: () => import("../commands/prune.ts"),
  },
  {
    name: "redact",
    summary: "Try on a file what the redactor would hide.",
    description:
      "--test is required. Shows kind, line and column of each secret, never the secret; --print shows the text with marks in their place.",
    args: [],
    flags: [
      { name: "test", value: { name: "FILE", kind: "path" }, description: "Required. The file." },
      { name: "print", description: "Print the redacted text." },
    ],
    examples: [{ command: "varve redact --test .env.example", what: "what would be hidden" }],
    exitCodes: [
      { code: 0, when: "nothing would be hidden" },
      { code: 1, when: "something would" },
      { code: 2, when: "error" },
    ],
    load: () => import("../commands/redact.ts"),
  },
];
