import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

import { repositoryRoot } from "./hook-process.ts";
import { removeFolder } from "../support/temp-home.ts";

const WRITERS = 4;
const ROUNDS = 200;

let root = "";
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), "varve-append-"))));
afterAll(() => removeFolder(root));

/** A program that waits for the other writers in front of each round, so that their first calls fall together. */
async function buildWriter(): Promise<string> {
  const source = join(root, "writer.ts");
  const file = join(root, "writer.cjs");
  writeFileSync(
    source,
    `import { appendBounded } from ${JSON.stringify(join(repositoryRoot, "src/hook/append-bounded.ts"))};
    import { appendFileSync, statSync } from "node:fs";
    const [root, name] = process.argv.slice(2);
    for (let round = 0; round < ${ROUNDS}; round += 1) {
      const gate = root + "/gate-" + round;
      appendFileSync(gate, ".");
      while (statSync(gate).size < ${WRITERS});
      appendBounded(root + "/" + round + "/state/spool.jsonl", name + "\\n");
    }`,
  );
  await build({ entryPoints: [source], outfile: file, bundle: true, platform: "node" });
  return file;
}

function runWriter(file: string, name: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, root, name], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    child.on("close", () => resolve(stderr));
    // A writer that died leaves the others at a gate; they are ended with it.
    setTimeout(() => child.kill("SIGKILL"), 30_000).unref();
  });
}

test(
  "writers that race for the first folder of a store lose no line",
  { timeout: 60_000 },
  async () => {
    const file = await buildWriter();
    for (let round = 0; round < ROUNDS; round += 1) mkdirSync(join(root, `${round}`));
    const names = Array.from({ length: WRITERS }, (_, at) => `${at}`);
    const errors = await Promise.all(names.map((name) => runWriter(file, name)));
    expect(errors.join("")).toBe("");
    for (let round = 0; round < ROUNDS; round += 1) {
      const lines = readFileSync(join(root, `${round}`, "state", "spool.jsonl"), "utf8").trim();
      expect(lines.split("\n").toSorted()).toEqual(names);
    }
  },
);
