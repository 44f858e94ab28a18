/** Owns when the server ends: with its input, with its parent, with its reader, on a signal. It never outlives a session. */
import type { Writable } from "node:stream";

export interface ServerLife {
  /** Where answers go. */
  readonly output: Writable;
  /** Answers that are still to be given. */
  pending(): number;
  /** Lets go of everything; called once, right before the end. */
  close(): void;
}

const LOOK_MS = 1_000;
/** Someone who sends calls and closes the pipe gets the answers, as far as this goes. */
const LAST_ANSWERS_MS = 800;
const STEP_MS = 10;

export function watchLife({ output, pending, close }: ServerLife): void {
  let isOver = false;
  const end = (code: number): void => {
    if (isOver) return;
    isOver = true;
    try {
      close();
    } finally {
      process.exit(code);
    }
  };
  const endAfterAnswers = (): void => {
    const limit = performance.now() + LAST_ANSWERS_MS;
    const look = (): void => {
      if (pending() === 0 || performance.now() > limit) end(0);
      else setTimeout(look, STEP_MS);
    };
    // Lines that came with the end are being taken up.
    setImmediate(look);
  };
  process.stdin.once("end", endAfterAnswers);
  process.stdin.once("close", endAfterAnswers);
  process.stdin.once("error", () => end(0));
  output.once("error", () => end(0));
  // Nobody reads what we say there; that is no reason to end.
  process.stderr.on("error", () => undefined);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => end(0));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end(0);
  }, LOOK_MS).unref();
}
