/**
 * Owns taking the effect from tags of hosts and chat templates in text of the store: an agent that reads it, through MCP
 * or a shell, must not take a quotation for its host, its person or the end of a tool's result.
 */

const NAMES =
  "antml:|system\\b|assistant\\b|human\\b|user\\b|developer\\b|function_|tool_|invoke\\b|parameter\\b|permissions\\b|instructions?\\b|memory\\b|context\\b";
/** No type in code is called so. */
const LONG_NAMES =
  "antml:|system[-_]|user[-_]|memory-|function_|tool_(?:call|result|use)|local-command|command-(?:name|message|args)|task-notification|hook_|environment_context|(?:start|end)_of_turn|\\||\uff5c";

/**
 * Only names that mean something to a host, and an opening tag only where no word stands before (`List<user>` is code;
 * the `\n` of a raw record is no word), so that quoted code stays what it was.
 */
const HOST_TAG = new RegExp(
  `<(?=/\\s*(?:${NAMES}|${LONG_NAMES})|\\s*(?:${LONG_NAMES}))|(?:(?<![\\w$])|(?<=\\\\[nrt]))<(?=\\s*(?:${NAMES}))`,
  "gi",
);
/** Of chat templates that use no angle brackets. */
const BRACKET_TAG = /\[(?=\/?(?:INST|SYS|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/g;
/** Nobody sees them, and a name that they split is read as if they were not there. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;

/** With `&lt;` and `&#91;` where such a tag began; everything else but invisible characters stays. */
export function disarmTags(text: string): string {
  return dropInvisible(text).replace(HOST_TAG, "&lt;").replace(BRACKET_TAG, "&#91;");
}

/** The same with one character for one, for text whose places are known: `\u2039` and `\uff3b`. Drop invisible characters before. */
export function disarmInPlace(text: string): string {
  return text.replace(HOST_TAG, "\u2039").replace(BRACKET_TAG, "\uff3b");
}

export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
