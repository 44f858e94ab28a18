import { buildSync } from "esbuild";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";

import { VarveError } from "../../src/core/errors.ts";
import { openIndex, startGeneration } from "../../src/search-index/search-index.ts";
import {
  ask,
  found,
  newFolder,
  openNew,
  sampleBatch,
  sampleTurn,
  SCHEMA_KEY,
} from "./sample-batch.ts";

// Processes start and wait for each other, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

// Bundled next to node_modules, so that the SQLite package resolves.
const bundleFolder = join(import.meta.dirname, "../../node_modules/.varve-index-test");
const bundle = join(bundleFolder, `index-process-${process.pid}.mjs`);
buildSync({
  entryPoints: [join(import.meta.dirname, "index-process.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external: ["@photostructure/sqlite"],
  outfile: bundle,
});
afterAll(() => rmSync(bundle, { force: true }));

function startProcess(...args: readonly string[]) {
  const child = spawn(process.execPath, [bundle, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<string>((resolve) => child.on("close", () => resolve(output)));
  const until = async (text: string): Promise<void> => {
    while (!output.includes(text) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { child, ended, until };
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder).toSorted();
}

describe("generations", () => {
  test("a reader of nothing has no index; a writer makes one, for its owner alone", () => {
    const folder = newFolder();
    expect(openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY })).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
    const index = openNew(folder);
    expect(index.isEmpty()).toBe(true);
    index.apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    const reader = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
    expect(reader?.search(ask("heron")).total).toBe(1);
    expect(filesOf(folder)).toHaveLength(4);
    for (const name of filesOf(folder))
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("a rebuild is invisible until it is published, then every handle follows and nothing is left over", () => {
    const folder = newFolder();
    const writer = openNew(folder);
    writer.apply(sampleBatch([sampleTurn({ line: 1, text: "heron old" })]));
    const reader = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
    const builder = startGeneration({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    builder.apply(sampleBatch([sampleTurn({ line: 1, text: "heron new" })]));
    expect(reader?.search(ask("heron")).hits[0]?.text).toBe("heron old");
    builder.publish();
    builder.close();
    expect(reader?.search(ask("heron")).hits[0]?.text).toBe("heron new");
    writer.apply(sampleBatch([sampleTurn({ line: 2, text: "heron more" })]));
    expect(reader?.search(ask("heron")).total).toBe(2);
    expect(filesOf(folder).filter((name) => name.endsWith(".db"))).toHaveLength(1);
    reader?.close();
    writer.close();
  });

  test("what a killed rebuild leaves is removed by the next writer, the index stays", async () => {
    const folder = newFolder();
    openNew(folder).apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    const { child, until, ended } = startProcess("build-and-wait", folder);
    await until("building");
    child.kill("SIGKILL");
    await ended;
    expect(filesOf(folder).filter((name) => name.endsWith(".db"))).toHaveLength(2);
    writeFileSync(join(folder, ".current.00ff.tmp"), "x");
    const writer = openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    expect(filesOf(folder).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual([
      `${writer.generation()}.db`,
      "current",
    ]);
    expect(found(writer, "heron")).toHaveLength(1);
  });

  test("a living rebuild of another process is left alone", async () => {
    const folder = newFolder();
    openNew(folder);
    const { child, until, ended } = startProcess("build-and-wait", folder);
    await until("building");
    openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    expect(filesOf(folder).filter((name) => name.endsWith(".db"))).toHaveLength(2);
    child.kill("SIGKILL");
    await ended;
  });

  test("two versions share the folder, each with its own generation", () => {
    const folder = newFolder();
    const older = openNew(folder);
    older.apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    const newer = openIndex({ folder, mode: "write", schemaKey: "rules 2" });
    newer.apply(sampleBatch([sampleTurn({ line: 1, text: "crane" })]));
    expect(found(older, "heron crane")).toEqual(["11111111#1"]);
    expect(found(older, "crane")).toEqual([]);
    older.apply(sampleBatch([sampleTurn({ line: 2, text: "heron" })]));
    expect(
      openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY })?.search(ask("heron")).total,
    ).toBe(2);
    expect(found(newer, "crane")).toHaveLength(1);
    expect(newer.verify()).toEqual([]);
  });

  test("a file that is no database asks for a rebuild, which works", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    const path = join(folder, `${index.generation()}.db`);
    index.checkpoint();
    index.close();
    for (const bytes of [
      "this is no database ".repeat(500),
      Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(9000, 7)]),
    ]) {
      writeFileSync(path, bytes);
      for (const mode of ["read", "write"] as const) {
        const attempt = () =>
          openIndex({ folder, mode, schemaKey: SCHEMA_KEY })?.search(ask("heron"));
        expect(attempt).toThrow(VarveError);
        expect(attempt).toThrow(
          expect.objectContaining({ code: "corrupt", fix: "run varve rebuild" }),
        );
      }
    }
    const builder = startGeneration({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    builder.apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    builder.publish();
    builder.close();
    expect(found(openNew(folder), "heron")).toHaveLength(1);
    expect(existsSync(path)).toBe(false);
  });

  test("a store that may not be written is read, and reading grows nothing", () => {
    const folder = newFolder();
    const index = openNew(folder);
    index.apply(sampleBatch([sampleTurn({ line: 1, text: "heron" })]));
    index.checkpoint();
    index.close();
    const before = filesOf(folder);
    // The reader may be another user: the bytes are opened to it, writing is not.
    chmodSync(join(folder, ".."), 0o755);
    for (const name of before) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
    try {
      const output = spawnSync(process.execPath, [bundle, "read-as-nobody", folder], {
        encoding: "utf8",
      });
      expect(output.stdout + output.stderr).toBe("total 1\n");
    } finally {
      chmodSync(folder, 0o700);
    }
    expect(filesOf(folder)).toEqual(before);
  });
});

describe("several processes", () => {
  test("readers see a whole index, old or new, through twenty rebuilds", async () => {
    const folder = newFolder();
    const first = openNew(folder);
    first.apply(sampleBatch([sampleTurn({ line: 1, text: "heron round0" })]));
    first.close();
    const readers = [
      startProcess("read-until", folder, join(folder, "../stop")),
      startProcess("read-until", folder, join(folder, "../stop")),
    ];
    for (const reader of readers) await reader.until("reading");
    for (let round = 1; round <= 20; round += 1) {
      const builder = startGeneration({ folder, mode: "write", schemaKey: SCHEMA_KEY });
      builder.apply(
        sampleBatch([1, 2, 3].map((line) => sampleTurn({ line, text: `heron round${round}` }))),
      );
      builder.publish();
      builder.close();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    writeFileSync(join(folder, "../stop"), "");
    for (const reader of readers) {
      const output = await reader.ended;
      expect(output).toMatch(/^reading\n\d+ answers, last round20, 0 wrong\n$/);
    }
    rmSync(join(folder, "../stop"));
    const writer = openNew(folder);
    expect(filesOf(folder).filter((name) => !name.startsWith(writer.generation()))).toEqual([
      "current",
    ]);
  });

  test("two writers lose nothing", async () => {
    const folder = newFolder();
    openNew(folder).close();
    const writers = ["a", "b"].map((name) => startProcess("write", folder, name, "150"));
    for (const writer of writers) expect(await writer.ended).toBe("done\n");
    const index = openNew(folder);
    expect(index.counts().totals).toMatchObject({ turns: 300, fullTextRows: 300, sessions: 2 });
    expect(index.verify()).toEqual([]);
  });

  test("a writer that is killed leaves an index that answers and goes on", async () => {
    const folder = newFolder();
    openNew(folder).close();
    for (const delay of [30, 90]) {
      const { child, until, ended } = startProcess("write", folder, `k${delay}`, "100000");
      await until("writing");
      await new Promise((resolve) => setTimeout(resolve, delay));
      child.kill("SIGKILL");
      await ended;
      const reader = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
      expect(reader?.search(ask("heron")).total).toBeGreaterThan(0);
      reader?.close();
      const writer = openNew(folder);
      expect(writer.verify()).toEqual([]);
      writer.close();
    }
  });

  test("a writer that waits too long says that another one is busy", async () => {
    const folder = newFolder();
    openNew(folder).close();
    const { child, until, ended } = startProcess("hold", folder);
    await until("holding");
    const writer = openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY, busyTimeoutMs: 50 });
    expect(() => writer.apply(sampleBatch([sampleTurn({ line: 1 })]))).toThrow(
      expect.objectContaining({ code: "busy" }),
    );
    child.kill("SIGKILL");
    await ended;
    expect(writer.apply(sampleBatch([sampleTurn({ line: 1 })])).turns).toBe(1);
  });

  test("the log stays bounded while a reader is open all along", () => {
    const folder = newFolder();
    const writer = openNew(folder);
    const reader = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
    for (let line = 1; line <= 500; line += 1) {
      writer.apply(
        sampleBatch([sampleTurn({ line, text: `heron ${"text ".repeat(200)}${line}` })]),
      );
      if (line % 50 === 0) reader?.search(ask("heron"));
    }
    const log = () => statSync(join(folder, `${writer.generation()}.db-wal`)).size;
    expect(log()).toBeLessThan(40e6);
    expect(writer.checkpoint()).toBe(true);
    expect(log()).toBe(0);
    reader?.close();
  });
});
