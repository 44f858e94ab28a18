import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { buildSync } from "esbuild";
import { expect, test } from "vitest";

import { captureFile, makeHome, restoredText, sourceFile, type TestHome } from "./test-archive.ts";

const REPO = fileURLToPath(new URL("../../", import.meta.url));

function bundle(home: TestHome): string {
  const outfile = join(home.home, "worker.mjs");
  symlinkSync(join(REPO, "node_modules"), join(home.home, "node_modules"));
  buildSync({
    entryPoints: [join(REPO, "test/archive/capture-worker.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@photostructure/sqlite"],
    logLevel: "error",
  });
  return outfile;
}

interface Ended {
  readonly rounds: number;
  readonly failed?: string;
}

function start(script: string, job: object): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout?.on("data", (data: Buffer) => (output += data.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", () => resolve(output === "" ? { rounds: 0 } : (JSON.parse(output) as Ended)));
  });
  return { child, ended };
}

test(
  "processes that capture, reseal, read and are killed at once lose and double nothing",
  { timeout: 60_000 },
  async () => {
    const home = makeHome();
    const script = bundle(home);
    const path = home.hostPath("a.jsonl");
    const stopFile = join(home.home, "stop");
    let n = 0;
    const grow = (rows: number): void => {
      let text = "";
      for (let row = 0; row < rows; row += 1)
        text += `${JSON.stringify({ n: (n += 1), t: "x".repeat(n % 300) })}\n`;
      appendFileSync(path, text);
    };
    grow(50);
    const file = sourceFile(path);
    captureFile(home.open(), file);
    const base = {
      root: home.root,
      lockPath: join(home.home, "store", "state", "archive.lock"),
      file,
      stopFile,
    };
    const work = ["capture", "capture", "reseal", "read", "capture"] as const;
    const running = work.map((work) => start(script, { ...base, work }));
    for (let round = 0; round < 60; round += 1) {
      grow(1 + (round % 7));
      await sleep(20);
      if (round === 30) running.at(-1)?.child.kill("SIGKILL");
    }
    writeFileSync(stopFile, "");
    const ended = await Promise.all(running.map(({ ended }) => ended));
    for (const { rounds, failed } of ended.slice(0, -1)) {
      expect(failed).toBeUndefined();
      expect(rounds).toBeGreaterThan(0);
    }
    const archive = home.open();
    const { entryId } = captureFile(archive, file);
    expect(archive.entry(entryId)?.epochs).toMatchObject([{ epoch: 1, lines: n }]);
    let lines = 0;
    for (const line of restoredText(home, archive, entryId).trimEnd().split("\n")) {
      lines += 1;
      expect((JSON.parse(line) as { n: number }).n).toBe(lines);
    }
    for (const finding of archive.verify(entryId)) {
      expect(["torn-member", "torn-sidecar", "unfinished-rewrite"]).toContain(finding.kind);
      archive.repair(finding);
    }
    expect(archive.verify(entryId)).toEqual([]);
  },
);

test(
  "processes that meet a file for the first time together make one entry",
  { timeout: 60_000 },
  async () => {
    const home = makeHome();
    const script = bundle(home);
    const path = home.hostPath("a.jsonl");
    const stopFile = join(home.home, "stop");
    const row = `${JSON.stringify({ t: "y".repeat(3000) })}\n`;
    writeFileSync(path, row.repeat(5000));
    const file = sourceFile(path);
    const base = {
      root: home.root,
      lockPath: join(home.home, "store", "state", "archive.lock"),
      file,
      stopFile,
    };
    const running = [1, 2, 3].map(() => start(script, { ...base, work: "capture" }));
    await sleep(1500);
    writeFileSync(stopFile, "");
    for (const { ended } of running) expect((await ended).failed).toBeUndefined();
    const archive = home.open();
    expect([...archive.entries()].map(({ epochs }) => epochs.map(({ lines }) => lines))).toEqual([
      [5000],
    ]);
    expect(archive.verify([...archive.entryIds()][0] ?? "")).toEqual([]);
  },
);
