/** Owns talking to the MCP server as hosts do: a process, one JSON message per line, nothing else on its stdout. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { cleanEnvironment } from "../support/run-varve.ts";
import { repositoryRoot } from "../support/temp-home.ts";

export const mcpBin = join(repositoryRoot, "dist", "varve-mcp.cjs");

export interface Message {
  readonly jsonrpc: string;
  readonly id?: number | string | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
}

export interface ClientOptions {
  readonly home: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Of node. */
  readonly execArgv?: readonly string[];
}

export interface McpClient {
  readonly child: ChildProcess;
  /** Every line of stdout so far. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  write(text: string): void;
  /** Resolves with the answer that has the id of the request. */
  request(method: string, params?: unknown): Promise<Message>;
  initialize(protocolVersion?: string): Promise<Message>;
  call(name: string, given?: unknown, meta?: unknown): Promise<ToolReply>;
  /** Resolves when the process has ended. */
  ended: Promise<number | null>;
}

const ANSWER_LIMIT_MS = 20_000;

/** A server of its own, killed when the test ends. Nothing is sent yet. */
export function startMcp(options: ClientOptions): McpClient {
  const { home, cwd = home, env, args = [], execArgv = [] } = options;
  const child = spawn(process.execPath, [...execArgv, mcpBin, ...args], {
    cwd,
    env: cleanEnvironment({ home, ...(env !== undefined && { env }) }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return speakWith(child);
}

/** Of a child with three pipes. */
export function speakWith(child: ChildProcess): McpClient {
  const lines: string[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  let open = "";
  let stderr = "";
  child.stdin?.on("error", () => undefined);
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = (open + chunk).split("\n");
    open = parts.pop() ?? "";
    for (const line of parts) {
      lines.push(line);
      const message = JSON.parse(line) as Message;
      waiting.get(message.id)?.(message);
    }
  });
  let lastId = 0;
  const write = (text: string): void => {
    child.stdin?.write(text);
  };
  const request = (method: string, params?: unknown): Promise<Message> => {
    lastId += 1;
    const id = lastId;
    const answer = new Promise<Message>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`no answer to ${method}: ${stderr.slice(0, 500)}`)),
        ANSWER_LIMIT_MS,
      );
      waiting.set(id, (message) => {
        clearTimeout(limit);
        resolve(message);
      });
    });
    write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answer;
  };
  return {
    child,
    lines,
    stderr: () => stderr,
    write,
    request,
    async initialize(protocolVersion = "2025-11-25") {
      const answer = await request("initialize", {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      });
      write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      return answer;
    },
    async call(name, given, meta) {
      const { result } = await request("tools/call", {
        name,
        ...(given !== undefined && { arguments: given }),
        ...(meta !== undefined && { _meta: meta }),
      });
      const content = result?.["content"] as readonly { type: string; text: string }[];
      if (content.length !== 1 || content[0]?.type !== "text") throw new Error("not one text");
      return { text: content[0].text, isError: result?.["isError"] === true };
    },
    ended: new Promise((resolve) => {
      child.once("exit", (code) => resolve(code));
    }),
  };
}

/** Started and greeted. */
export async function openMcp(options: ClientOptions): Promise<McpClient> {
  const client = startMcp(options);
  await client.initialize();
  return client;
}

/** The call that a reply offers next, undefined when it offers none. */
export function nextCall(
  text: string,
): { readonly name: string; readonly given: Record<string, unknown> } | undefined {
  const found = /^next: (memory_\w+) (\{.*\})/m.exec(text);
  if (found?.[1] === undefined || found[2] === undefined) return undefined;
  return { name: found[1], given: JSON.parse(found[2]) as Record<string, unknown> };
}

/** References in a reply, in order. */
export function referencesOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/^([ts]:[\w-]+(?:#[\d.@]+)?) /gm), ([, ref]) => ref ?? "");
}
