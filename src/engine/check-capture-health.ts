/** Owns the checks of whether new words are taken in: the last sync, what waits, what hooks could not do, what the host deletes. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { parseHookFailure } from "../core/hook-failure.ts";
import type { SourceFile } from "../core/source-file.ts";
import type { Engine } from "./engine.ts";
import { readHeartbeat } from "./heartbeat.ts";
import type { Backlog } from "./measure-backlog.ts";
import { makeCheck, type StatusCheck } from "./status-check.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const STALE_SYNC_HOURS = 72;
/** A file that waits longer than this was missed; after a day something is broken. */
const LATE_MS = HOUR_MS;
const BROKEN_MS = DAY_MS;
/** Claude Code deletes transcripts after this many days when its settings name no other. */
const HOST_KEEPS_DAYS = 30;
/** A file that is not archived and has fewer days left than this is in danger. */
const DANGER_DAYS = 7;
const RECENT_HOOK_ERRORS_HOURS = 24;

/** `3 minutes`, `2 days`: how long before now an instant was. */
export function renderAge(engine: Engine, at: string | number): string {
  const ms = Math.max(0, engine.now().getTime() - (typeof at === "number" ? at : Date.parse(at)));
  const [amount, unit] =
    ms < HOUR_MS
      ? [ms / 60_000, "minute"]
      : ms < 2 * DAY_MS
        ? [ms / HOUR_MS, "hour"]
        : [ms / DAY_MS, "day"];
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

export function checkLastSync(engine: Engine): StatusCheck {
  const beat = readHeartbeat(engine);
  if (beat === undefined) return makeCheck("last-sync", "warn", "never", "run varve import");
  const unknown = Object.keys(beat.unknownTypes);
  const notes = [
    `${renderAge(engine, beat.at)} ago (${beat.at})`,
    beat.warnings.length > 0
      ? `${beat.warnings.length} warnings (${beat.warnings[0]?.message ?? ""})`
      : "",
    unknown.length > 0 ? `unknown record types ${unknown.join(", ")}` : "",
  ];
  const detail = notes.filter((note) => note !== "").join("; ");
  const isStale = engine.now().getTime() - Date.parse(beat.at) > STALE_SYNC_HOURS * HOUR_MS;
  if (isStale)
    return makeCheck(
      "last-sync",
      "warn",
      detail,
      "run varve sync; if hooks are set up, look at the hook errors",
    );
  return beat.warnings.length > 0
    ? makeCheck("last-sync", "warn", detail, "run varve import to see them")
    : makeCheck("last-sync", "ok", detail);
}

/** Files that changed since a sync saw them; one that an agent writes to right now is no reason to worry. */
export function checkBacklog(engine: Engine, backlog: Backlog | undefined): StatusCheck {
  const waiting = backlog?.waiting;
  if (waiting === undefined) return makeCheck("backlog", "ok", "not known before the next sync");
  if (waiting.length === 0) return makeCheck("backlog", "ok", "nothing waits");
  const oldest = waiting.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Infinity);
  const waitedMs = engine.now().getTime() - oldest;
  const detail = `${waiting.length} ${waiting.length === 1 ? "file waits" : "files wait"} to be taken in, the longest for ${renderAge(engine, oldest)}`;
  if (waitedMs <= LATE_MS) return makeCheck("backlog", "ok", detail);
  return makeCheck("backlog", waitedMs > BROKEN_MS ? "fail" : "warn", detail, "run varve sync");
}

export function checkWaitingEvents(engine: Engine): StatusCheck {
  const folder = dirname(engine.store.paths.spool);
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^spool(?:\.\d+)?\.jsonl$/.test(name))
    : [];
  const lines = names.reduce(
    (sum, name) => sum + readFileSync(join(folder, name), "utf8").split("\n").length - 1,
    0,
  );
  if (lines === 0) return makeCheck("waiting-events", "ok", "none");
  return makeCheck(
    "waiting-events",
    "warn",
    `${lines} hook events wait to be taken in`,
    "run varve sync --from-hook",
  );
}

export function checkHookErrors(engine: Engine): StatusCheck {
  const path = engine.store.paths.hookErrors;
  if (!existsSync(path)) return makeCheck("hook-errors", "ok", "none");
  const failures = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => parseHookFailure(line) ?? []);
  const last = failures.at(-1);
  if (last === undefined) return makeCheck("hook-errors", "ok", "none");
  const since = engine.now().getTime() - RECENT_HOOK_ERRORS_HOURS * HOUR_MS;
  const recent = failures.filter((failure) => Date.parse(failure.at) >= since).length;
  const detail =
    `${recent} in the last day; last: ${last.at} ${last.host} ${last.event} ${last.reason} ${last.detail}`.trim();
  return recent > 0
    ? makeCheck(
        "hook-errors",
        "warn",
        detail,
        "run varve sync: what a hook missed is taken in then",
      )
    : makeCheck("hook-errors", "ok", detail);
}

/** How soon the host deletes its files; what is archived stays here, so only what waits is in danger. */
export function checkHostRetention(engine: Engine, backlog: Backlog | undefined): StatusCheck {
  const id = "host-retention";
  const root = engine.options.roots.find(({ source }) => source === "claude-code");
  if (root === undefined || !existsSync(root.path))
    return makeCheck(id, "ok", "Claude Code is not here");
  const days = readCleanupDays(join(root.path, "settings.json")) ?? HOST_KEEPS_DAYS;
  const rule = `Claude Code deletes transcripts after ${days} days (cleanupPeriodDays)`;
  const isClaude = ({ source }: SourceFile): boolean => source === "claude-code";
  const sessions = (backlog?.sessions ?? []).filter(isClaude);
  if (sessions.length === 0) return makeCheck(id, "ok", rule);
  const left = daysLeft(engine, sessions, days);
  const waiting = backlog?.waiting?.filter(isClaude);
  if (waiting === undefined) return makeCheck(id, "ok", `${rule}; the oldest has ${left} left`);
  if (waiting.length === 0)
    return makeCheck(
      id,
      "ok",
      `${rule}; the oldest has ${left} left, and all of them are kept here`,
    );
  const waitingLeft = daysLeft(engine, waiting, days);
  const detail = `${rule}; the oldest has ${left} left, the oldest that is not kept here yet ${waitingLeft}`;
  return waitingLeft < DANGER_DAYS
    ? makeCheck(id, "warn", detail, "run varve sync")
    : makeCheck(id, "ok", detail);
}

function daysLeft(engine: Engine, files: readonly SourceFile[], days: number): number {
  const oldest = files.reduce((least, { mtimeMs }) => Math.min(least, mtimeMs), Infinity);
  return Math.max(0, Math.round(days - (engine.now().getTime() - oldest) / DAY_MS));
}

function readCleanupDays(path: string): number | undefined {
  if (!existsSync(path)) return undefined;
  const match = /"cleanupPeriodDays"\s*:\s*(\d{1,6})/.exec(readFileSync(path, "utf8"));
  return match === null ? undefined : Number(match[1]);
}
