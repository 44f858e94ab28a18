/**
 * Owns the hook entry: `varve-hook <host> <event> --home DIR`. Spools a pointer, hands over to a worker, exits 0.
 * stdout stays empty: on Stop any output makes a host go on with the turn, and Codex drops a hook whose output it does
 * not know. It is the one place of varve that fails open, with one line for `varve status`.
 */
import { isAbsolute, join } from "node:path";

import { readHookEnvironment, type HookEnvironment } from "../config/hook-env.ts";
import { formatHookFailure, type HookFailureReason } from "../core/hook-failure.ts";
import { formatSpoolLine, isHookEvent, isHookHost } from "../core/spool-line.ts";
import { appendBounded, appendRotating } from "./append-bounded.ts";
import { readPointer } from "./read-pointer.ts";
import { readStdin } from "./read-stdin.ts";
import { startWorker } from "./start-worker.ts";

const STDIN_LIMIT_BYTES = 256 * 1024;
const STDIN_DEADLINE_MS = 150;

interface HookCall {
  readonly host: string;
  readonly event: string;
  readonly home: string;
}

function readCall(args: readonly string[], defaultHome: string): HookCall {
  const flag = args.indexOf("--home");
  const home = flag === -1 ? undefined : args[flag + 1];
  const usable = home !== undefined && isAbsolute(home) ? home : defaultHome;
  return { host: args[0] ?? "", event: args[1] ?? "", home: usable };
}

function noteFailure(call: HookCall, reason: HookFailureReason, error?: unknown): void {
  const detail = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  const at = new Date().toISOString();
  const { host, event } = call;
  try {
    const line = formatHookFailure({ v: 1, at, host, event, reason, detail });
    appendRotating(join(call.home, "state", "hook-errors.jsonl"), line);
  } catch {
    // A store that cannot be written has nowhere to say so; `varve status` finds that by itself.
  }
}

async function capture(call: HookCall, environment: HookEnvironment): Promise<void> {
  const { host, event, home } = call;
  if (!isHookHost(host) || !isHookEvent(event)) return noteFailure(call, "usage");
  const { failure, session, path } = readPointer(
    await readStdin(STDIN_LIMIT_BYTES, STDIN_DEADLINE_MS),
  );
  if (failure !== undefined) noteFailure(call, failure);
  const now = new Date();
  const line = formatSpoolLine({ v: 1, host, session, path, event, at: now.toISOString() });
  try {
    // A full spool is no reason to lose the event: a worker looks through the whole host then.
    if (appendBounded(join(home, "state", "spool.jsonl"), line) === "full") {
      noteFailure(call, "spool-full");
    }
  } catch (error) {
    // Without a writable store a worker could do nothing either.
    return noteFailure(call, "unwritable", error);
  }
  const hookFile = process.argv[1] ?? "";
  const env = environment.forWorker(home);
  const failed = startWorker({ home, hookFile, env, nowMs: now.getTime() });
  if (failed !== undefined) noteFailure(call, failed);
}

async function main(): Promise<void> {
  const environment = readHookEnvironment();
  if (environment.child) return;
  const call = readCall(process.argv.slice(2), environment.home);
  process.on("uncaughtException", (error) => {
    noteFailure(call, "uncaught", error);
    process.exit(0);
  });
  try {
    await capture(call, environment);
  } catch (error) {
    noteFailure(call, "uncaught", error);
  }
}

void main().finally(() => process.exit(0));
