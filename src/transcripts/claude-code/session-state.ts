/** Owns what a session reader carries from one batch of lines to the next, and its JSON form. */
import { asList, asNumber, asObject, asText } from "../shared/json-fields.ts";
import type { SavedQueue } from "./queued-prompts.ts";
import type { SavedHistory } from "./uuid-history.ts";

const VERSION = 1;

/** Plain data without unredacted text; about 60 KB at most. */
export interface SavedSession {
  readonly lastTime: string | null;
  readonly prompts: number;
  readonly titleStrength: number;
  /** Redacted facts already reported, so that each change is reported once. */
  readonly facts: Readonly<Record<string, string>>;
  /** Name of the tool behind each of the last call ids. */
  readonly tools: readonly (readonly [id: string, name: string])[];
  /** The message whose token usage was reported last: its other blocks repeat it. */
  readonly usageOf: string | null;
  readonly ownSession: boolean;
  readonly warmUp: boolean;
  readonly privateHashes: readonly string[];
  readonly uuids?: SavedHistory | undefined;
  readonly queue?: SavedQueue | undefined;
}

export const NEW_SESSION: SavedSession = {
  lastTime: null,
  prompts: 0,
  titleStrength: 0,
  facts: {},
  tools: [],
  usageOf: null,
  ownSession: false,
  warmUp: false,
  privateHashes: [],
};

/** Reads what {@link writeSessionState} wrote; anything else starts a new session. */
export function readSessionState(json: string | undefined): SavedSession {
  if (json === undefined) return NEW_SESSION;
  let decoded: unknown;
  try {
    decoded = JSON.parse(json);
  } catch {
    return NEW_SESSION;
  }
  const saved = asObject(decoded);
  if (saved === undefined || saved["version"] !== VERSION) return NEW_SESSION;
  return {
    lastTime: asText(saved["lastTime"]) ?? null,
    prompts: asNumber(saved["prompts"]) ?? 0,
    titleStrength: asNumber(saved["titleStrength"]) ?? 0,
    facts: (asObject(saved["facts"]) ?? {}) as Readonly<Record<string, string>>,
    tools: asList(saved["tools"]) as SavedSession["tools"],
    usageOf: asText(saved["usageOf"]) ?? null,
    ownSession: saved["ownSession"] === true,
    warmUp: saved["warmUp"] === true,
    privateHashes: asList(saved["privateHashes"]) as readonly string[],
    uuids: asObject(saved["uuids"]) as SavedHistory | undefined,
    queue: asObject(saved["queue"]) as SavedQueue | undefined,
  };
}

/** The state as JSON. */
export function writeSessionState(state: SavedSession): string {
  return JSON.stringify({ version: VERSION, ...state });
}
