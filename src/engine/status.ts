/** Owns the quick look: does capture work, how much is kept, what will the host delete soon. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { parseHookFailure } from "../core/hook-failure.ts";
import { discoverSources } from "./discover-sources.ts";
import type { Engine } from "./engine.ts";
import { readHeartbeat } from "./heartbeat.ts";
import { formatOf } from "../transcripts/formats.ts";

export interface StatusCheck {
  readonly id: string;
  readonly state: "ok" | "warn" | "fail";
  readonly detail: string;
  /** What to do; empty when ok. */
  readonly fix: string;
}

export interface StatusResult {
  readonly verdict: string;
  readonly checks: readonly StatusCheck[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Checks that the caller made of the agents' settings. */
export type CaptureChecks = readonly { readonly id: string; readonly state: "ok" | "warning" | "failure"; readonly detail: string; readonly fix: string }[];

const HOUR_MS = 3_600_000;
const STALE_SYNC_HOURS = 72;
/** Claude Code deletes transcripts after this many days when its settings name no other. */
const HOST_KEEPS_DAYS = 30;
const RECENT_HOOK_ERRORS_HOURS = 24;

export function readStatus(engine: Engine, capture: CaptureChecks): StatusResult {
  const checks = [
    checkStore(engine),
    checkSync(engine),
    checkSpool(engine),
    checkHookErrors(engine),
    checkHostRetention(engine),
    ...capture.map(({ id, state, detail, fix }): StatusCheck => ({ id, state: state === "ok" ? "ok" : state === "warning" ? "warn" : "fail", detail, fix })),
  ];
  const findings = checks.filter((check) => check.state !== "ok").length;
  return { verdict: findings === 0 ? "clean" : `${findings} findings`, checks, counts: countStore(engine) };
}

function check(id: string, state: StatusCheck["state"], detail: string, fix = ""): StatusCheck {
  return { id, state, detail, fix };
}

function checkStore(engine: Engine): StatusCheck {
  const { store } = engine;
  if (store.newerFormat !== undefined) return check("store", "fail", `written by a newer varve (format ${store.newerFormat})`, "update varve; sessions are still archived meanwhile");
  if (!store.writable) return check("store", "warn", `${store.paths.home} may not be written`, "make it writable: nothing new is kept meanwhile");
  return check("store", "ok", store.paths.home);
}

function checkSync(engine: Engine): StatusCheck {
  const beat = readHeartbeat(engine);
  if (beat === undefined) return check("last-sync", "warn", "never", "run varve import");
  const hours = (engine.now().getTime() - Date.parse(beat.at)) / HOUR_MS;
  const unknown = Object.keys(beat.unknownTypes);
  const notes = [
    beat.warnings.length > 0 ? `${beat.warnings.length} warnings (${beat.warnings[0]?.message ?? ""})` : "",
    unknown.length > 0 ? `unknown record types ${unknown.join(", ")}` : "",
  ].filter((note) => note !== "");
  const detail = [beat.at, ...notes].join("; ");
  if (hours > STALE_SYNC_HOURS) return check("last-sync", "warn", detail, "run varve sync; if hooks are set up, look at the hook errors");
  return check("last-sync", beat.warnings.length > 0 ? "warn" : "ok", detail, beat.warnings.length > 0 ? "run varve import to see them" : "");
}

function checkSpool(engine: Engine): StatusCheck {
  const folder = dirname(engine.store.paths.spool);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^spool(?:\.\d+)?\.jsonl$/.test(name)) : [];
  const lines = names.reduce((sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1, 0);
  if (lines === 0) return check("waiting-events", "ok", "none");
  return check("waiting-events", "warn", `${lines} hook events wait to be taken in`, "run varve sync --from-hook");
}

function checkHookErrors(engine: Engine): StatusCheck {
  const path = engine.store.paths.hookErrors;
  if (!existsSync(path)) return check("hook-errors", "ok", "none");
  const failures = readFileSync(path, "utf8").split("\n").flatMap((line) => parseHookFailure(line) ?? []);
  const since = engine.now().getTime() - RECENT_HOOK_ERRORS_HOURS * HOUR_MS;
  const recent = failures.filter((failure) => Date.parse(failure.at) >= since);
  const last = failures.at(-1);
  if (last === undefined) return check("hook-errors", "ok", "none");
  const detail = `${recent.length} in the last day; last: ${last.at} ${last.host} ${last.event} ${last.reason} ${last.detail}`.trim();
  return check("hook-errors", recent.length > 0 ? "warn" : "ok", detail, recent.length > 0 ? "run varve sync: what a hook missed is taken in then" : "");
}

/** How soon the host deletes what is not archived yet; nothing is lost as long as syncs run. */
function checkHostRetention(engine: Engine): StatusCheck {
  const root = engine.options.roots.find(({ source }) => source === "claude-code");
  if (root === undefined || !existsSync(root.path)) return check("host-retention", "ok", "Claude Code is not here");
  const days = readCleanupDays(join(root.path, "settings.json")) ?? HOST_KEEPS_DAYS;
  const oldest = Math.min(...discoverSources(root, formatOf(root.source)).files.filter(({ kind }) => kind === "session").map(({ mtimeMs }) => mtimeMs));
  const left = Number.isFinite(oldest) ? Math.round(days - (engine.now().getTime() - oldest) / (24 * HOUR_MS)) : days;
  return check("host-retention", "ok", `Claude Code deletes transcripts after ${days} days (cleanupPeriodDays); the oldest has ${Math.max(0, left)} left`);
}

function readCleanupDays(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const match = /"cleanupPeriodDays"\s*:\s*(\d{1,6})/.exec(readFileSync(path, "utf8"));
  return match === null ? undefined : Number(match[1]);
}

function countStore(engine: Engine): Readonly<Record<string, number>> {
  let entries = 0;
  let sourceBytes = 0;
  let storedBytes = 0;
  for (const entry of engine.archive.entries()) {
    entries += 1;
    for (const epoch of entry.epochs) {
      sourceBytes += epoch.sourceBytes;
      storedBytes += epoch.storedBytes;
    }
  }
  const index = engine.store.newerFormat === undefined ? engine.index("read") : undefined;
  const totals = index?.counts().totals;
  const indexBytes = existsSync(engine.store.paths.index)
    ? readdirSync(engine.store.paths.index).reduce((sum, name) => sum + statSync(join(engine.store.paths.index, name)).size, 0)
    : 0;
  return { entries, sourceBytes, storedBytes, sessions: totals?.sessions ?? 0, turns: totals?.turns ?? 0, indexBytes };
}
