/** Owns the scripted model: a server on loopback that speaks both wire formats, plays a script and logs every request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import { messagesWire } from "./messages-wire.ts";
import { responsesWire } from "./responses-wire.ts";
import type { ModelRequest, Reply, Step } from "./script.ts";
import type { JsonObject, Wire } from "./wire.ts";

/** A request of the conversation, as the model saw it. */
export interface LoggedRequest extends ModelRequest {
  readonly path: string;
  readonly body: JsonObject;
}

export interface ModelServer {
  readonly port: number;
  /** Every request since the server began, oldest first; those beside the conversation too. */
  readonly requests: readonly LoggedRequest[];
  /** Puts the replies of the next run in place of what the last one left. */
  play(script: readonly Step[]): void;
  /** Throws when the script did not run as written: replies left, a request too many, a step that threw. */
  checkPlayed(): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and, for clients without that network, on a Unix socket. */
export async function startModelServer(socketPath: string): Promise<ModelServer> {
  const requests: LoggedRequest[] = [];
  const failures: string[] = [];
  let script: Step[] = [];
  const answer = (request: LoggedRequest): Reply => {
    const step = script.shift();
    if (step === undefined) throw new Error("the script has no reply left");
    return typeof step === "function" ? step(request) : step;
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (incoming.url ?? "").replace(/\?.*$/u, "");
    const bytes = await readBody(incoming);
    const wire = [messagesWire, responsesWire].find((one) => one.path === path);
    if (wire === undefined || incoming.method !== "POST") return sendJson(response, 404, {});
    const request = parseRequest(wire, bytes);
    requests.push(request);
    try {
      const reply = wire.isAside(request.body) ? { text: "Aside." } : answer(request);
      wire.writeReply(response, reply, request.body);
    } catch (error) {
      failures.push(String(error));
      sendJson(response, 400, wire.renderError(String(error)));
    }
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    serve(incoming, response).catch((error: unknown) => {
      failures.push(String(error));
      response.destroy();
    });
  };
  const onLoopback = createServer(listener);
  const onSocket = createServer(listener);
  const port = await listenOnLoopback(onLoopback);
  await new Promise<void>((resolve) => onSocket.listen(socketPath, resolve));
  return {
    port,
    requests,
    play(next) {
      script = [...next];
      failures.length = 0;
    },
    checkPlayed() {
      if (failures.length > 0) throw new Error(`scripted model: ${failures.join("; ")}`);
      if (script.length > 0) throw new Error(`scripted model: ${script.length} replies are left`);
    },
    async close() {
      await Promise.all([closeServer(onLoopback), closeServer(onSocket)]);
    },
  };
}

function parseRequest(wire: Wire, bytes: Buffer): LoggedRequest {
  const body = JSON.parse(bytes.toString("utf8")) as JsonObject;
  return { path: wire.path, body, ...wire.parseRequest(body) };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, value: JsonObject): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
