/** Owns cutting a client off from every network but loopback, where this machine lets us. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { buildSync } from "esbuild";

import { repositoryRoot } from "../../support/temp-home.ts";

/** A command line as a list. */
export type Command = readonly [string, ...string[]];

export interface Isolation {
  /** false: this machine gives us no network namespace, so clients see its network. */
  readonly isLoopbackOnly: boolean;
  wrap(command: Command): Command;
}

/** Ways to a network namespace: as root, and as a user whom the kernel lets make one. */
const ways: readonly Command[] = [
  ["unshare", "--net"],
  ["unshare", "--map-root-user", "--net"],
];

/** `folder` takes the small program that runs inside; `socketPath` leads to the model server that listens on `port`. */
export function makeIsolation(folder: string, socketPath: string, port: number): Isolation {
  const inside = join(folder, "loopback.cjs");
  buildSync({
    entryPoints: [join(repositoryRoot, "test/e2e/kit/loopback-worker.ts")],
    outfile: inside,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "error",
  });
  const carrier = [process.execPath, inside, socketPath, String(port)];
  const way = ways.find(([program, ...flags]) => {
    const probe = spawnSync(program, [...flags, ...carrier, process.execPath, "--version"]);
    return probe.status === 0;
  });
  if (way === undefined) return { isLoopbackOnly: false, wrap: (command) => command };
  return { isLoopbackOnly: true, wrap: (command) => [...way, ...carrier, ...command] };
}
