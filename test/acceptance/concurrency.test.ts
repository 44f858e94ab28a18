/** Owns what several varve processes do to each other: one works, the others wait or leave, nobody reads half an answer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { openSqlite } from "../../src/platform/sqlite.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { generateHistory } from "../../src/bench/generate-history.ts";
import { cleanEnvironment, runVarve, startVarve, type RunOptions } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import {
  appendRows,
  newTranscript,
  promptRow,
  promptRows,
  spoolEvent,
  writeRows,
  type Transcript,
} from "./host-history.ts";
import { listLeftovers, openProbe } from "./store-probe.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runToEnd(
  args: readonly string[],
  options: RunOptions,
  onTalk?: (stderr: string) => void,
): Promise<Ended> {
  const child = startVarve(args, options);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    onTalk?.(stderr);
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Runs the built hook as a host does. */
async function runHook(
  home: string,
  transcript: Transcript,
  event = "Stop",
): Promise<number | null> {
  const varveHome = join(home, ".varve");
  const child = spawn(
    process.execPath,
    [join(repositoryRoot, "dist", "varve-hook.cjs"), "claude-code", event, "--home", varveHome],
    {
      env: cleanEnvironment({ home }),
      stdio: ["pipe", "ignore", "ignore"],
    },
  );
  child.stdin.end(
    JSON.stringify({
      session_id: transcript.session,
      transcript_path: transcript.path,
      hook_event_name: event,
    }),
  );
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

async function until(condition: () => boolean, timeoutMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < timeoutMs && !condition())
    await new Promise((resolve) => setTimeout(resolve, 10));
  return performance.now() - started;
}

function countHits(home: string, word: string): number {
  const probe = openProbe(home);
  try {
    return probe.search(word).length;
  } finally {
    probe.close();
  }
}

function spoolFiles(home: string): readonly string[] {
  return readdirSync(join(home, ".varve", "state")).filter((name) => name.startsWith("spool"));
}

/** A worker that a test's hook started must not outlive its home. */
function waitForWorkers(home: string): void {
  onTestFinished(async () => {
    await until(() => spoolFiles(home).length === 0, 5_000);
    takeLock(join(home, ".varve", "state", "worker.lock"), 5_000)?.release();
  });
}

describe("commands at once", () => {
  test("two imports and four searches on a new store: each line once, no error", async () => {
    const home = temporaryFolder();
    const made = generateHistory({ seed: 11, bytes: 600_000, out: home });
    const transcript = newTranscript(home);
    writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 50 }));
    const runs = [
      ["import"],
      ["import"],
      ["search", "harbourmark", "-a"],
      ["search", "error", "-a"],
      ["sessions", "-a"],
      ["search", "検索", "-a"],
    ];
    const ended = await Promise.all(runs.map((args) => runToEnd(args, { home })));
    for (const [at, result] of ended.entries()) {
      expect(result.stderr, runs[at]?.join(" ")).not.toMatch(/internal error|database is locked/);
      // A search that comes before the store says that there is none.
      if (at < 2) expect(result.code, result.stderr).toBe(0);
      else expect(result.code === 2 ? result.stderr : "no varve store").toContain("no varve store");
    }
    const probe = openProbe(home);
    expect(probe.search("harbourmark")).toHaveLength(50);
    expect(probe.audit()).toEqual([]);
    expect([...probe.engine.archive.entryIds()].length).toBeGreaterThanOrEqual(made.sessions);
    probe.close();
    expect(listLeftovers(join(home, ".varve"))).toEqual([]);
  });

  test("while another process holds the store a worker leaves at once and an import says that it waits", async () => {
    const home = temporaryFolder();
    const transcript = newTranscript(home);
    writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 2 }));
    expect(runVarve(["import"], { home }).code).toBe(0);
    const held = takeLock(join(home, ".varve", "state", "worker.lock"), 0);
    expect(held).toBeDefined();
    let said = "";
    const waiting = runToEnd(["import"], { home }, (stderr) => (said = stderr));
    spoolEvent(join(home, ".varve"), transcript);
    const worker = await runToEnd(["sync", "--from-hook"], { home });
    expect(worker.code).toBe(0);
    expect(spoolFiles(home)).toEqual(["spool.jsonl"]);
    await until(() => said.includes("waiting"), 10_000);
    held?.release();
    const imported = await waiting;
    expect(imported.code).toBe(0);
    expect(imported.stderr).toContain("waiting");
    // What the worker left lying is the import's to take in.
    expect(spoolFiles(home)).toEqual([]);
  });
});

describe("capture", () => {
  test("a finished turn is found within two seconds (95 of 100 times)", async () => {
    const home = temporaryFolder();
    const transcript = newTranscript(home);
    writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 20 }));
    expect(runVarve(["import"], { home }).code).toBe(0);
    waitForWorkers(home);
    const times: number[] = [];
    for (let turn = 0; turn < (isFull ? 40 : 6); turn += 1) {
      const word = `turnmark${String.fromCharCode(97 + (turn % 26), 97 + Math.floor(turn / 26))}`;
      appendRows(transcript, promptRow(transcript.session, word));
      const started = performance.now();
      expect(await runHook(home, transcript)).toBe(0);
      await until(() => countHits(home, word) === 1, 10_000);
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    const late = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
    console.info(
      `hook to searchable: p50 ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, p95 ${Math.round(late)} ms`,
    );
    expect(late).toBeLessThan(2_000);
  });

  test("ten events at once: every turn in, nothing twice, no spool left, one worker at a time", async () => {
    const home = temporaryFolder();
    const transcripts = Array.from({ length: 10 }, () => newTranscript(home));
    for (const transcript of transcripts)
      writeRows(transcript, promptRow(transcript.session, "first"));
    expect(runVarve(["import"], { home }).code).toBe(0);
    waitForWorkers(home);
    for (const transcript of transcripts)
      appendRows(transcript, promptRow(transcript.session, "tenfold"));
    const codes = await Promise.all(transcripts.map((transcript) => runHook(home, transcript)));
    expect(codes).toEqual(transcripts.map(() => 0));
    await until(() => countHits(home, "tenfold") === 10 && spoolFiles(home).length === 0, 10_000);
    const probe = openProbe(home);
    expect(probe.search("tenfold")).toHaveLength(10);
    expect(probe.audit()).toEqual([]);
    probe.close();
  });

  test("what a dead worker left in its spool is taken in by the next", async () => {
    const home = temporaryFolder();
    const transcript = newTranscript(home);
    writeRows(transcript, promptRow(transcript.session, "first"));
    expect(runVarve(["import"], { home }).code).toBe(0);
    appendRows(transcript, promptRow(transcript.session, "leftmark"));
    const line = {
      v: 1,
      host: "claude-code",
      session: transcript.session,
      path: transcript.path,
      event: "Stop",
      at: new Date().toISOString(),
    };
    writeFileSync(
      join(home, ".varve", "state", "spool.999999.jsonl"),
      `${JSON.stringify(line)}\n{"v":1,"ho`,
    );
    expect(runVarve(["sync", "--from-hook"], { home }).code).toBe(0);
    expect(countHits(home, "leftmark")).toBe(1);
    expect(spoolFiles(home)).toEqual([]);
  });

  test("a hook during an import, a rebuild or a purge: that command takes its turn in before it ends", async () => {
    const home = temporaryFolder();
    const transcript = newTranscript(home);
    const victim = newTranscript(home);
    writeRows(transcript, promptRow(transcript.session, "first"));
    writeRows(victim, promptRows(victim.session, "victimmark", { count: 3 }));
    expect(runVarve(["import"], { home }).code).toBe(0);
    const commands = [
      ["import"],
      ["rebuild"],
      ["backup", "--to", join(home, "copy")],
      ["forget", `s:${victim.session}`, "--purge", "--yes"],
    ];
    for (const [at, args] of commands.entries()) {
      const word = `during${"abcd"[at] ?? ""}mark`;
      // Holding the lock here makes the command wait, so that the event surely comes while it is at it.
      const held = takeLock(join(home, ".varve", "state", "worker.lock"), 1_000);
      const running = runToEnd(args, { home });
      appendRows(transcript, promptRow(transcript.session, word));
      spoolEvent(join(home, ".varve"), transcript);
      held?.release();
      const ended = await running;
      expect(ended.code, `${args.join(" ")} ${ended.stderr}`).toBe(0);
      expect(countHits(home, word), args.join(" ")).toBe(1);
      expect(spoolFiles(home)).toEqual([]);
    }
  });
});

test(
  `an open reader answers during ${isFull ? 20 : 4} rebuilds: no error, no wrong row, no file left over`,
  { timeout: isFull ? 300_000 : 30_000 },
  async () => {
    const rebuilds = isFull ? 20 : 4;
    const queries = isFull ? 500 : 100;
    const home = temporaryFolder();
    generateHistory({ seed: 5, bytes: 300_000, out: home });
    const transcript = newTranscript(home);
    writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 30 }));
    expect(runVarve(["import"], { home }).code).toBe(0);
    const probe = openProbe(home);
    const expected = { mark: probe.search("harbourmark"), error: probe.search("error").toSorted() };
    let done = 0;
    const building = (async () => {
      for (let at = 0; at < rebuilds; at += 1) {
        const ended = await runToEnd(["rebuild"], { home });
        expect(ended.code, ended.stderr).toBe(0);
        done += 1;
      }
    })();
    let asked = 0;
    while (done < rebuilds || asked < queries) {
      expect(probe.search("harbourmark")).toEqual(expected.mark);
      expect(probe.search("error").toSorted()).toEqual(expected.error);
      asked += 2;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await building;
    expect(asked).toBeGreaterThanOrEqual(queries);
    expect(probe.audit()).toEqual([]);
    const name = probe.engine.index("read")?.generation() ?? "";
    probe.close();
    const path = join(home, ".varve", "index", `${name}.db`);
    expect(existsSync(path)).toBe(true);
    const database = openSqlite(path, { readOnly: true, busyTimeoutMs: 1_000 });
    expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    database.close();
    expect(listLeftovers(join(home, ".varve"))).toEqual([]);
  },
);
