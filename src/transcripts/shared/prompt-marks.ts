/** Owns what a prompt may say to varve itself, and the title that a first prompt gives its session. */
import { cutText } from "./clean-text.ts";

const OWN_CHILD_START = /^\s*<varve-child\b/;
const EXCLUDE_LINE = /^[^\S\n]*<varve-exclude\s*\/>[^\S\r\n]*\r?$/m;
const TITLE_CHARS = 80;
/** More of a prompt than any title needs. */
const TITLE_SOURCE_CHARS = 2000;

/** True for the task that a run started by varve begins with; such sessions are never read back. */
export function opensOwnSession(prompt: string): boolean {
  return OWN_CHILD_START.test(prompt);
}

/** True when `<varve-exclude/>` stands alone on a line. */
export function asksToExclude(prompt: string): boolean {
  return prompt.includes("<varve-exclude") && EXCLUDE_LINE.test(prompt);
}

/** True for the text of a row that was blanked as a whole before it was archived: its session is excluded. */
export function isBlanked(text: string): boolean {
  return /^\*+$/.test(text);
}

/** One line of at most 80 characters without markup tags, from a prompt that is masked and redacted; may be empty. */
export function titleOfPrompt(prompt: string): string {
  const line = cutText(prompt, TITLE_SOURCE_CHARS)
    .replace(/<\/?[A-Za-z][^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= TITLE_CHARS ? line : `${cutText(line, TITLE_CHARS - 1).trimEnd()}…`;
}
