/** Owns what reading a rollout must remember from row to row: bounded, and free of any text of the session. */
import { asList, asNumber, asObject, asText } from "../shared/json-fields.ts";

/**
 * How far agent messages are announced by an event before their row: `unknown` until one was, `yes`, `doubted` after
 * one that was not, `no` once two in a row were not.
 */
export type Announcing = "unknown" | "yes" | "doubted" | "no";

/** Mutable: one reader changes it row by row. Hashes are keyed. */
export interface RolloutState {
  thread: string | null;
  hasMeta: boolean;
  isSubagent: boolean;
  /** The session is one that varve itself ran. */
  isOwn: boolean;
  isTitled: boolean;
  prompts: number;
  time: string | null;
  /** Redacted. */
  cwd: string | null;
  gitBranch: string | null;
  model: string | null;
  /** Item ids already turned into turns, as short hashes. */
  readonly seenIds: string[];
  /** Messages of one stream whose twin in the other stream has not come yet: channel, role and hash. */
  readonly unpaired: string[];
  announcing: Announcing;
  /** Hash of a reply that may be the summary which the next compaction row repeats. */
  summaryHash: string | null;
  /** Open calls: call id hash and redacted tool name. */
  readonly calls: (readonly [string, string])[];
  /** Call id hash of a running script of code mode, "" when none runs. */
  script: string;
  /** Hashes of what the calls inside that script gave back. */
  readonly scriptOutputs: string[];
  scriptTouchedMemory: boolean;
  /** For each of the last prompts, the entry that stood before it and its line; "" and 0 when there was none. */
  readonly beforePrompts: (readonly [entry: string, line: number])[];
  lastEntry: string;
  lastLine: number;
  /** Keyed hashes of words marked private. */
  words: readonly string[];
}

const MAX_SEEN_IDS = 400;
const MAX_UNPAIRED = 16;
const MAX_CALLS = 64;
const MAX_SCRIPT_OUTPUTS = 64;
const MAX_PROMPTS_BACK = 64;
const ANNOUNCING: readonly Announcing[] = ["unknown", "yes", "doubted", "no"];

/** Adds to a bounded list; the oldest entry goes. */
export function remember<T>(
  list: T[],
  entry: T,
  kind: "ids" | "unpaired" | "calls" | "outputs" | "prompts",
): void {
  const limits = {
    ids: MAX_SEEN_IDS,
    unpaired: MAX_UNPAIRED,
    calls: MAX_CALLS,
    outputs: MAX_SCRIPT_OUTPUTS,
    prompts: MAX_PROMPTS_BACK,
  };
  list.push(entry);
  if (list.length > limits[kind]) list.shift();
}

/** The state at the first line, or as saved by {@link encodeState}; a saved state that cannot be read starts afresh. */
export function decodeState(saved: string | undefined, thread: string | null): RolloutState {
  const value = asObject(saved === undefined ? undefined : parse(saved)) ?? {};
  return {
    thread: asText(value["thread"]) ?? thread,
    hasMeta: value["hasMeta"] === true,
    isSubagent: value["isSubagent"] === true,
    isOwn: value["isOwn"] === true,
    isTitled: value["isTitled"] === true,
    prompts: asNumber(value["prompts"]) ?? 0,
    time: asText(value["time"]) ?? null,
    cwd: asText(value["cwd"]) ?? null,
    gitBranch: asText(value["gitBranch"]) ?? null,
    model: asText(value["model"]) ?? null,
    seenIds: texts(value["seenIds"]),
    unpaired: texts(value["unpaired"]),
    announcing: ANNOUNCING.find((known) => known === value["announcing"]) ?? "unknown",
    summaryHash: asText(value["summaryHash"]) ?? null,
    calls: asList(value["calls"]).flatMap((entry) => {
      const [id, name] = texts(entry);
      return id === undefined || name === undefined ? [] : [[id, name] as const];
    }),
    script: asText(value["script"]) ?? "",
    scriptOutputs: texts(value["scriptOutputs"]),
    scriptTouchedMemory: value["scriptTouchedMemory"] === true,
    beforePrompts: asList(value["beforePrompts"]).flatMap((pair) => {
      const [entry, line] = asList(pair);
      return typeof entry === "string" && typeof line === "number" ? [[entry, line] as const] : [];
    }),
    lastEntry: asText(value["lastEntry"]) ?? "",
    lastLine: asNumber(value["lastLine"]) ?? 0,
    words: texts(value["words"]),
  };
}

/** JSON for another process to go on with. */
export function encodeState(state: RolloutState): string {
  return JSON.stringify(state);
}

function texts(value: unknown): string[] {
  return asList(value).filter((entry): entry is string => typeof entry === "string");
}

function parse(saved: string): unknown {
  try {
    return JSON.parse(saved);
  } catch {
    return undefined;
  }
}
