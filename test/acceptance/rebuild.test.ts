/** Owns that the truth files alone give the same answers again, wherever they are copied to, and that sources may change under varve. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  removeFolder,
  copyExactly,
  layOut,
  readTree,
  repositoryRoot,
  temporaryFolder,
} from "../support/temp-home.ts";
import {
  appendRows,
  newTranscript,
  promptRows,
  writeRows,
  type Transcript,
} from "./host-history.ts";
import { say } from "./say-varve.ts";
import { fileDigest, openProbe } from "./store-probe.ts";

const TRUTH = ["store.json", "key", "config.toml", "projects.jsonl", "archive"];
const QUERIES = [
  "harbour",
  "connection reset",
  "등대",
  "토큰",
  "테스트",
  "検索",
  "エラー",
  "数据",
  "错误",
  "deploy",
  "error",
  "function",
  "the",
  "test",
  "a",
  "등",
  "海",
  "lighthouse",
  "harbourmark",
  "src",
  "git",
  "timeout",
];

/** Everything that search, sessions and read say as JSON, without what tells of the run itself. */
async function answersOf(home: string): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const query of QUERIES)
    answers.push({
      ...(JSON.parse(
        (await say(["search", query, "-a", "--json", "--all"], home)).stdout,
      ) as object),
      durationMs: null,
    });
  const sessions = JSON.parse(
    (await say(["sessions", "-a", "--json", "--limit", "100"], home)).stdout,
  ) as { sessions: { ref: string; sourceGone: boolean }[] };
  answers.push(sessions.sessions.map((session) => ({ ...session, sourceGone: null })));
  for (const { ref } of sessions.sessions) {
    for (const level of ["full", "outline", "raw"])
      answers.push(
        JSON.parse((await say(["read", ref, "--level", level, "--all", "--json"], home)).stdout),
      );
  }
  return answers;
}

async function fillHome(): Promise<string> {
  const home = temporaryFolder();
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const transcript = newTranscript(home);
  writeRows(transcript, promptRows(transcript.session, "harbourmark", { count: 12 }));
  expect((await say(["config", "set", "search.snippet_chars", "200"], home)).code).toBe(0);
  expect((await say(["import"], home)).code).toBe(0);
  return home;
}

describe("truth files", () => {
  test("copied alone into an empty home and rebuilt they answer alike", async () => {
    const home = await fillHome();
    const before = await answersOf(home);
    expect(JSON.stringify(before)).toContain("harbourmark");
    const empty = temporaryFolder();
    mkdirSync(join(empty, ".varve"), { mode: 0o700 });
    for (const name of TRUTH) copyExactly(join(home, ".varve", name), join(empty, ".varve", name));
    expect((await say(["rebuild"], empty)).code).toBe(0);
    expect(await answersOf(empty)).toEqual(before);
    const audit = await say(["audit"], empty);
    expect(audit.code, audit.stdout).toBe(0);
  });

  test("a backup does the same, and a second one copies only what changed", async () => {
    const home = await fillHome();
    const to = join(temporaryFolder(), ".varve");
    const first = JSON.parse((await say(["backup", "--to", to, "--json"], home)).stdout) as {
      files: number;
      skipped: number;
    };
    expect(first.skipped).toBe(0);
    const second = JSON.parse((await say(["backup", "--to", to, "--json"], home)).stdout) as {
      files: number;
      skipped: number;
    };
    expect(second).toMatchObject({ files: 0, skipped: first.files });
    const transcript = newTranscript(home);
    writeRows(transcript, promptRows(transcript.session, "latermark", { count: 2 }));
    expect((await say(["import"], home)).code).toBe(0);
    const third = JSON.parse((await say(["backup", "--to", to, "--json"], home)).stdout) as {
      files: number;
      skipped: number;
    };
    expect(third.files).toBe(2); // the new transcript's gzip file and its sidecar
    expect(third.skipped).toBe(first.files);
    const other = dirname(to);
    expect((await say(["rebuild"], other)).code).toBe(0);
    const answers = await answersOf(other);
    expect(JSON.stringify(answers)).toContain("latermark");
    expect(answers).toEqual(await answersOf(home));
    for (const path of readTree(to).keys()) expect(statSync(join(to, path)).mode & 0o077).toBe(0);
  });

  test("index, state and logs may be deleted at any time", async () => {
    const home = await fillHome();
    const before = await answersOf(home);
    for (const name of ["index", "state", "logs"]) removeFolder(join(home, ".varve", name));
    expect((await say(["import"], home)).code).toBe(0);
    expect(await answersOf(home)).toEqual(before);
    rmSync(join(home, ".claude"), { recursive: true });
    rmSync(join(home, ".codex"), { recursive: true });
    rmSync(join(home, ".varve", "index"), { recursive: true });
    expect((await say(["sync"], home)).code).toBe(0);
    expect(await answersOf(home)).toEqual(before);
  });
});

interface Source {
  readonly home: string;
  readonly transcript: Transcript;
  /** Takes the change in and checks that the store is whole: each word as often as said, audit clean. */
  sync(words: Readonly<Record<string, number>>): Promise<readonly { epoch: number }[]>;
}

async function startSource(fillerBytes = 0): Promise<Source> {
  const home = temporaryFolder();
  const transcript = newTranscript(home);
  writeRows(transcript, promptRows(transcript.session, "alphamark", { count: 6, fillerBytes }));
  const source: Source = {
    home,
    transcript,
    async sync(words) {
      const synced = await say(["sync"], home);
      expect(synced.code, synced.stderr).toBe(0);
      const probe = openProbe(home);
      for (const [word, count] of Object.entries(words))
        expect([word, probe.search(word).length]).toEqual([word, count]);
      expect(probe.audit()).toEqual([]);
      probe.close();
      const list = await say(["restore", transcript.session, "--list", "--json"], home);
      expect(list.code, list.stderr).toBe(0);
      return (JSON.parse(list.stdout) as { epochs: { epoch: number }[] }).epochs;
    },
  };
  expect(await source.sync({ alphamark: 6 })).toHaveLength(1);
  return source;
}

function firstLines(path: string, count: number): string {
  return readFileSync(path, "utf8")
    .split("\n")
    .slice(0, count)
    .map((line) => `${line}\n`)
    .join("");
}

describe("a source that changes", () => {
  test("grows: one epoch; an unfinished line waits", async () => {
    const { transcript, sync } = await startSource();
    const rows = promptRows(transcript.session, "betamark", { count: 3 });
    appendRows(transcript, rows.slice(0, -40));
    expect(await sync({ alphamark: 6, betamark: 2 })).toHaveLength(1);
    appendRows(transcript, rows.slice(-40));
    expect(await sync({ alphamark: 6, betamark: 3 })).toHaveLength(1);
  });

  test("shrinks and grows differently: nothing is lost, nothing comes twice", async () => {
    const { home, transcript, sync } = await startSource();
    const whole = fileDigest(transcript.path);
    truncateSync(transcript.path, Buffer.byteLength(firstLines(transcript.path, 2)));
    await sync({ alphamark: 6 });
    const probe = openProbe(home);
    expect(probe.restored(transcript.session)).toBe(whole);
    probe.close();
    appendRows(transcript, promptRows(transcript.session, "betamark", { count: 2 }));
    expect(await sync({ alphamark: 6, betamark: 2 })).toHaveLength(2);
    truncateSync(transcript.path, 0);
    await sync({ alphamark: 6, betamark: 2 });
  });

  test("is rewritten by a compaction of the host: a new epoch, and the audit is clean", async () => {
    const { transcript, sync } = await startSource();
    writeRows(transcript, promptRows(transcript.session, "betamark", { count: 4 }));
    expect(await sync({ alphamark: 6, betamark: 4 })).toHaveLength(2);
    writeRows(transcript, promptRows(transcript.session, "gammamark", { count: 1 }));
    expect(await sync({ alphamark: 6, betamark: 4, gammamark: 1 })).toHaveLength(3);
  });

  test("is replaced by another of the same size", async () => {
    const { transcript, sync } = await startSource();
    const size = statSync(transcript.path).size;
    writeFileSync(
      `${transcript.path}.new`,
      promptRows(transcript.session, "omegamark", { count: 6 }),
    );
    renameSync(`${transcript.path}.new`, transcript.path);
    expect(statSync(transcript.path).size).toBe(size);
    expect(await sync({ alphamark: 6, omegamark: 6 })).toHaveLength(2);
  });

  test("is changed in its middle, at the same size, with the same head and tail", async () => {
    const { transcript, sync } = await startSource(40_000);
    const text = readFileSync(transcript.path, "utf8");
    const lines = text.split("\n");
    lines[2] =
      promptRows(transcript.session, "omegamark", { count: 3, fillerBytes: 40_000 }).split(
        "\n",
      )[2] ?? "";
    writeRows(transcript, lines.join("\n"));
    expect(readFileSync(transcript.path, "utf8")).toHaveLength(text.length);
    expect(await sync({ alphamark: 6, omegamark: 1 })).toHaveLength(2);
  });

  test("is deleted: it stays, is shown as gone, and comes back whole", async () => {
    const { home, transcript, sync } = await startSource();
    const bytes = readFileSync(transcript.path);
    rmSync(transcript.path);
    await sync({ alphamark: 6 });
    expect((await say(["sessions", "-a"], home)).stdout).toContain("(gone)");
    expect((await say(["restore", transcript.session], home)).code).toBe(0);
    expect(readFileSync(transcript.path)).toEqual(bytes);
    expect(await sync({ alphamark: 6 })).toHaveLength(1);
  });

  test("is moved to another project's folder, and grows there", async () => {
    const { home, transcript, sync } = await startSource();
    const path = join(
      home,
      ".claude",
      "projects",
      "-home-user-lighthouse",
      basename(transcript.path),
    );
    mkdirSync(dirname(path));
    renameSync(transcript.path, path);
    expect(await sync({ alphamark: 6 })).toHaveLength(1);
    appendRows({ ...transcript, path }, promptRows(transcript.session, "betamark", { count: 2 }));
    expect(await sync({ alphamark: 6, betamark: 2 })).toHaveLength(1);
  });

  test("of Codex is archived by it, then compressed (needs zstd)", async (context) => {
    const home = temporaryFolder();
    layOut(join(repositoryRoot, "fixtures", "demo"), home);
    expect((await say(["sync"], home)).code).toBe(0);
    const look = async () => {
      const probe = openProbe(home);
      const seen = {
        hits: QUERIES.map((query) => probe.search(query)),
        audit: probe.audit(),
        entries: [...probe.engine.archive.entryIds()].length,
      };
      probe.close();
      return seen;
    };
    const before = await look();
    expect(before.audit).toEqual([]);
    const folder = join(home, ".codex", "sessions", "2026", "10", "11");
    const name = readdirSync(folder)[0] ?? "";
    const archived = join(home, ".codex", "archived_sessions", name);
    mkdirSync(dirname(archived));
    renameSync(join(folder, name), archived);
    expect((await say(["sync"], home)).code).toBe(0);
    expect(await look()).toEqual(before);
    const zstd = spawnSync("zstd", ["-q", "--rm", archived]);
    if (zstd.error !== undefined) return context.skip("zstd is not installed");
    expect(existsSync(archived)).toBe(false);
    expect((await say(["sync"], home)).code).toBe(0);
    expect(await look()).toEqual(before);
  });
});
