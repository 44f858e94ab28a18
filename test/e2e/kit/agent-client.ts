/** Owns the one shape in which the tests run either client. */
import type { PinnedClient } from "./pinned-clients.ts";
import type { ProgramRun } from "./run-program.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Step } from "./script.ts";

export interface AgentRequest {
  readonly prompt: string;
  /** What the model replies, request by request. */
  readonly script: readonly Step[];
  /** A session to go on with; none: a new one. */
  readonly resume?: string;
  /** MCP servers by name, as command lines. */
  readonly mcpServers?: Readonly<Record<string, readonly [string, ...string[]]>>;
}

export interface AgentRun {
  readonly sessionId: string;
  /** The last text of the model. */
  readonly answer: string;
}

export interface AgentClient {
  readonly pin: PinnedClient;
  /** Path of the installed program. */
  readonly program: string;
  /** Writes what the client needs in this sandbox before its first run. */
  prepare(sandbox: Sandbox): void;
  /** One prompt to its end. Throws when the client fails or the script did not run as written. */
  run(sandbox: Sandbox, request: AgentRequest): Promise<AgentRun>;
  /** The folder that holds its transcripts. */
  transcriptFolder(sandbox: Sandbox): string;
}

/** Runs the client and checks that both it and the scripted model did as they should; returns what it printed. */
export async function runScripted(
  sandbox: Sandbox,
  script: readonly Step[],
  start: () => Promise<ProgramRun>,
): Promise<ProgramRun> {
  sandbox.model.play(script);
  const run = await start();
  const printed = `${run.stdout.slice(-2_000)}\n${run.stderr.slice(-2_000)}`;
  if (run.code !== 0) throw new Error(`the client ended with ${run.code}: ${printed}`);
  try {
    sandbox.model.checkPlayed();
  } catch (cause) {
    throw new Error(`${String(cause)}; the client printed: ${printed}`, { cause });
  }
  return run;
}
