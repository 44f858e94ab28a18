/** Odd file names, a broken native module, growth and open readers: what surrounds the transcripts. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { openSqlite } from "../../src/platform/sqlite.ts";
import { cleanEnvironment, runVarve, runVarveJson, startVarve } from "../support/run-varve.ts";
import { repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import { expectSettled, hitsOf, importAll, listSessions } from "./imported-home.ts";
import * as made from "./made-sessions.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

function session(number: number): string {
  return `dddddddd-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function oneTalk(number: number, word: string): string[] {
  return [
    made.typed(
      { id: number * 100, session: session(number), parent: null },
      `What about the ${word}?`,
    ),
    made.replied({ id: number * 100 + 1, session: session(number) }, "Done."),
  ];
}

describe("file names", () => {
  const names: readonly (readonly [string, Buffer])[] = [
    ["newline", Buffer.from("with\nnewline.jsonl")],
    ["emoji", Buffer.from("\u{1f41a}.jsonl")],
    ["hash", Buffer.from("a#b.jsonl")],
    ["percent", Buffer.from("100%41.jsonl")],
    ["blank", Buffer.from(" .jsonl")],
    ["longest", Buffer.from(`${"n".repeat(244)}.jsonl`)],
    ["hangul", Buffer.from("\uae30\ub85d.jsonl")],
    ["escape", Buffer.from("\u001b[31mred.jsonl")],
    ["quote", Buffer.from('it\'s "quoted".jsonl')],
    [
      "not UTF-8",
      Buffer.concat([Buffer.from("bad"), Buffer.from([0xff, 0xfe]), Buffer.from(".jsonl")]),
    ],
  ];

  test("odd ones are taken in or reported, and never keep the others out", () => {
    const path = temporaryFolder();
    const home = { path };
    const folder = join(path, ".claude", "projects", "-home-user-code-orchard");
    mkdirSync(folder, { recursive: true });
    names.forEach(([, name], at) => {
      const file = Buffer.concat([Buffer.from(`${folder}/`), name]);
      writeFileSync(
        file,
        oneTalk(at + 1, `oddfig${at}end`)
          .map((line) => `${line}\n`)
          .join(""),
      );
    });
    made.writeLines(made.claudePath(path, session(90)), oneTalk(90, "plainfig"));
    const result = runVarve(["import", "--json"], { home: path });
    expect(result.code).toBe(0);
    const report = JSON.parse(result.stdout) as {
      readonly warnings: readonly { readonly path: string }[];
    };
    const found = names
      .filter((_, at) => hitsOf(home, `oddfig${at}end`).length === 1)
      .map(([name]) => name);
    expect(found).toEqual(
      expect.arrayContaining(names.map(([name]) => name).filter((name) => name !== "not UTF-8")),
    );
    expect(hitsOf(home, "plainfig")).toHaveLength(1);
    expect(found.length + report.warnings.length).toBe(names.length);
    const plain = runVarve(["import"], { home: path });
    expect(plain.stdout + plain.stderr).not.toContain("\u001b[31m");
    const audit = runVarveJson<{ readonly verdict: string }>(["audit"], { home: path });
    expect(audit.value.verdict).toBe("clean");
    const to = join(path, "back.jsonl");
    expect(runVarve(["restore", session(6), "--to", to], { home: path }).code).toBe(0);
    expect(readFileSync(to, "utf8")).toContain("oddfig5end");
  });

  test("files that come and go between two imports: the folder is right, not what was known of it", () => {
    const path = temporaryFolder();
    const home = { path };
    made.writeLines(made.claudePath(path, session(1)), oneTalk(1, "firstfig"));
    made.writeLines(made.claudePath(path, session(2)), oneTalk(2, "secondfig"));
    importAll(home);
    rmSync(made.claudePath(path, session(1)));
    made.writeLines(made.claudePath(path, session(3)), oneTalk(3, "thirdfig"));
    importAll(home);
    const gone = listSessions(home).filter((listed) => listed.sourceGone);
    expect(gone.map(({ id }) => id)).toEqual([session(1)]);
    expect(hitsOf(home, "thirdfig")).toHaveLength(1);
    made.writeLines(made.claudePath(path, session(1)), oneTalk(1, "firstfig"));
    expect(importAll(home)).toMatchObject({ turns: 0 });
    expect(listSessions(home).filter((listed) => listed.sourceGone)).toEqual([]);
    expectSettled(home);
  });
});

describe("growth", () => {
  test("the write-ahead log is short again after many writes beside an open reader", async () => {
    const path = temporaryFolder();
    const transcript = made.claudePath(path, session(1));
    made.writeLines(transcript, oneTalk(1, "firstfig"));
    importAll({ path });
    const index = join(path, ".varve", "index");
    const name = readFileSync(join(index, "current"), "utf8").trim();
    const file = join(index, name.endsWith(".db") ? name : `${name}.db`);
    const reader = openSqlite(file, { readOnly: true, busyTimeoutMs: 1000 });
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) AS n FROM turns").get();
    const rounds = isFull ? 40 : 8;
    for (let round = 0; round < rounds; round += 1) {
      const filler = "the tide table of the outer harbour ".repeat(30);
      made.addLines(
        transcript,
        Array.from({ length: 50 }, (_, at) =>
          made.replied(
            { id: 200 + round * 50 + at, session: session(1) },
            `${round} ${at} ${filler}`,
          ),
        ),
      );
      importAll({ path });
    }
    reader.exec("COMMIT");
    reader.close();
    made.addLines(transcript, [made.replied({ id: 90_000, session: session(1) }, "the last one")]);
    importAll({ path });
    const log = `${file}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBeLessThan(64 * 1024);
    expectSettled({ path });
  });

  test("a hundred searches change no file of the index", () => {
    const path = temporaryFolder();
    made.writeLines(made.claudePath(path, session(1)), oneTalk(1, "firstfig"));
    importAll({ path });
    const index = join(path, ".varve", "index");
    const sizes = (): readonly string[] =>
      readdirSync(index)
        .filter((name) => name.endsWith(".db"))
        .map(
          (name) =>
            `${name} ${statSync(join(index, name)).size} ${statSync(join(index, name)).mtimeMs}`,
        );
    const before = sizes();
    for (let i = 0; i < (isFull ? 100 : 10); i += 1)
      runVarve(["search", "firstfig", "-a"], { home: path });
    expect(sizes()).toEqual(before);
  });

  test("sizes of source, archive and index are stated and bounded", () => {
    const path = temporaryFolder();
    const rows = Array.from({ length: 1000 }, (_, at) =>
      made.replied(
        { id: at + 1, session: session(1) },
        `row ${at} about the tide table of harbour ${at % 37} and what the pilot said ${at}`,
      ),
    );
    made.writeLines(made.claudePath(path, session(1)), rows);
    importAll({ path });
    const status = runVarve(["status"], { home: path }).stdout;
    expect(status).toMatch(/archive [\d.]+ kB for [\d.]+ kB; index [\d.]+ kB/);
    const { counts } = runVarveJson<{
      readonly counts: { readonly sourceBytes: number; readonly storedBytes: number };
    }>(["audit"], { home: path }).value;
    expect(counts.storedBytes / counts.sourceBytes).toBeLessThan(0.25);
  });
});

describe("a native module built for another Node", () => {
  const needsPackage =
    !existsSync(join(repositoryRoot, "node_modules", "@photostructure", "sqlite")) ||
    hasBuiltInSqlite();

  test.skipIf(needsPackage)(
    `hooks exit 0, every other command names the cure${needsPackage ? " (skipped: this Node has SQLite built in)" : ""}`,
    () => {
      const path = temporaryFolder();
      made.writeLines(made.claudePath(path, session(1)), oneTalk(1, "firstfig"));
      importAll({ path });
      const broken = join(path, "package");
      const modules = join(broken, "node_modules");
      mkdirSync(modules, { recursive: true });
      cpSync(join(repositoryRoot, "dist"), join(broken, "dist"), { recursive: true });
      cpSync(join(repositoryRoot, "package.json"), join(broken, "package.json"));
      for (const name of readdirSync(join(repositoryRoot, "node_modules"))) {
        if (!name.startsWith("@photostructure"))
          symlinkSync(join(repositoryRoot, "node_modules", name), join(modules, name));
      }
      const sqlite = join("@photostructure", "sqlite");
      cpSync(join(repositoryRoot, "node_modules", sqlite), join(modules, sqlite), {
        recursive: true,
      });
      for (const file of listFiles(join(modules, sqlite)).filter((name) =>
        name.endsWith(".node"),
      )) {
        rmSync(file);
        writeFileSync(file, "built for another Node");
      }
      const run = (
        program: string,
        args: readonly string[],
        input = "",
      ): ReturnType<typeof spawnSync> =>
        spawnSync(process.execPath, [join(broken, "dist", program), ...args], {
          env: cleanEnvironment({ home: path }),
          cwd: path,
          input,
          encoding: "utf8",
        });
      const event = JSON.stringify({
        session_id: session(1),
        transcript_path: made.claudePath(path, session(1)),
        hook_event_name: "Stop",
      });
      const hook = run(
        "varve-hook.cjs",
        ["claude-code", "Stop", "--home", join(path, ".varve")],
        event,
      );
      expect({ code: hook.status, out: hook.stdout }).toEqual({ code: 0, out: "" });
      for (const args of [
        ["search", "firstfig", "-a"],
        ["import"],
        ["sessions", "-a"],
        ["audit"],
        ["rebuild"],
      ]) {
        const result = run("varve.js", args);
        expect({ args, code: result.status }).toEqual({ args, code: 2 });
        expect(String(result.stderr)).toMatch(/npm install/);
        expect(String(result.stderr)).not.toMatch(/^\s+at .*:\d+:\d+/m);
      }
      const status = run("varve.js", ["status"]);
      expect(String(status.stdout) + String(status.stderr)).toMatch(/npm install/);
      // Mended, all is as before.
      expect(hitsOf({ path }, "firstfig")).toHaveLength(1);
      expectSettled({ path });
    },
  );

  function hasBuiltInSqlite(): boolean {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    return major > 22 || (major === 22 && minor >= 13);
  }

  function listFiles(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
  }
});

test("searches beside a running import answer", async () => {
  const path = temporaryFolder();
  made.writeLines(made.claudePath(path, session(1)), oneTalk(1, "firstfig"));
  importAll({ path });
  for (let at = 2; at < 60; at += 1)
    made.writeLines(made.claudePath(path, session(at)), oneTalk(at, `fig${at}`));
  const running = startVarve(["import"], { home: path });
  const ended = new Promise<number | null>((resolve) => running.on("exit", resolve));
  for (let i = 0; i < 3; i += 1) expect(hitsOf({ path }, "firstfig")).toHaveLength(1);
  expect(await ended).toBe(0);
  expectSettled({ path });
});
