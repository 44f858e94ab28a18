/** Owns running a short command and taking its output, within a time and a size. */
import { builtin } from "./builtin.ts";

export interface ProcessRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** `missing`: no such command; `timeout`: killed; `failed`: another exit code, or more output than allowed. */
export type ProcessResult =
  | { readonly outcome: "ok"; readonly stdout: string }
  | { readonly outcome: "missing" | "timeout" | "failed" };

/** Runs without a shell and waits. Never throws; stdin is empty, stderr is dropped. */
export function runProcess(request: ProcessRequest): ProcessResult {
  const child = builtin("node:child_process").spawnSync(request.command, [...request.args], {
    cwd: request.cwd,
    env: { ...request.env },
    encoding: "utf8",
    killSignal: "SIGKILL",
    maxBuffer: request.maxOutputBytes,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: request.timeoutMs,
    windowsHide: true,
  });
  const failure: NodeJS.ErrnoException | undefined = child.error;
  const code = failure?.code;
  if (code === "ENOENT") return { outcome: "missing" };
  if (code === "ETIMEDOUT") return { outcome: "timeout" };
  if (child.error !== undefined || child.status !== 0) return { outcome: "failed" };
  return { outcome: "ok", stdout: child.stdout };
}
