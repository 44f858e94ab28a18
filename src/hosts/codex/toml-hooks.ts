/** Owns our handlers inside Codex's `config.toml` (`[[hooks.EVENT]]`), for people who keep their hooks there. Pure. */
import { isDeepStrictEqual } from "node:util";

import { listTomlTables, type TomlTablePlace } from "../../platform/list-toml-tables.ts";
import { readToml, tomlAt } from "../../platform/toml.ts";
import { CAPTURE_EVENTS, captureHandler, isOurCommand } from "../capture-handler.ts";
import { listHandlers, listOurHandlers, type HandlerPlace } from "../list-handlers.ts";

function hooksOf(toml: string): unknown {
  const document = readToml(toml);
  return document.ok ? tomlAt(document.value, ["hooks"]) : undefined;
}

/** Our handlers in `toml`; none when it is not TOML. */
export function listOurTomlHandlers(toml: string, varveHome: string): readonly HandlerPlace[] {
  return listOurHandlers(hooksOf(toml), varveHome);
}

/** True when every event has our current handler. */
export function hasTomlCaptureHooks(toml: string, varveHome: string): boolean {
  const ours = listOurTomlHandlers(toml, varveHome);
  return CAPTURE_EVENTS.every((event) => {
    const { type, command } = captureHandler("codex", event, varveHome);
    return ours.some(
      ({ event: where, handler }) =>
        where === event && isDeepStrictEqual([handler.type, handler.command], [type, command]),
    );
  });
}

const isGroup = (table: TomlTablePlace): boolean => table.array && table.path.length === 2;

/** From a group's header to the last line of its last handler; only groups whose every handler is ours. */
function findOurGroup(toml: string, varveHome: string): { start: number; end: number } | undefined {
  const tables = listTomlTables(toml).filter((table) => table.path[0] === "hooks");
  for (const [index, table] of tables.entries()) {
    if (!isGroup(table)) continue;
    const rest = tables.slice(index + 1);
    const next = rest.findIndex(
      (other) => other.path.length < 3 || other.path[1] !== table.path[1],
    );
    const end = rest.slice(0, next === -1 ? undefined : next).at(-1)?.lastEnd ?? table.lastEnd;
    const handlers = listHandlers(hooksOf(toml.slice(table.start, end)));
    const ours = handlers.filter(({ handler }) => isOurCommand(handler.command, varveHome));
    if (ours.length > 0 && ours.length === handlers.length) return { start: table.start, end };
  }
  return undefined;
}

/** `toml` without our groups; undefined when one of ours shares its group or its form with something else. */
export function removeTomlCaptureHooks(toml: string, varveHome: string): string | undefined {
  let left = toml;
  for (;;) {
    const group = findOurGroup(left, varveHome);
    if (group === undefined) break;
    const before = left.slice(0, group.start).replace(/(^|\n)\r?\n$/, "$1");
    left = before + left.slice(group.end);
  }
  return readToml(left).ok && listOurTomlHandlers(left, varveHome).length === 0 ? left : undefined;
}
