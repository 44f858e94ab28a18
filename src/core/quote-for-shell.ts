/** Owns quoting words for POSIX shells: hosts run hook commands with one, and answers offer commands for one. */

/** `text` as one word whatever it holds: blanks, quotes, `$`, other scripts. Also right for fish and zsh. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `varve <command> '<text>'<flags>`; the text comes last where it would be taken for a flag. */
export function callWithText(command: string, text: string, flags: string): string {
  const quoted = quoteForShell(text);
  return text.startsWith("-")
    ? `varve ${command}${flags} -- ${quoted}`
    : `varve ${command} ${quoted}${flags}`;
}
