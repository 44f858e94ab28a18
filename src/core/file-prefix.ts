/** Owns when a path lies at or below what a person typed: from the root, or from any folder on. */

/** Windows separators and `/` are the same; case counts, as it does on the machine the path is of. */
export function normaliseSeparators(path: string): string {
  return path.replaceAll("\\", "/");
}

/** True for `src/net` and `/home/user/app/src/net/client.ts`; parts of names do not count, except at the end: `src/ne` too. */
export function touchesFile(path: string, prefix: string): boolean {
  const whole = normaliseSeparators(path);
  const wanted = normaliseSeparators(prefix);
  return whole.startsWith(wanted) || whole.includes(`/${wanted.replace(/^\//, "")}`);
}
