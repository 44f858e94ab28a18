/** Owns reading what a program says of itself into who asks, and where from. */
import { resolve } from "node:path";

import { environmentFrom, readEnvironment, type Environment } from "../config/environment.ts";
import { VarveError } from "../core/errors.ts";
import type { Caller } from "../engine/open-configured.ts";
import { checkOptions } from "./check-options.ts";
import type { OpenVarveOptions } from "./options.ts";

/** Throws VarveError `usage` for what is of another kind. */
export function readCaller(options: OpenVarveOptions): Caller {
  const { environment, now, ...rest } = options;
  checkOptions("openVarve", rest, { home: "text", cwd: "text" });
  const { home, cwd } = rest;
  if (home === "")
    throw new VarveError("usage", "openVarve: home is empty", "name a folder, or leave it out");
  const variables = environment === undefined ? readEnvironment() : environmentFrom(environment);
  return {
    home,
    cwd: resolve(cwd ?? process.cwd()),
    environment: now === undefined ? variables : atInstant(variables, now),
  };
}

/** The clock is a setting, and a variable gives it. */
function atInstant(environment: Environment, now: Date): Environment {
  if (!(now instanceof Date) || Number.isNaN(now.getTime()))
    throw new VarveError("usage", "openVarve: now is no valid Date", "now: new Date()");
  return { ...environment, varve: { ...environment.varve, VARVE_NOW: now.toISOString() } };
}
