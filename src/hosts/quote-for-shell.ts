/** Owns quoting one word for the POSIX shell that hosts run hook commands with. */

/** `text` as one word whatever it holds: blanks, quotes, `$`, other scripts. Also right for fish and zsh. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
