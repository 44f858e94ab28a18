/** Owns what commands do with a store that is damaged, read-only, full, foreign or not there: what can be read is read. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-table.ts";
import {
  cleanEnvironment,
  runVarve,
  runVarveJson,
  varveBin,
  type RunOptions,
  type RunResult,
} from "../support/run-varve.ts";
import { removeFolder, readTree, temporaryFolder } from "../support/temp-home.ts";
import {
  appendRows,
  newTranscript,
  promptRows,
  writeRows,
  type Transcript,
} from "./host-history.ts";
import { say } from "./say-varve.ts";
import { openProbe } from "./store-probe.ts";

const NOBODY = 65_534;

interface FilledStore {
  readonly home: string;
  readonly varveHome: string;
  readonly transcript: Transcript;
}

/** A store that holds one session with the word `harbourmark` in five prompts. */
async function fillStore(name = "home"): Promise<FilledStore> {
  const home = temporaryFolder(name);
  const transcript = newTranscript(home);
  writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 5 }));
  expect((await say(["import"], home)).code).toBe(0);
  return { home, varveHome: join(home, ".varve"), transcript };
}

function expectNoTrace(result: Pick<RunResult, "code" | "stderr">, what: string): void {
  expect(result.stderr, what).not.toMatch(/^\s+at |internal error|node:internal/m);
  expect([0, 1, 2], `${what}: ${result.stderr}`).toContain(result.code);
  if (result.code === 2) expect(result.stderr, what).toMatch(/^varve: .+\n {2}\S/m);
}

/** One call of every command of the table, with arguments that reach the store. */
function everyCall({ home, transcript }: FilledStore): readonly (readonly string[])[] {
  const calls: Record<string, readonly string[]> = {
    import: [],
    sync: [],
    backup: ["--to", join(home, "copy")],
    search: ["harbourmark"],
    logs: ["harbourmark"],
    timeline: [`s:${transcript.session}`],
    overview: [transcript.session],
    trace: ["src/nothing.ts"],
    read: [`s:${transcript.session}`],
    sessions: [],
    restore: [transcript.session, "--to", join(home, "back.jsonl"), "--force"],
    export: [transcript.session, "--to", join(home, "talk.md")],
    status: [],
    audit: [],
    rebuild: [],
    forget: ["--match", "nothing holds this text"],
    undo: ["--list"],
    skill: [],
    prune: ["--older-than", "90y", "--dry-run"],
    redact: ["--test", transcript.path],
    "project list": [],
    "project alias": ["nowhere", "nothing", "--yes"],
    "config list": [],
    "config get": ["search.limit"],
    "config set": ["search.limit", "9"],
    setup: ["--dry-run"],
    uninstall: ["--dry-run"],
    completion: ["bash"],
  };
  const needNoStore = new Set(["demo", "bench", "mcp"]);
  const missing = COMMANDS.map(({ name }) => name).filter(
    (name) => calls[name] === undefined && !needNoStore.has(name),
  );
  expect(missing, "commands without a call in this test").toEqual([]);
  return Object.entries(calls).map(([name, args]) => [...name.split(" "), ...args]);
}

describe("a damaged index", () => {
  const damages: Readonly<Record<string, (database: string, folder: string) => void>> = {
    "garbage in place of the file": (database) =>
      writeFileSync(database, Buffer.alloc(20_000, "no database ")),
    "cut to half": (database) =>
      truncateSync(database, Math.floor(statSync(database).size / 2 / 8192) * 8192),
    "cut within its first page": (database) => truncateSync(database, 100),
    "garbage in its middle": (database) => {
      const bytes = readFileSync(database);
      bytes.fill(0xab, 8192, bytes.length - 8192);
      writeFileSync(database, bytes);
    },
    empty: (database) => truncateSync(database, 0),
    "current points nowhere": (database, folder) => {
      const name = readFileSync(join(folder, "current"), "utf8").trim();
      writeFileSync(join(folder, "current"), `${name.split("-")[0]}-999\n`);
      rmSync(database);
    },
    "current is no name": (_, folder) =>
      writeFileSync(join(folder, "current"), Buffer.from([0, 1, 2, 255])),
  };

  test.each(Object.keys(damages))(
    "%s: archiving goes on, the error names the cure, the cure works",
    async (kind) => {
      const home = temporaryFolder();
      const transcript = newTranscript(home);
      writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 5 }));
      // A process of its own: what it held open is closed for sure when its database is damaged.
      expect(runVarve(["import"], { home }).code).toBe(0);
      const varveHome = join(home, ".varve");
      const folder = join(varveHome, "index");
      const database = readdirSync(folder).find((name) => name.endsWith(".db")) ?? "";
      for (const name of readdirSync(folder))
        if (/-(?:wal|shm)$/.test(name)) rmSync(join(folder, name));
      damages[kind]?.(join(folder, database), folder);
      for (const args of [["search", "harbourmark"], ["sessions"], ["status"], ["audit"]]) {
        const result = await say(args, home);
        expectNoTrace(result, args.join(" "));
        // Where the damage made the index a missing one, there is nothing to name; else the cure is named.
        if (result.code === 2) expect(result.stderr).toContain("varve rebuild");
      }
      appendRows(transcript, promptRows(transcript.session, "latermark", { count: 3 }));
      const imported = await say(["import"], home);
      expectNoTrace(imported, "import");
      if (imported.code === 2) expect(imported.stderr).toContain("varve rebuild");
      const back = await say(
        ["restore", transcript.session, "--to", join(home, "back.jsonl")],
        home,
      );
      expect(back.code, back.stderr).toBe(0);
      expect(readFileSync(join(home, "back.jsonl"))).toEqual(readFileSync(transcript.path));
      const rebuilt = await say(["rebuild"], home);
      expect(rebuilt.code, rebuilt.stderr).toBe(0);
      expect((await say(["import"], home)).code).toBe(0);
      const probe = openProbe(home);
      expect(probe.search("harbourmark")).toHaveLength(5);
      expect(probe.search("latermark")).toHaveLength(3);
      expect(probe.audit()).toEqual([]);
      probe.close();
      expect(readdirSync(folder).filter((name) => name.endsWith(".db"))).toHaveLength(1);
    },
  );

  test("every command lives with one", async () => {
    const store = await fillStore();
    for (const args of everyCall(store)) {
      const folder = join(store.varveHome, "index");
      for (const name of readdirSync(folder))
        if (name.includes(".db")) writeFileSync(join(folder, name), "no database at all");
      expectNoTrace(await say(args, store.home), args.join(" "));
    }
  });
});

describe("a store of a newer varve", () => {
  function makeNewer({ varveHome }: FilledStore): void {
    const file = join(varveHome, "store.json");
    const row = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...row, format: 99, minReader: 99 }));
  }

  test("bytes are archived, nothing is answered, the version and the cure are named", async () => {
    const store = await fillStore();
    const { home, transcript } = store;
    makeNewer(store);
    appendRows(transcript, promptRows(transcript.session, "latermark", { count: 3 }));
    const imported = runVarveJson<{ bytes: number; warnings: { message: string }[] }>(["import"], {
      home,
    });
    expect(imported.code).toBe(0);
    expect(imported.value.bytes).toBeGreaterThan(0);
    expect(imported.value.warnings.map(({ message }) => message).join()).toMatch(
      /format 99.*update varve/,
    );
    for (const args of [
      ["search", "harbourmark"],
      ["sessions"],
      ["read", `s:${transcript.session}`],
      ["rebuild"],
      ["audit"],
    ]) {
      const result = await say(args, home);
      expect(result.code, args.join(" ")).toBe(2);
      expect(result.stderr).toMatch(/format 99[\s\S]*update varve/);
      expect(result.stdout).toBe("");
    }
    const back = await say(["restore", transcript.session, "--to", join(home, "back.jsonl")], home);
    expect(back.code, back.stderr).toBe(0);
    expect(readFileSync(join(home, "back.jsonl"))).toEqual(readFileSync(transcript.path));
    const status = await say(["status"], home);
    expect(status.code).toBe(1);
    expect(status.stdout).toContain("format 99");
    // After the update what was archived meanwhile is indexed, though the host has deleted it.
    rmSync(transcript.path);
    const file = join(store.varveHome, "store.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("99", "1"));
    expect((await say(["sync"], home)).code).toBe(0);
    const probe = openProbe(home);
    expect(probe.search("latermark")).toHaveLength(3);
    expect(probe.audit()).toEqual([]);
    probe.close();
  });

  test("every command lives with one", async () => {
    const store = await fillStore();
    makeNewer(store);
    for (const args of everyCall(store)) expectNoTrace(await say(args, store.home), args.join(" "));
  });
});

test("no store at all: every command says so or makes one", async () => {
  const calls = everyCall(await fillStore()).length;
  for (let call = 0; call < calls; call += 1) {
    const store = await fillStore();
    rmSync(store.varveHome, { recursive: true });
    const args = everyCall(store)[call] ?? [];
    expectNoTrace(await say(args, store.home), args.join(" "));
  }
});

describe("a store that may not be written", () => {
  const setpriv = spawnSync("setpriv", ["--version"]).status === 0;
  const isRoot = process.getuid?.() === 0;

  /** Runs as another user, for whom the store's owner made everything readable only. */
  function runAsOther(args: readonly string[], options: RunOptions): RunResult {
    const words = isRoot
      ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"]
      : [];
    const [command = "", ...rest] = [...words, process.execPath, varveBin, ...args];
    const result = spawnSync(command, rest, {
      env: cleanEnvironment(options),
      cwd: "/",
      encoding: "utf8",
      timeout: 60_000,
    });
    return { code: result.status, stdout: result.stdout, stderr: result.stderr };
  }

  /** The home stays as it is for reading; no file or folder of the store can be written. */
  function closeForWriting(
    path: string,
    mode: { readonly folder: number; readonly file: number },
  ): void {
    for (const name of readdirSync(path)) {
      const child = join(path, name);
      if (statSync(child).isDirectory()) closeForWriting(child, mode);
      else chmodSync(child, mode.file);
    }
    chmodSync(path, mode.folder);
  }

  test.skipIf(isRoot && !setpriv)(
    "what can be read is read; what has to write says why not and changes nothing (needs setpriv when run as root)",
    async () => {
      const store = await fillStore();
      const { home, varveHome, transcript } = store;
      for (let path = home; path.startsWith(tmpdir()) && path !== tmpdir(); path = join(path, ".."))
        chmodSync(path, 0o755);
      closeForWriting(join(home, ".claude"), { folder: 0o755, file: 0o644 });
      closeForWriting(varveHome, { folder: 0o555, file: 0o444 });
      onTestFinished(() => closeForWriting(varveHome, { folder: 0o700, file: 0o600 }));
      const before = readTree(varveHome);
      const found = runAsOther(["search", "harbourmark", "-a", "--json"], { home });
      expect(found.code, found.stderr).toBe(0);
      expect((JSON.parse(found.stdout) as { hits: unknown[] }).hits).toHaveLength(5);
      expect(runAsOther(["sessions", "-a"], { home }).code).toBe(0);
      expect(runAsOther(["read", `s:${transcript.session}`], { home }).code).toBe(0);
      const status = runAsOther(["status"], { home });
      expectNoTrace(status, "status");
      expect(status.stdout).toContain("may not be written");
      for (const args of [
        ["import"],
        ["sync"],
        ["rebuild"],
        ["config", "set", "search.limit", "9"],
        ["forget", `s:${transcript.session}`, "--purge", "--yes"],
      ]) {
        const result = runAsOther(args, { home });
        expect(result.code, args.join(" ")).toBe(2);
        expectNoTrace(result, args.join(" "));
        expect(result.stderr).toMatch(
          /may not be written|cannot be written|may not be read or written/,
        );
      }
      for (const args of everyCall(store))
        expectNoTrace(runAsOther(args, { home }), args.join(" "));
      expect(readTree(varveHome)).toEqual(before);
    },
  );
});

describe("a full disk", () => {
  /** A small file system of its own; undefined where this user may not mount. */
  function smallDisk(megabytes: number): string | undefined {
    const path = mkdtempSync(join(tmpdir(), "varve-disk-"));
    const mounted =
      spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", path])
        .status === 0;
    onTestFinished(() => {
      // Lazily: on Node 20 the binding keeps a closed database open until its statements are collected.
      if (mounted) spawnSync("umount", ["-l", path]);
      removeFolder(path);
    });
    return mounted ? path : undefined;
  }

  test("import says so, keeps what was whole, and goes on when there is room", async (context) => {
    const disk = smallDisk(2);
    if (disk === undefined) return context.skip("this user may not mount a small file system");
    const home = temporaryFolder();
    const env = { VARVE_HOME: join(disk, "store") };
    const small = newTranscript(home);
    writeRows(small, promptRows(small.session, "smallmark", { count: 5 }));
    expect(runVarve(["import"], { home, env }).code).toBe(0);
    writeFileSync(join(disk, "filler"), Buffer.alloc(1_200_000));
    const big = newTranscript(home);
    writeRows(big, promptRows(big.session, "bigmark", { count: 3_000, fillerBytes: 400 }));
    const full = runVarve(["import"], { home, env });
    expect(full.code, full.stdout).toBe(2);
    expect(full.stderr).toMatch(/no space left|disk is full/i);
    expectNoTrace(full, "import");
    for (const args of [
      ["search", "smallmark"],
      ["sessions", "-a"],
      ["status"],
      ["audit"],
      ["rebuild"],
      ["config", "set", "search.limit", "9"],
      ["backup", "--to", join(disk, "copy")],
    ]) {
      expectNoTrace(runVarve(args, { home, env }), args.join(" "));
    }
    expect(runVarve(["search", "smallmark", "-a"], { home, env }).code).toBe(0);
    const config = join(env.VARVE_HOME, "config.toml");
    expect(existsSync(config) ? readFileSync(config, "utf8") : "[search]\nlimit = 9\n").toContain(
      "limit = 9",
    );
    rmSync(join(disk, "filler"));
    removeFolder(join(disk, "copy"));
    spawnSync("mount", ["-o", "remount,size=64m", disk]);
    const again = runVarve(["import"], { home, env });
    expect(again.code, again.stderr).toBe(0);
    const probe = openProbe(home, env.VARVE_HOME);
    expect(probe.search("bigmark")).toHaveLength(3_000);
    expect(probe.audit()).toEqual([]);
    probe.close();
    const left = [...readTree(env.VARVE_HOME).keys()].filter((path) => path.endsWith(".tmp"));
    expect(left).toEqual([]);
  });
});

test("a home with blanks and letters of any script", async () => {
  const { home } = await fillStore("나의 집 (home) 'quoted' $x");
  const probe = openProbe(home);
  expect(probe.search("harbourmark")).toHaveLength(5);
  expect(probe.audit()).toEqual([]);
  probe.close();
  expect((await say(["rebuild"], home)).code).toBe(0);
  expect((await say(["backup", "--to", join(home, "사본 copy")], home)).code).toBe(0);
});

test("a file where the store should be", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, ".varve"), "not a folder");
  for (const args of [["import"], ["status"], ["search", "x"]]) {
    const result = await say(args, home);
    expect(result.code).toBe(2);
    expectNoTrace(result, args.join(" "));
  }
  expect(readFileSync(join(home, ".varve"), "utf8")).toBe("not a folder");
});

test.each([
  ["store.json", ""],
  ["store.json", '{"format":'],
  ["store.json", "null"],
  ["key", ""],
  ["key", "zz"],
  ["projects.jsonl", "\0\0{broken\n"],
  ["config.toml", "= broken ["],
  ["state/last-sync.json", '{"at":'],
  ["state/last-sync.json", "null"],
  ["state/hook-errors.jsonl", "{\n\0\n"],
  ["state/spool.jsonl", 'not json\n{"v":1}\n'],
  ["state/worker.lock", "no database"],
  ["state/archive.lock", "no database"],
  ["archive/forgotten.jsonl", "{broken\n"],
  ["archive/excluded.jsonl", "{broken\n"],
  ["archive/private-words.jsonl", "{broken\n"],
  ["archive/unfinished-removal.json", "{broken"],
])("damage in %s (%j) is said, not thrown", async (name, content) => {
  const { home, varveHome } = await fillStore();
  mkdirSync(join(varveHome, "state"), { recursive: true });
  writeFileSync(join(varveHome, name), content, { mode: 0o600 });
  for (const args of [["import"], ["search", "harbourmark"], ["status"], ["audit"]]) {
    const result = await say(args, home);
    expectNoTrace(result, `${args.join(" ")} with ${name}`);
  }
});
