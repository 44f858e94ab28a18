/** Owns the rows that state facts about a session: meta, turn settings, name, rollback. */
import { asNumber, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { redactShort, skipBlock, type RolloutPlace } from "./emit-turn.ts";
import { redactId } from "../shared/redact-id.ts";
import { hostId } from "./rollout-row.ts";

const MAX_PATH_CHARS = 4096;
const MAX_NAME_CHARS = 200;
const MAX_TITLE_CHARS = 80;
/** The parent entry of a rollback to before everything this file holds. */
const FILE_START = "line:0";

/**
 * Reads `session_meta`. The first one speaks for the file: old forks and resumed sessions copy that of their origin
 * behind it. The thread id of the file's name wins over the row's.
 */
export function readSessionMeta(place: RolloutPlace, meta: JsonObject): void {
  const { state } = place;
  if (state.hasMeta) return skipBlock(place, "bookkeeping");
  state.hasMeta = true;
  const spawned = asObject(meta["source"])?.["subagent"];
  state.isSubagent = meta["thread_source"] === "subagent" || spawned !== undefined;
  const idOf = (value: unknown): string | undefined =>
    redactId(place.options.redactor, asText(value)) ?? undefined;
  state.thread ??= idOf(hostId(meta["id"])) ?? null;
  const fork = idOf(meta["forked_from_id"]) ?? idOf(asObject(meta["history_base"])?.["thread_id"]);
  const spawn = asObject(asObject(spawned)?.["thread_spawn"]);
  const parent = state.isSubagent
    ? (idOf(meta["parent_thread_id"]) ?? idOf(spawn?.["parent_thread_id"]))
    : fork;
  state.cwd = redacted(place, meta["cwd"], MAX_PATH_CHARS) ?? null;
  state.gitBranch = redacted(place, asObject(meta["git"])?.["branch"], MAX_NAME_CHARS) ?? null;
  const hostVersion = redacted(place, meta["cli_version"], MAX_NAME_CHARS);
  place.sink.facts({
    ...(state.thread !== null && { session: state.thread }),
    ...(parent !== undefined && { parent }),
    ...(state.isSubagent
      ? { relation: "subagent" as const }
      : fork !== undefined && { relation: "fork" as const }),
    ...(state.cwd !== null && { cwd: state.cwd }),
    ...(state.gitBranch !== null && { gitBranch: state.gitBranch }),
    ...(hostVersion !== undefined && { hostVersion }),
  });
  skipBlock(place, "bookkeeping");
}

/** Reads `turn_context`: the model and folder of the turns that follow, and the folder of a session whose meta row is lost. */
export function readTurnContext(place: RolloutPlace, context: JsonObject): void {
  const { state } = place;
  const cwd = redacted(place, context["cwd"], MAX_PATH_CHARS);
  const model = redacted(place, context["model"], MAX_NAME_CHARS);
  const isNews =
    (cwd !== undefined && cwd !== state.cwd) || (model !== undefined && model !== state.model);
  state.cwd = cwd ?? state.cwd;
  state.model = model ?? state.model;
  if (isNews)
    place.sink.facts({ ...(cwd !== undefined && { cwd }), ...(model !== undefined && { model }) });
  skipBlock(place, "bookkeeping");
}

/** Reads `thread_name_updated`: a name that the person or the host gave the session. */
export function readThreadName(place: RolloutPlace, event: JsonObject): void {
  const title = redacted(place, event["thread_name"] ?? event["name"], MAX_TITLE_CHARS);
  if (title !== undefined) {
    place.sink.facts({ title });
    place.state.isTitled = true;
  }
  skipBlock(place, "bookkeeping");
}

/** Reads `thread_rolled_back`: the last `num_turns` prompts and all behind them were taken back. */
export function readRollback(place: RolloutPlace, event: JsonObject): void {
  const { beforePrompts } = place.state;
  const turns = asNumber(event["num_turns"]) ?? 0;
  if (turns >= 1 && beforePrompts.length > 0) {
    const at = Math.max(0, beforePrompts.length - turns);
    const [parent, parentLine] = beforePrompts[at] ?? ["", 0];
    beforePrompts.length = at;
    place.sink.rewind(parent === "" ? FILE_START : parent, place.line, parentLine);
  }
  skipBlock(place, "bookkeeping");
}

function redacted(place: RolloutPlace, value: unknown, maxChars: number): string | undefined {
  const text = asText(value);
  return text === undefined ? undefined : redactShort(place, text, maxChars);
}
