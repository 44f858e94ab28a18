/** Owns one measured run of a command: time, processor time and peak memory of that process. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export interface MeasuredRun {
  readonly exitCode: number;
  readonly wallMs: number;
  /** User and system time of the process and the children it waited for; null where the system does not tell. */
  readonly userSeconds: number | null;
  readonly systemSeconds: number | null;
  /** Peak resident size; null where the system does not tell. */
  readonly peakRssMib: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: string;
  readonly timeoutMs?: number;
  /** Reads /proc while the command runs: off for short commands, whose start it would disturb. */
  readonly watchMemory?: boolean;
}

const maxOutput = 4 << 20;
const memoryPollMs = 20;

/** Peak resident size in KiB so far, from /proc; 0 when the process is gone or there is no /proc. */
function readPeakKib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

interface CpuTimes {
  readonly user: number;
  readonly system: number;
}

/** Ticks of all children that ended and were waited for, of this process; null without /proc. */
function readChildTicks(): CpuTimes | null {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The command name in parentheses may hold spaces; the numbers begin after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { user: Number(fields[13]), system: Number(fields[14]) };
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second whatever the kernel's own clock is. */
const ticksPerSecond = 100;

/**
 * Runs a command to its end. Processor time is right only while this process runs no other child.
 * Never rejects on a bad exit code; a command that cannot start gives exit code 127.
 */
export function runMeasured(options: RunOptions): Promise<MeasuredRun> {
  const before = readChildTicks();
  const started = performance.now();
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  });
  let stdout = "";
  let stderr = "";
  let peakKib = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (stdout.length < maxOutput) stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (stderr.length < maxOutput) stderr += text;
  });
  // A command that does not read its input closes it; that is no failure of the run.
  child.stdin.on("error", () => undefined).end(options.stdin ?? "");
  const poll =
    options.watchMemory === true && child.pid !== undefined
      ? setInterval(() => {
          peakKib = Math.max(peakKib, readPeakKib(child.pid ?? 0));
        }, memoryPollMs)
      : undefined;
  return new Promise((resolve) => {
    const finish = (exitCode: number): void => {
      clearInterval(poll);
      const wallMs = performance.now() - started;
      const after = readChildTicks();
      const seconds = (key: keyof CpuTimes): number | null =>
        before === null || after === null ? null : (after[key] - before[key]) / ticksPerSecond;
      resolve({
        exitCode,
        wallMs,
        userSeconds: seconds("user"),
        systemSeconds: seconds("system"),
        peakRssMib: peakKib === 0 ? null : Math.round(peakKib / 1024),
        stdout,
        stderr,
      });
    };
    child.on("error", (error) => {
      stderr += error.message;
      finish(127);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}
