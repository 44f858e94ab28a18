/** Owns what a kill -9 at any moment may do to a store: nothing that the next run does not finish. */
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { generateHistory } from "../../src/bench/generate-history.ts";
import { runVarve, startVarve } from "../support/run-varve.ts";
import { removeFolder, temporaryFolder } from "../support/temp-home.ts";
import {
  appendRows,
  newTranscript,
  promptRows,
  spoolEvent,
  writeRows,
  type Transcript,
} from "./host-history.ts";
import { say } from "./say-varve.ts";
import { fileDigest, listLeftovers, openProbe, type StoreProbe } from "./store-probe.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";
const KILLS = isFull ? 50 : 6;
const QUERIES = ["error", "테스트", "検索", "数据", "function"];

type Kind = "import" | "sync" | "rebuild" | "forget";
const KINDS: readonly Kind[] = ["import", "forget", "rebuild", "sync", "forget", "import"];

interface World {
  readonly home: string;
  readonly varveHome: string;
  /** Transcripts written here, with the word and number of rows that must be found. */
  readonly kept: { transcript: Transcript; word: string; rows: number }[];
  round: number;
}

/** A word of its own for each round; letters in front, as an ending could share its stem with another's. */
function word(world: World, name: string): string {
  const letters = [world.round % 26, Math.floor(world.round / 26) % 26];
  return `${String.fromCharCode(...letters.map((letter) => 97 + letter))}${name}mark`;
}

/** New work for the round: a session of some size, and rows for one that is known already. */
function addWork(world: World): Transcript {
  const transcript = newTranscript(world.home);
  const rows = 100 + Math.floor(Math.random() * 200);
  writeRows(
    transcript,
    promptRows(transcript.session, word(world, "new"), { count: rows, fillerBytes: 500 }),
  );
  world.kept.push({ transcript, word: word(world, "new"), rows });
  const older = world.kept[Math.floor(Math.random() * world.kept.length)];
  if (older !== undefined) {
    appendRows(older.transcript, promptRows(older.transcript.session, older.word, { count: 5 }));
    older.rows += 5;
  }
  return older?.transcript ?? transcript;
}

function commandOf(world: World, kind: Kind, changed: Transcript): readonly string[] {
  switch (kind) {
    case "import":
      return ["import"];
    case "rebuild":
      return ["rebuild"];
    case "sync":
      for (const { transcript } of [{ transcript: changed }, ...world.kept.slice(-2)])
        spoolEvent(world.varveHome, transcript);
      return ["sync", "--from-hook"];
    case "forget":
      runVarve(["import"], world);
      return ["forget", `s:${world.kept.at(-1)?.transcript.session ?? ""}`, "--purge", "--yes"];
  }
}

async function killAt(world: World, args: readonly string[], delayMs: number): Promise<boolean> {
  const child = startVarve(args, world);
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), delayMs);
  const [, signal] = (await gone) as [number | null, string | null];
  clearTimeout(timer);
  return signal === "SIGKILL";
}

function expectWhole(world: World, probe: StoreProbe, killed: Kind): void {
  expect(probe.audit()).toEqual([]);
  const last = world.kept.at(-1);
  const forgotten =
    killed === "forget" && last !== undefined && probe.search(last.word).length === 0;
  if (forgotten) world.kept.pop();
  for (const { transcript, word: found, rows } of world.kept) {
    expect(probe.search(found)).toHaveLength(rows);
    expect(probe.restored(transcript.session)).toBe(fileDigest(transcript.path));
  }
  if (forgotten)
    expect(probe.restored(last.transcript.session)).not.toBe(fileDigest(last.transcript.path));
}

/** A generation without tables counts as being made for ten seconds; the next run of a person comes later than that. */
function passMinute(folder: string): void {
  const then = new Date(Date.now() - 60_000);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    utimesSync(join(folder, name), then, then);
}

function answersOf(probe: StoreProbe): readonly (readonly string[])[] {
  return QUERIES.map((query) => probe.search(query).toSorted());
}

test(
  `${KILLS} kills at random moments lose and double nothing`,
  { timeout: isFull ? 1_200_000 : 60_000 },
  async () => {
    const home = temporaryFolder();
    const world: World = { home, varveHome: join(home, ".varve"), kept: [], round: 0 };
    generateHistory({ seed: 7, bytes: 1_000_000, out: home });
    const started = performance.now();
    expect(runVarve(["import"], world).code).toBe(0);
    const importMs = performance.now() - started;
    const before = openProbe(home);
    const answers = answersOf(before);
    before.close();
    expect(answers.flat().length).toBeGreaterThan(20);

    let kills = 0;
    for (world.round = 0; kills < KILLS && world.round < KILLS * 6; world.round += 1) {
      const kind = KINDS[world.round % KINDS.length] ?? "import";
      const changed = addWork(world);
      // Now and then everything is to be done again.
      if (world.round % 5 === 4) removeFolder(join(world.varveHome, "index"));
      // Later runs are sooner over: their code is compiled and most of their work is done.
      const delayMs = 30 + Math.random() * importMs * 0.5;
      const hit = await killAt(world, commandOf(world, kind, changed), delayMs);
      if (hit) kills += 1;
      const note = `round ${world.round}: ${kind} after ${Math.round(delayMs)} ms${hit ? "" : " (had ended)"}`;
      passMinute(join(world.varveHome, "index"));
      const again = runVarve(["import"], world);
      expect(again.code, `${note}\n${again.stderr}`).toBe(0);
      const probe = openProbe(home);
      try {
        expectWhole(world, probe, kind);
        expect(answersOf(probe)).toEqual(answers);
        expect(listLeftovers(world.varveHome)).toEqual([]);
      } catch (error) {
        throw new Error(note, { cause: error });
      } finally {
        probe.close();
      }
    }
    expect(kills).toBe(KILLS);
  },
);

test("a purge that was cut off before or after any of its steps is finished by the next command", async () => {
  const home = temporaryFolder();
  const victim = newTranscript(home);
  const kept = newTranscript(home);
  writeRows(victim, promptRows(victim.session, "victimmark", { count: 4 }));
  writeRows(kept, promptRows(kept.session, "keptmark", { count: 4 }));
  expect((await say(["import"], home)).code).toBe(0);
  const before = openProbe(home);
  const entry = before.engine.archive.find(victim.session, "claude-code")?.id ?? "";
  // As a purge leaves it that was killed after its note, with nothing else done.
  const note = { v: 1, kind: "forget", reason: "asked", entries: [[entry, "all"]], reindex: true };
  writeFileSync(
    join(before.engine.store.paths.archive, "unfinished-removal.json"),
    JSON.stringify(note),
  );
  before.close();
  expect((await say(["sync"], home)).code).toBe(0);
  const probe = openProbe(home);
  expect(probe.search("victimmark")).toEqual([]);
  expect(probe.search("keptmark")).toHaveLength(4);
  expect(probe.audit()).toEqual([]);
  const left: string[] = [];
  probe.engine.archive.readLines(entry, 1, 1, (line) => void left.push(line.toString()));
  expect(left.join()).not.toContain("victimmark");
  probe.close();
  expect(listLeftovers(join(home, ".varve"))).toEqual([]);
});

test("what was archived and not yet indexed when a run was killed is found, though its source is gone", async () => {
  const home = temporaryFolder();
  const transcript = newTranscript(home);
  writeRows(transcript, promptRows(transcript.session, "goesmark", { count: 4 }));
  expect((await say(["import"], home)).code).toBe(0);
  const late = newTranscript(home);
  writeRows(late, promptRows(late.session, "latemark", { count: 4 }));
  // The archive's half of a sync, as a kill between capture and index leaves it.
  const half = openProbe(home);
  const path = late.path;
  half.engine.archive.capture({
    file: {
      source: "claude-code",
      kind: "session",
      fileId: late.session,
      session: late.session,
      path,
      ...statOf(path),
      compressed: false,
    },
    project: null,
    session: late.session,
  });
  writeFileSync(join(half.engine.store.paths.index, "unfinished"), "");
  half.close();
  rmSync(path);
  expect((await say(["sync"], home)).code).toBe(0);
  const probe = openProbe(home);
  expect(probe.search("latemark")).toHaveLength(4);
  expect(probe.audit()).toEqual([]);
  probe.close();
});

test("temp files of dead writers are cleared away, those of living ones are not", async () => {
  const home = temporaryFolder();
  const varveHome = join(home, ".varve");
  expect((await say(["import"], home)).code).toBe(0);
  const dead = [
    "index/.unfinished.0123456789ab.tmp",
    "index/.current.0123456789ab.tmp",
    "state/.last-sync.json.0123456789ab.tmp",
    "archive/.unfinished-removal.json.0123456789ab.tmp",
    ".config.toml.0123456789ab.tmp",
  ].map((name) => join(varveHome, name));
  const living = join(varveHome, ".config.toml.ba9876543210.tmp");
  mkdirSync(join(varveHome, "archive"), { recursive: true });
  for (const path of [...dead, living]) writeFileSync(path, "half of");
  const old = new Date(Date.now() - 3_600_000);
  for (const path of dead) utimesSync(path, old, old);
  expect((await say(["sync"], home)).code).toBe(0);
  expect(dead.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(living)).toBe(true);
});

function statOf(path: string): {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly inode: number;
} {
  const stats = statSync(path);
  return { sizeBytes: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
}
