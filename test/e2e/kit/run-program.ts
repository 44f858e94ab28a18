/** Owns running a program to its end with a given environment and nothing inherited. */
import { spawn } from "node:child_process";

export interface ProgramRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface ProgramRun {
  /** null: killed, because it took longer than allowed or by another signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
}

/**
 * Runs with an empty stdin and waits. Past the time limit the whole process group is killed: a client may be a
 * wrapper, and killing the wrapper alone leaves the real program behind.
 */
export function runProgram(request: ProgramRequest): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(request.command, request.args, {
      cwd: request.cwd,
      env: { ...request.env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
    const timer = setTimeout(() => killGroup(child.pid), request.timeoutMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
        durationMs: performance.now() - started,
      });
    });
  });
}

/** Ends a process that was started detached, with everything it started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
