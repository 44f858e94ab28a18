/** Owns which values of a `.env` file are worth hiding. */
import { isPlaceholder } from "./is-placeholder.ts";

export const SHORTEST_VALUE = 8;
export const LONGEST_VALUE = 200;
const LINE = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.\-]*)[ \t]*=[ \t]*(.*)$/;

/**
 * The values of the text of a `.env` file that are worth hiding wherever they stand: 8 to 200 characters without
 * blanks or quotes, no plain word, number, path, address without a password, reference or stand-in. In file order, each once.
 */
export function collectEnvValues(dotEnvText: string): string[] {
  const values = new Set<string>();
  for (const line of dotEnvText.split(/\r?\n/)) {
    const assigned = LINE.exec(line.slice(0, 4000))?.[2];
    if (assigned === undefined) continue;
    const value = stripQuotes(assigned);
    if (isWorthHiding(value)) values.add(value);
    const password = /:\/\/[^\s:@/]{0,100}:([^\s@]{1,200})@/.exec(value)?.[1];
    if (password !== undefined && isWorthHiding(password)) values.add(password);
  }
  return [...values];
}

function stripQuotes(assigned: string): string {
  const quoted = /^(["'`])((?:(?!\1).)*)\1/.exec(assigned);
  if (quoted !== null) return quoted[2] ?? "";
  return assigned.replace(/[ \t]+#.*$/, "").trim();
}

/** The same judgement for both sides: what is never collected is never hashed either. */
export function isWorthHiding(value: string): boolean {
  if (value.length < SHORTEST_VALUE || value.length > LONGEST_VALUE || /[\s"'`]/.test(value))
    return false;
  if (!/\d/.test(value) && !/[A-Z]/.test(value.slice(1)) && !/[!#$%^&*+=?~]/.test(value))
    return false;
  if (
    /^[\d.,:+\-TZ]+$/.test(value) ||
    /^[A-Z][A-Z_]+$/.test(value) ||
    /^[A-Za-z]+(?:[-_. ][A-Za-z]+)*$/.test(value)
  )
    return false;
  if (/^(?:[a-z][a-z0-9+.\-]*:\/\/(?![^/\s]*:[^/\s]*@)|\.{0,2}\/|~\/|[A-Za-z]:\\)/i.test(value))
    return false;
  if (
    /^(?:[a-z0-9\-]+\.)+[a-z]{2,10}(?::\d{1,5})?$/i.test(value) ||
    /^[\w.+\-]+@[\w\-]+\.[\w.\-]+$/.test(value)
  )
    return false;
  return !isPlaceholder(value);
}
