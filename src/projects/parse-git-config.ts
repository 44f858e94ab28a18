/** Owns reading the remote's URL out of a git config file; pure. */

/**
 * The URL of remote `origin`, else of the first remote in the file; undefined when there is none. Later values of
 * the same remote do not replace the first: git fetches from the first. Included files are not followed.
 */
export function parseRemoteUrl(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const raw of config.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const line = raw.trim();
    const section = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section !== null) {
      remote = section[1]?.toLowerCase() === "remote" ? unescape(section[2] ?? "") : undefined;
    }
    if (remote === undefined) continue;
    const entry = /^(?:\[[^\]]*\])?\s*url\s*=\s*(.*)$/i.exec(line);
    if (entry !== null && !urls.has(remote)) urls.set(remote, parseValue(entry[1] ?? ""));
  }
  const url = urls.get("origin") ?? urls.values().next().value;
  return url === "" ? undefined : url;
}

/** A config value: quotes are removed, escapes resolved, a comment outside quotes ends it. */
function parseValue(text: string): string {
  let value = "";
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (character === '"') quoted = !quoted;
    else if (character === "\\") {
      i += 1;
      value += text[i] ?? "";
    } else if (!quoted && (character === "#" || character === ";")) break;
    else value += character;
  }
  return value.trim();
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}
