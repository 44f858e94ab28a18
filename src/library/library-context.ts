/** Owns what every call of one open library works with. */
import { resolve } from "node:path";

import type { Calendar } from "../core/time-expressions/time-query.ts";
import { NO_BUDGET, type Budget } from "../core/budget.ts";
import { toSafeJson } from "../core/plain-text.ts";
import type { Engine } from "../engine/engine.ts";
import type { PageForm } from "../engine/fit-answer.ts";
import {
  openConfiguredEngine,
  type Caller,
  type OpenEngineOptions,
} from "../engine/open-configured.ts";
import type { KeptEngine } from "../engine/kept-engine.ts";
import { toHarmless } from "./to-harmless.ts";

export interface LibraryContext {
  readonly caller: Caller;
  readonly calendar: Calendar;
  readonly kept: KeptEngine;
}

/** Runs `work` with an engine of its own, as a command does: for calls that write, and those that read everything. */
export async function withOwnEngine<T>(
  { caller }: LibraryContext,
  options: OpenEngineOptions,
  work: (engine: Engine) => T | Promise<T>,
): Promise<T> {
  const { engine } = openConfiguredEngine(caller, options);
  try {
    return await work(engine);
  } finally {
    engine.close();
  }
}

/** The folder that a call is about. */
export function callFolder({ caller }: LibraryContext, cwd: string | undefined): string {
  return cwd === undefined ? caller.cwd : resolve(caller.cwd, cwd);
}

/** An answer is measured as the JSON of what the program gets. */
export function libraryForm<A>(budget: Budget, all: boolean | undefined): PageForm<A> {
  return {
    budget: all === true ? NO_BUDGET : budget,
    write: (answer) => toSafeJson(toHarmless(answer)),
  };
}
