/** Owns how a call of a tool is written for a model: its name, and its arguments as JSON. */
import type { ToolSpec } from "./tool.ts";

/** What JSON leaves as it is and a reader might act upon. Written out, it still means the same to whoever sends it. */
const ACTING =
  /[<\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\udb40(?=[\udc00-\uddef])|(?<=\udb40)[\udc00-\uddef]/g;

/** `memory_search {"query":"..."}`, on one line, plain as it stands. */
export function callText(
  tool: Pick<ToolSpec, "name">,
  given: Readonly<Record<string, unknown>>,
): string {
  const json = JSON.stringify(given).replace(
    ACTING,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${tool.name} ${json}`;
}
