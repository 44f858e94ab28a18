/** Owns the list of cold starts that are measured, with the bars they have to keep. */
import { join } from "node:path";
import type { StartupCase } from "./bench-startup.ts";

export interface StartupPlace {
  /** Folder of the package: the bundles are in its `dist/`. */
  readonly packageFolder: string;
  /** A store with a history in it; what names no store runs with it as VARVE_HOME. */
  readonly store: string;
  /** A transcript of that history. */
  readonly transcript: string;
}

/** Milliseconds over bare Node at p50. */
const searchBarMs = 35;
const hookBarMs = 12;
const serverBarMs = 60;

/** What a host says first, up to the list of tools; then it goes. */
function handshake(): string {
  const messages = [
    { jsonrpc: "2.0", id: 0, method: "server/discover", params: {} },
    {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "bench", version: "1" },
      },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  return messages.map((message) => `${JSON.stringify(message)}\n`).join("");
}

export function startupCases({
  packageFolder,
  store,
  transcript,
}: StartupPlace): readonly StartupCase[] {
  const varve = join(packageFolder, "dist", "varve.js");
  const hook = join(packageFolder, "dist", "varve-hook.cjs");
  const payload = JSON.stringify({
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: transcript,
    cwd: "/home/user/orders",
    hook_event_name: "Stop",
  });
  return [
    { name: "varve --version", args: [varve, "--version"] },
    { name: "varve --help", args: [varve, "--help"] },
    {
      name: "varve search, two words",
      args: [varve, "search", "cache token", "--all-projects"],
      barMs: searchBarMs,
    },
    {
      name: "varve search, Korean",
      args: [varve, "search", "설정 파일", "--all-projects"],
      barMs: searchBarMs,
    },
    {
      name: "varve search, a word nobody said",
      args: [varve, "search", "zzqxwv", "--all-projects"],
      expectedExit: 1,
      barMs: searchBarMs,
    },
    // As the first search of an installation: no compiled code is taken from a store that the command line names.
    {
      name: "varve search --home, two words",
      args: [varve, "search", "cache token", "--all-projects", "--home", store],
    },
    // Ended before it keeps compiled code: as the first server of an installation.
    {
      name: "varve-mcp, from start to tools/list to end",
      args: [join(packageFolder, "dist", "varve-mcp.cjs")],
      stdin: handshake(),
      barMs: serverBarMs,
    },
    {
      name: "hook Stop",
      args: [hook, "claude-code", "Stop", "--home", store],
      stdin: payload,
      barMs: hookBarMs,
    },
    {
      name: "hook SessionEnd",
      args: [hook, "claude-code", "SessionEnd", "--home", store],
      stdin: payload,
      barMs: hookBarMs,
    },
  ];
}
