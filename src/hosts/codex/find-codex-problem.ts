/** Owns what makes Codex skip a whole `hooks.json` without a word. Pure. */
import { listHandlers } from "../list-handlers.ts";

const ROOT_KEYS = new Set(["hooks", "description"]);
const HANDLER_TYPES = new Set(["command", "mcp_tool", "prompt", "agent"]);

/** Why Codex would run no hook of this file, as a sentence; undefined when it would. Empty text is fine. */
export function findCodexProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "Codex reads strict JSON only (no comment, no trailing comma, no byte order mark) and skips the whole file";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "it holds no object at the top";
  const key = Object.keys(value).find((name) => !ROOT_KEYS.has(name));
  if (key !== undefined) return `Codex skips the whole file because of its unknown key "${key}"`;
  const odd = listHandlers((value as { hooks?: unknown }).hooks).find(
    ({ handler }) => !HANDLER_TYPES.has(String(handler.type)),
  );
  if (odd === undefined) return undefined;
  const { event, handler } = odd;
  return `Codex skips the whole file because of a handler of type "${String(handler.type)}" at ${event}`;
}
