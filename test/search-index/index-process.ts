/** Owns what the other processes of the index tests do; bundled by generations.test.ts. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { openSqlite } from "../../src/platform/sqlite.ts";
import {
  openIndex,
  startGeneration,
  type IndexBatch,
} from "../../src/search-index/search-index.ts";

const SCHEMA_KEY = "rules 1";
const [task = "", folder = "", ...rest] = process.argv.slice(2);

function batch(session: string, line: number, text: string): IndexBatch {
  return {
    entryId: `entry-${session}`,
    epoch: 1,
    source: "claude-code",
    kind: "session",
    project: "lantern-a1b2c3",
    session,
    fromLine: line,
    toLine: line,
    turns: [
      {
        source: "claude-code",
        session,
        entryId: `line:${line}`,
        line,
        block: 0,
        time: null,
        timeInferred: false,
        role: "user",
        class: "prompt",
        promptNumber: 1,
        text,
        textTruncated: false,
        toolName: null,
        toolCallId: null,
        files: [],
        exitStatus: null,
        model: null,
        usage: null,
        branch: "live",
        sidechain: false,
        cwd: null,
        gitBranch: null,
      },
    ],
    skipped: [],
    facts: [],
    rewinds: [],
    state: "{}",
    sourceBytes: line,
  };
}

function waitForEver(): void {
  setInterval(() => undefined, 1000);
}

const TASKS: Readonly<Record<string, () => void>> = {
  "build-and-wait"() {
    const builder = startGeneration({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    for (let line = 1; line < 50; line += 1) builder.apply(batch("builder-1", line, "heron half"));
    console.log("building");
    waitForEver();
  },
  /** Reads until the stop file comes: each answer must be one round's rows, all of them. */
  "read-until"() {
    const index = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
    const query = {
      query: "heron",
      projects: "all",
      limit: 10,
      offset: 0,
      order: "relevance",
    } as const;
    let answers = 0;
    let wrong = 0;
    let last = "";
    console.log("reading");
    while (!existsSync(rest[0] ?? "")) {
      const handle =
        answers % 3 === 0 ? openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY }) : index;
      const texts = new Set(handle?.search(query).hits.map((hit) => hit.text));
      if (handle !== index) handle?.close();
      last = [...texts][0]?.split(" ")[1] ?? "nothing";
      if (texts.size !== 1) wrong += 1;
      answers += 1;
    }
    last = index?.search(query).hits[0]?.text.split(" ")[1] ?? "nothing";
    console.log(`${answers} answers, last ${last}, ${wrong} wrong`);
  },
  write() {
    const index = openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    const [name = "", count = "0"] = rest;
    for (let line = 1; line <= Number(count); line += 1) {
      index.apply(batch(`writer-${name}`, line, `heron ${name} ${line}`));
      if (line === 1 && Number(count) > 1000) console.log("writing");
    }
    console.log("done");
  },
  hold() {
    const index = openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY });
    const database = openSqlite(join(folder, `${index.generation()}.db`), { busyTimeoutMs: 1000 });
    database.exec("BEGIN IMMEDIATE");
    console.log("holding");
    // A database that nobody refers to is closed by the garbage collector, and its lock with it.
    setInterval(() => database, 1000);
  },
  /** Root may write anywhere, so it becomes somebody who may only read. */
  "read-as-nobody"() {
    openSqlite(":memory:", { busyTimeoutMs: 1 }).close();
    if (process.getuid?.() === 0) {
      process.setgid?.(65534);
      process.setuid?.(65534);
    }
    const index = openIndex({ folder, mode: "read", schemaKey: SCHEMA_KEY });
    console.log(
      `total ${index?.search({ query: "heron", projects: "all", limit: 1, offset: 0, order: "relevance" }).total}`,
    );
  },
};

TASKS[task]?.();
