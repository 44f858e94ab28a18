/** Owns a sandbox for one test: own HOME, TMPDIR, project and scripted model, and programs that see nothing else. */
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { temporaryFolder } from "../../support/temp-home.ts";
import { makeIsolation } from "./isolate.ts";
import { startModelServer, type ModelServer } from "./model-server.ts";
import { runProgram, type ProgramRequest, type ProgramRun } from "./run-program.ts";

export interface Sandbox {
  readonly home: string;
  /** A git repository with one commit; where clients run. */
  readonly project: string;
  readonly model: ModelServer;
  readonly modelUrl: string;
  /** Whether programs reach loopback and nothing else. */
  readonly isLoopbackOnly: boolean;
  /** How a program is started inside. */
  place(request: SandboxRequest): ProgramRequest;
  run(request: SandboxRequest): Promise<ProgramRun>;
}

export interface SandboxRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the sandbox's own. */
  readonly env?: Readonly<Record<string, string>>;
}

const runLimitMs = 60_000;

/** A new sandbox, gone when the test ends. Its paths are short: clients put Unix sockets below TMPDIR. */
export async function openSandbox(): Promise<Sandbox> {
  const folder = realpathSync(temporaryFolder("e"));
  const home = join(folder, "home");
  const project = join(folder, "project");
  const temp = join(folder, "tmp");
  for (const path of [home, project, temp]) mkdirSync(path);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    TMPDIR: temp,
    LANG: "C.UTF-8",
    TZ: "UTC",
  };
  makeRepository(project, env);
  const socketPath = join(folder, "model.sock");
  const model = await startModelServer(socketPath);
  onTestFinished(() => model.close());
  const isolation = makeIsolation(folder, socketPath, model.port);
  const place = (request: SandboxRequest): ProgramRequest => {
    const [command, ...args] = isolation.wrap([request.command, ...request.args]);
    const environment = { ...env, ...request.env };
    return { command, args, cwd: project, env: environment, timeoutMs: runLimitMs };
  };
  return {
    home,
    project,
    model,
    modelUrl: `http://127.0.0.1:${model.port}`,
    isLoopbackOnly: isolation.isLoopbackOnly,
    place,
    run: (request) => runProgram(place(request)),
  };
}

function makeRepository(project: string, env: Readonly<Record<string, string>>): void {
  writeFileSync(join(project, "README.md"), "A project to try things in.\n");
  const git = (...args: string[]): void => {
    const author = ["-c", "user.name=Tester", "-c", "user.email=tester@example.invalid"];
    execFileSync("git", ["-C", project, ...author, ...args], { env, stdio: "pipe" });
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=Begin");
}
