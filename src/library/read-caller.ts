/** Owns reading what a program says of itself into who asks, and where from. */
import { resolve } from "node:path";

import { environmentFrom, readEnvironment, type Environment } from "../config/environment.ts";
import { VarveError } from "../core/errors.ts";
import type { Caller } from "../engine/open-configured.ts";
import { checkOptions } from "./check-options.ts";
import type { OpenVarveOptions } from "./options.ts";

/** Throws VarveError `usage` for what is of another kind. */
export function readCaller(options: OpenVarveOptions): Caller {
  // Programs in plain JavaScript pass anything.
  checkOptions("openVarve", asOptions(options), { home: "text", cwd: "text" });
  const { environment, now, ...rest } = options;
  const { home, cwd } = rest;
  if (home === "")
    throw new VarveError("usage", "openVarve: home is empty", "name a folder, or leave it out");
  const variables =
    environment === undefined ? readEnvironment() : environmentFrom(checkVariables(environment));
  return {
    home,
    cwd: resolve(cwd ?? process.cwd()),
    environment: now === undefined ? variables : atInstant(variables, now),
  };
}

/** Without what is judged apart; whatever is no object comes back as it is. */
function asOptions(options: OpenVarveOptions): object {
  const given: unknown = options;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given as object;
  const { environment: _, now: __, ...rest } = options;
  return rest;
}

function checkVariables(
  environment: NonNullable<OpenVarveOptions["environment"]>,
): NonNullable<OpenVarveOptions["environment"]> {
  const given: unknown = environment;
  const isRight =
    typeof given === "object" &&
    given !== null &&
    Object.values(given).every((value) => value === undefined || typeof value === "string");
  if (isRight) return environment;
  throw new VarveError(
    "usage",
    "openVarve: environment holds something other than texts",
    "environment: process.env",
  );
}

/** The clock is a setting, and a variable gives it. */
function atInstant(environment: Environment, now: Date): Environment {
  if (!(now instanceof Date) || Number.isNaN(now.getTime()))
    throw new VarveError("usage", "openVarve: now is no valid Date", "now: new Date()");
  return { ...environment, varve: { ...environment.varve, VARVE_NOW: now.toISOString() } };
}
