/** Owns the commands that connect varve to the agents, and to the person who tries it. */
import type { CommandSpec } from "../frame/command-spec.ts";
import { DONE_CODES, FINDING_CODES } from "./shared-flags.ts";

export const setupSpecs: readonly CommandSpec[] = [
  {
    name: "setup",
    summary: "Add the hooks that keep each finished turn safe within seconds.",
    description:
      "Shows which files of Claude Code and Codex change and how, asks, then writes. Comments, foreign hooks and unknown keys stay as they are; a second run changes nothing. Codex runs a hook only after you trust it; setup says how.",
    args: [],
    flags: [
      {
        name: "capture-only",
        description: "Only the capture hooks (all there is in this version).",
      },
      { name: "dry-run", description: "Only show the plan." },
      { name: "yes", short: "y", description: "Do not ask." },
    ],
    examples: [{ command: "varve setup --capture-only", what: "show the plan and ask" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/setup.ts"),
  },
  {
    name: "uninstall",
    summary: "Take the hooks out again.",
    description:
      "Gives the hosts' files their old bytes back where varve was the only one to change them, else removes only its own entries. The store stays.",
    args: [],
    flags: [
      { name: "dry-run", description: "Only show the plan." },
      { name: "yes", short: "y", description: "Do not ask." },
    ],
    examples: [{ command: "varve uninstall", what: "show the plan and ask" }],
    exitCodes: DONE_CODES,
    load: () => import("../commands/uninstall.ts"),
  },
  {
    name: "demo",
    summary: "See it work on sample sessions, in a temporary home.",
    description:
      "Imports sample sessions of both agents, searches in four languages, truncates a transcript, restores it, audits. Touches nothing of yours.",
    args: [],
    flags: [],
    examples: [{ command: "varve demo", what: "try it" }],
    exitCodes: FINDING_CODES,
    load: () => import("../commands/demo.ts"),
  },
  {
    name: "bench",
    summary: "Measure speed, retrieval and the size of answers on this machine.",
    description:
      "Uses generated histories in a temporary folder; prints figures beside bare node from the same run.",
    args: [
      {
        name: "what",
        required: true,
        variadic: false,
        description: "import, startup, redactor, search, logs, retrieval or output.",
      },
    ],
    flags: [
      {
        name: "size",
        value: { name: "N", kind: "number" },
        description:
          "Size of the generated history in MB; of the store that search asks, in turns.",
        default: "64; 100000",
      },
      {
        name: "seed",
        value: { name: "N", kind: "number" },
        description: "Seed of the generator.",
        default: "1",
      },
      {
        name: "plot",
        value: { name: "DIR", kind: "path" },
        description: "Write plots (SVG) of cost against size.",
      },
      {
        name: "locomo",
        value: { name: "DIR", kind: "path" },
        description: "retrieval: conversations and questions in LoCoMo's form.",
      },
      {
        name: "longmemeval",
        value: { name: "FILE", kind: "path" },
        description: "retrieval: questions and histories in LongMemEval's official form.",
      },
      {
        name: "file",
        value: { name: "FILE", kind: "path" },
        description:
          'retrieval: your own questions, one {"query", "expect": [refs or text], "project"?} a line.',
      },
      {
        name: "mine",
        description: "retrieval: questions made from decisions, errors and edits of your archive.",
      },
    ],
    examples: [
      { command: "varve bench import --size 64", what: "MB/s, memory, ratio" },
      { command: "varve bench retrieval --mine", what: "how well your own archive is searched" },
    ],
    exitCodes: DONE_CODES,
    load: () => import("../commands/bench.ts"),
  },
  {
    name: "completion",
    summary: "Print completions for a shell.",
    description: "Write the output where your shell looks for completions.",
    args: [{ name: "shell", required: true, variadic: false, description: "bash, zsh or fish." }],
    flags: [],
    examples: [
      {
        command: "varve completion bash > ~/.local/share/bash-completion/completions/varve",
        what: "for bash",
      },
    ],
    exitCodes: DONE_CODES,
    load: () => import("../commands/completion.ts"),
  },
];
