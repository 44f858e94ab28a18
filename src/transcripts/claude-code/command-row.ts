/** Owns reading the tags in which the host records a slash command. */

export interface CommandRow {
  /** As typed: `/name arguments`. */
  readonly typed: string;
  readonly args: string;
  /**
   * True when the command's text goes to the model (custom commands, skills): its arguments are the person's words.
   * Commands the client runs itself (/model, /clear, /compact) record the name first and say nothing to the model.
   */
  readonly isPrompt: boolean;
}

/** The command in a user text that consists of command tags; undefined for any other text. */
export function parseCommandRow(text: string): CommandRow | undefined {
  const start = text.trimStart();
  const isPrompt = start.startsWith("<command-message>");
  if (!isPrompt && !start.startsWith("<command-name>")) return undefined;
  const name = tagContent(start, "command-name") ?? "";
  const args = tagContent(start, "command-args") ?? "";
  const typed = `${name.startsWith("/") ? name : `/${name}`} ${args}`.trim();
  return { typed, args, isPrompt: isPrompt && args !== "" };
}

function tagContent(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`);
  if (from === -1) return undefined;
  const start = from + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
