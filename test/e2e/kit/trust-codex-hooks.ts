/** Owns trusting Codex's hooks as a person does: Codex's own server lists them with a hash, and is told to keep it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { killGroup } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";

interface ListedHook {
  readonly key: string;
  readonly currentHash: string;
  readonly trustStatus: string;
}

interface HookListing {
  readonly data: readonly { readonly hooks: readonly ListedHook[] }[];
}

type Call = (method: string, parameters: unknown) => Promise<unknown>;

const answerLimitMs = 15_000;

/** Trusts every hook that Codex sees in the project; returns the trust status of each afterwards. */
export function trustCodexHooks(sandbox: Sandbox, program: string): Promise<readonly string[]> {
  return withAppServer(sandbox, program, async (call) => {
    const listHooks = async (): Promise<readonly ListedHook[]> => {
      const listing = (await call("hooks/list", { cwds: [sandbox.project] })) as HookListing;
      return listing.data.flatMap((folder) => folder.hooks);
    };
    const edits = (await listHooks()).map((hook) => ({
      keyPath: `hooks.state.${JSON.stringify(hook.key)}.trusted_hash`,
      value: hook.currentHash,
      mergeStrategy: "upsert",
    }));
    await call("config/batchWrite", { edits, filePath: null, expectedVersion: null });
    return (await listHooks()).map((hook) => hook.trustStatus);
  });
}

async function withAppServer<T>(
  sandbox: Sandbox,
  program: string,
  use: (call: Call) => Promise<T>,
): Promise<T> {
  const place = sandbox.place({ command: program, args: ["app-server"] });
  const server = spawn(place.command, place.args, {
    cwd: place.cwd,
    env: { ...place.env },
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (answer: ServerAnswer) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as ServerAnswer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = (message: unknown): void => void server.stdin.write(`${JSON.stringify(message)}\n`);
  let lastId = 0;
  const call: Call = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), answerLimitMs);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
      });
      send({ id, method, params });
    });
  try {
    const clientInfo = { name: "varve-e2e", title: "varve e2e", version: "0" };
    await call("initialize", { clientInfo, capabilities: { experimentalApi: true } });
    send({ method: "initialized" });
    return await use(call);
  } finally {
    killGroup(server.pid);
  }
}

interface ServerAnswer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}
