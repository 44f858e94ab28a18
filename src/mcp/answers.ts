/** Owns what is loaded at the first call and no sooner: the engine, kept open between calls, and a handler per tool. */
import { callerCalendar } from "../engine/caller-calendar.ts";
import { keepEngine } from "../engine/kept-engine.ts";
import type { Caller } from "../engine/open-configured.ts";
import { answerForget } from "./answer-forget.ts";
import { answerGet } from "./answer-get.ts";
import { answerLogs } from "./answer-logs.ts";
import { answerSearch } from "./answer-search.ts";
import { answerTimeline } from "./answer-timeline.ts";
import { findHostCaller } from "./host-caller.ts";
import { textArgument } from "./read-arguments.ts";
import type { CheckedCall } from "./serve.ts";
import type { ToolHandler } from "./tool.ts";
import { memoryForget } from "./tools/memory-forget.ts";
import { memoryGet } from "./tools/memory-get.ts";
import { memorySearchLogs } from "./tools/memory-search-logs.ts";
import { memorySearch } from "./tools/memory-search.ts";
import { memoryTimeline } from "./tools/memory-timeline.ts";

export interface Answers {
  /** Throws VarveError for what a model can put right. */
  answer(call: CheckedCall): Promise<string>;
  close(): void;
}

const HANDLERS: Readonly<Record<string, ToolHandler>> = {
  [memorySearch.name]: answerSearch,
  [memoryGet.name]: answerGet,
  [memoryTimeline.name]: answerTimeline,
  [memorySearchLogs.name]: answerLogs,
  [memoryForget.name]: answerForget,
};

export function openAnswers(caller: Caller): Answers {
  const kept = keepEngine(caller);
  return {
    async answer({ tool, arguments: given, meta }) {
      const handler = HANDLERS[tool.name];
      if (handler === undefined) throw new Error(`${tool.name} has no handler`);
      return kept.use((engine) =>
        handler({
          tool,
          arguments: given,
          engine,
          caller: findHostCaller(caller, { cwd: textArgument(given, "cwd"), meta }),
          calendar: callerCalendar(caller.environment),
        }),
      );
    },
    close: () => kept.close(),
  };
}
