/** Owns finding the session and the transcript in a hook's input, also when that input was cut. Pure. */
import type { HookFailureReason } from "../core/hook-failure.ts";
import { isSpoolPath, isSpoolString } from "../core/spool-line.ts";
import type { StdinText } from "./read-stdin.ts";

export interface Pointer {
  readonly session: string | null;
  readonly path: string | null;
  /** Why the pointer is not all it could be. */
  readonly failure?: HookFailureReason;
}

/** The string that starts at `text[start]` (a quote) and the offset after it; undefined when it is not whole. */
function readString(text: string, start: number): { value: string; end: number } | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') {
      try {
        return { value: String(JSON.parse(text.slice(start, at + 1))), end: at + 1 };
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

/**
 * String members of the outermost object of JSON that ends too early. Depth is tracked so that a prompt or a tool
 * input which quotes a hook's input is never mistaken for it.
 */
export function scanTopLevelStrings(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let expectsValue = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const string = readString(text, at);
      if (string === undefined) return found;
      at = string.end - 1;
      if (depth !== 1) continue;
      if (expectsValue && key !== undefined) found.set(key, string.value);
      else key = string.value;
    } else if (character === ":") {
      if (depth === 1) expectsValue = true;
    } else if (character === ",") {
      if (depth === 1) expectsValue = false;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromMembers(members: Readonly<Record<string, unknown>>): Pointer {
  const { session_id: session, transcript_path: path } = members;
  const pointer: Pointer = {
    session: isSpoolString(session) ? session : null,
    path: isSpoolPath(path) ? path : null,
  };
  // Codex says null for a session that it does not keep; only a path that came and is unusable is worth a line.
  const said = typeof path === "string" && path !== "";
  return said && pointer.path === null ? { ...pointer, failure: "bad-path" } : pointer;
}

function whyUnreadable(stdin: StdinText): HookFailureReason {
  if (stdin.cut) return "too-large";
  if (stdin.late) return "timeout";
  return stdin.text.trim() === "" ? "empty" : "bad-json";
}

/** The pointer in `stdin`; its members are null when the input does not hold them. Never throws. */
export function readPointer(stdin: StdinText): Pointer {
  const value = parse(stdin.text.replace(/^\uFEFF/, ""));
  if (value === undefined) {
    const pointer = fromMembers(Object.fromEntries(scanTopLevelStrings(stdin.text)));
    if (pointer.session !== null && pointer.path !== null) return pointer;
    return { ...pointer, failure: whyUnreadable(stdin) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { session: null, path: null, failure: "not-an-object" };
  }
  return fromMembers(value as Record<string, unknown>);
}
