/** Owns running a regular expression in a thread of its own, which ends at a deadline whatever the expression does. */
import { Worker } from "node:worker_threads";

import type { Pattern } from "./compile-pattern.ts";
import type { MatchedTexts, TextMatcher } from "./text-matcher.ts";

const MAX_HEAP_MB = 256;
/** How often the clock is looked at while the thread works. */
const WATCH_MS = 20;
/** A longer pause between two looks is the machine's, not the expression's. */
const MOST_COUNTED_MS = 5 * WATCH_MS;

/**
 * The thread's whole program, as text so that the bundle needs no second file. `state` is shared, so that what was
 * done is known of a thread that was ended: texts done, whether it has begun, and two numbers per text (offset of
 * its first match that is not empty, plus one, and its length).
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const expression = new RegExp(workerData.source, workerData.flags + "g");
// V8 interprets the first run of an expression, ten times slower than the later ones.
expression.exec("");
parentPort.on("message", ({ texts, state }) => {
  Atomics.store(state, 1, 1);
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i];
    expression.lastIndex = 0;
    for (let found = expression.exec(text); found !== null; found = expression.exec(text)) {
      if (found[0] === "") {
        expression.lastIndex += text.codePointAt(expression.lastIndex) > 0xffff ? 2 : 1;
        continue;
      }
      state[2 + 2 * i] = found.index + 1;
      state[3 + 2 * i] = found[0].length;
      break;
    }
    Atomics.store(state, 0, i + 1);
  }
  parentPort.postMessage("done");
});`;

type End = "done" | "late" | "stuck";

function readState(state: Int32Array): MatchedTexts["spans"] {
  const done = Atomics.load(state, 0);
  return Array.from({ length: done }, (_, i) => {
    const from = state[2 + 2 * i] ?? 0;
    return from === 0 ? undefined : { at: from - 1, length: state[3 + 2 * i] ?? 0 };
  });
}

/**
 * Gives up on a text after `textMs`: it is then the one that the matcher is stuck at. After that, and after a time-out,
 * only `close` may follow, since the thread is gone.
 */
export function openPatternMatcher(pattern: Pattern, textMs: number): TextMatcher {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { source: pattern.source, flags: pattern.flags },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let failed: unknown;
  let isGone = false;
  let wake = (): void => undefined;
  worker.on("message", () => wake());
  worker.on("error", (error) => {
    failed = error;
    wake();
  });
  /** Throws what the thread died of. */
  async function run(texts: readonly string[], state: Int32Array, until: number): Promise<End> {
    worker.postMessage({ texts, state }, []);
    const stopwatch = watchTexts(state);
    const end = await new Promise<End>((resolve) => {
      const watch = setInterval(() => {
        const isDone = Atomics.load(state, 0) === texts.length;
        // All is done: the word of it is on its way.
        if (isDone) return;
        if (stopwatch() >= textMs) finish("stuck");
        else if (performance.now() >= until) finish("late");
      }, WATCH_MS);
      const finish = (how: End): void => {
        clearInterval(watch);
        resolve(how);
      };
      wake = () => finish("done");
    });
    if (failed !== undefined) throw failed;
    return end;
  }
  return {
    async match(texts, until) {
      if (isGone) return { spans: [], stuckAt: undefined };
      const state = new Int32Array(new SharedArrayBuffer((2 + 2 * texts.length) * 4));
      const end = await run(texts, state, until);
      if (end !== "done") {
        isGone = true;
        await worker.terminate();
      }
      const spans = readState(state);
      // It may have come to the end of the text, or of all texts, while it was being stopped.
      const isStuck = end === "stuck" && spans.length < texts.length;
      return { spans, stuckAt: isStuck ? spans.length : undefined };
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Time that the thread was seen to spend on its present text. A start that takes long is not the expression's. */
function watchTexts(state: Int32Array): () => number {
  let [text, spent, last] = [0, 0, performance.now()];
  return () => {
    const now = performance.now();
    const done = Atomics.load(state, 0);
    const isSame = done === text && Atomics.load(state, 1) !== 0;
    spent = isSame ? spent + Math.min(now - last, MOST_COUNTED_MS) : 0;
    [text, last] = [done, now];
    return spent;
  };
}
