/** Owns loading those of Node's own modules that most commands never use: each costs a cold start one to three milliseconds. */
import type * as childProcess from "node:child_process";
import { createRequire } from "node:module";
import type * as tty from "node:tty";
import type * as workerThreads from "node:worker_threads";
import type * as zlib from "node:zlib";

interface Builtins {
  readonly "node:child_process": typeof childProcess;
  readonly "node:tty": typeof tty;
  readonly "node:worker_threads": typeof workerThreads;
  readonly "node:zlib": typeof zlib;
}

let require: NodeJS.Require | undefined;

/** The module, loaded at the first call that names it. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] {
  require ??= createRequire(import.meta.url);
  return require(name) as Builtins[Name];
}
