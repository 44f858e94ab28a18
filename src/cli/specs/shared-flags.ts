/** Owns flags and exit codes that several commands share. */
import type { FlagSpec } from "../frame/command-spec.ts";

export const SCOPE_FLAGS: readonly FlagSpec[] = [
  {
    name: "project",
    value: { name: "P", kind: "string" },
    description:
      "Slug, name or folder of a project. Default: the project of this folder, and all projects when it is none.",
  },
  { name: "all-projects", short: "a", description: "Look in all projects." },
];

export const DATE_FLAGS: readonly FlagSpec[] = [
  {
    name: "since",
    value: { name: "D", kind: "date" },
    description: "From this day or instant on: 2026-11-30 or 2026-11-30T09:00Z.",
  },
  {
    name: "until",
    value: { name: "D", kind: "date" },
    description: "Up to the end of this day, or before this instant.",
  },
];

/** Read by the engine, time words included. */
export const RANGE_FLAGS: readonly FlagSpec[] = [
  {
    name: "since",
    value: { name: "D", kind: "date" },
    description:
      'From this time on: 2026-11-30, 2026-11-30T09:00Z, or words such as "last week", 지난주.',
  },
  {
    name: "until",
    value: { name: "D", kind: "date" },
    description: "Up to the end of this day, week or month, or before this instant.",
  },
];

export const DONE_CODES = [
  { code: 0, when: "done" },
  { code: 2, when: "error" },
] as const;

export const TAKEN_CODES = [
  { code: 0, when: "done" },
  {
    code: 1,
    when: "done, but some files could not be taken in; they are named, and the next run tries again",
  },
  { code: 2, when: "error" },
] as const;

export const FOUND_CODES = [
  { code: 0, when: "something was found" },
  { code: 1, when: "nothing was found" },
  { code: 2, when: "error" },
] as const;

export const FINDING_CODES = [
  { code: 0, when: "clean" },
  { code: 1, when: "there are findings" },
  { code: 2, when: "error" },
] as const;

export const EXCLUDE_YES: FlagSpec = {
  name: "yes",
  short: "y",
  description:
    "Take archived sessions that exclude.projects or exclude.paths leave out now out of the archive, without asking. Without a terminal they stay, and get nothing new.",
};
