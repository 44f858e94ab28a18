/** Kinds of transcripts and of damage that no sample holds, made here and taken in by the real CLI. */
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { runVarve } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import {
  countPrompts,
  expectSettled,
  hitsOf,
  importAll,
  listSessions,
  search,
  type Home,
} from "./imported-home.ts";
import * as made from "./made-sessions.ts";

const A = "aaaaaaaa-0000-4000-8000-000000000001";
const B = "bbbbbbbb-0000-4000-8000-000000000002";
const THREAD = "01a22d8e-0000-7000-8000-0000000000a1";
const CHILD = "01a22d8e-0000-7000-8000-0000000000b2";

function talk(session: string, words: readonly string[], first = 1): string[] {
  return words.flatMap((word, at) => [
    made.typed(
      { id: first + at * 2, session, parent: at === 0 && first === 1 ? null : first + at * 2 - 1 },
      `What about the ${word}?`,
    ),
    made.replied({ id: first + at * 2 + 1, session }, `Done with it.`),
  ]);
}

function homeWith(
  files: Readonly<Record<string, readonly string[]>>,
): Home & { readonly path: string } {
  const path = temporaryFolder();
  for (const [name, lines] of Object.entries(files)) made.writeLines(join(path, name), lines);
  return { path };
}

function rollout(thread: string, words: readonly string[]): string[] {
  return [
    made.rolloutMeta(thread),
    made.rolloutContext(1),
    ...words.flatMap((word, at) => [
      made.rolloutMessage(2 + at * 2, "user", `What about the ${word}?`),
      made.rolloutMessage(3 + at * 2, "assistant", `Answered ${at}.`),
    ]),
  ];
}

/** Words of the prompts that a search shows by default, so without what a rewind left behind. */
function livePrompts(home: Home, words: readonly string[]): string[] {
  const shown = search(home, words.join(" "), ["-a", "--class", "prompt"]).hits.map(
    (hit) => hit.snippet,
  );
  return words.filter((word) => shown.some((text) => text.includes(word)));
}

describe("rewinds", () => {
  test("a prompt that goes on from a row that is no turn drops what came in between", () => {
    const home = homeWith({});
    const path = made.claudePath(home.path, A);
    made.writeLines(path, [
      ...talk(A, ["firstfig"]),
      made.noted({ id: 3, session: A }),
      ...talk(A, ["secondfig", "thirdfig"], 4),
    ]);
    importAll(home);
    made.addLines(path, [
      made.typed({ id: 20, session: A, parent: 3 }, "What about the fourthfig?"),
    ]);
    importAll(home);
    const words = ["firstfig", "secondfig", "thirdfig", "fourthfig"];
    expect(livePrompts(home, words)).toEqual(["firstfig", "fourthfig"]);
    const dropped = runVarve(["read", `t:${A}#4`], { home: home.path });
    expect(dropped.stdout).toContain("secondfig");
    expectSettled(home);
    expect(runVarve(["rebuild"], { home: home.path }).code).toBe(0);
    expect(livePrompts(home, words)).toEqual(["firstfig", "fourthfig"]);
  });

  test("a Codex roll-back to before the first prompt", () => {
    const home = homeWith({});
    const path = made.rolloutPath(home.path, THREAD);
    made.writeLines(path, [
      ...rollout(THREAD, ["firstfig", "secondfig"]),
      made.rolloutEvent(10, { type: "thread_rolled_back", num_turns: 2 }),
      made.rolloutMessage(11, "user", "What about the thirdfig?"),
      made.rolloutMessage(12, "assistant", "Answered."),
      made.rolloutMessage(13, "user", "What about the fourthfig?"),
      made.rolloutEvent(14, { type: "thread_rolled_back", num_turns: 1 }),
    ]);
    importAll(home);
    expect(livePrompts(home, ["firstfig", "secondfig", "thirdfig", "fourthfig"])).toEqual([
      "thirdfig",
    ]);
    expectSettled(home);
  });
});

describe("Codex files", () => {
  test("an archived rollout is found, and one that moves there is the same session", () => {
    const home = homeWith({});
    const archived = made.rolloutPath(home.path, CHILD, "archived_sessions");
    made.writeLines(archived, rollout(CHILD, ["oldfig"]));
    const path = made.rolloutPath(home.path, THREAD);
    made.writeLines(path, rollout(THREAD, ["newfig"]));
    importAll(home);
    expect(livePrompts(home, ["oldfig", "newfig"])).toEqual(["oldfig", "newfig"]);
    renameSync(path, made.rolloutPath(home.path, THREAD, "archived_sessions"));
    expect(importAll(home)).toMatchObject({ turns: 0, bytes: 0 });
    expect(hitsOf(home, "newfig")).toHaveLength(1);
    expect(listSessions(home).map((session) => session.sourceGone)).toEqual([false, false]);
    expectSettled(home);
  });

  test("a rollout that the host compressed is the same session, and a new compressed one is read", () => {
    const home = homeWith({});
    const path = made.rolloutPath(home.path, THREAD);
    made.writeLines(path, rollout(THREAD, ["plainfig"]));
    importAll(home);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.zst`, made.zstdFrame(bytes));
    rmSync(path);
    const other = made.rolloutPath(home.path, CHILD);
    made.writeLines(other, rollout(CHILD, ["squeezedfig"]));
    const compressed = spawnSync("zstd", ["-q", "--rm", "-f", other]);
    if (compressed.status !== 0) {
      writeFileSync(`${other}.zst`, made.zstdFrame(readFileSync(other)));
      rmSync(other);
    }
    importAll(home);
    expect(hitsOf(home, "plainfig")).toHaveLength(1);
    expect(hitsOf(home, "squeezedfig")).toHaveLength(1);
    expect(listSessions(home).map((session) => session.sourceGone)).toEqual([false, false]);
    expectSettled(home);
    const to = join(home.path, "back.jsonl");
    expect(runVarve(["restore", THREAD, "--to", to], { home: home.path }).code).toBe(0);
    expect(readFileSync(to).equals(bytes)).toBe(true);
  });

  test("a bad first line hides nothing: id from the name, folder from a later row", () => {
    const home = homeWith({});
    const lines = rollout(THREAD, ["cutfig"]);
    made.writeLines(made.rolloutPath(home.path, THREAD), [
      (lines[0] ?? "").slice(0, 60),
      ...lines.slice(1),
    ]);
    importAll(home);
    expect(listSessions(home)).toMatchObject([{ id: THREAD, prompts: 1 }]);
    expect(search(home, "cutfig", ["--project", made.PROJECT_FOLDER]).hits).toHaveLength(1);
    expectSettled(home);
  });

  test("an empty compaction is no message", () => {
    const home = homeWith({});
    made.writeLines(made.rolloutPath(home.path, THREAD), [
      ...rollout(THREAD, ["onefig"]),
      made.rolloutCompacted(8, ""),
      made.rolloutMessage(9, "user", "And the twofig?"),
    ]);
    importAll(home);
    expect(listSessions(home)).toMatchObject([{ prompts: 2, turns: 3 }]);
    expectSettled(home);
  });

  test("a fork that holds no history of its own is linked to where it came from", () => {
    const home = homeWith({});
    made.writeLines(made.rolloutPath(home.path, THREAD), rollout(THREAD, ["basefig", "laterfig"]));
    const base = { thread_id: THREAD, end_ordinal_exclusive: 4, end_byte_offset: 900 };
    made.writeLines(made.rolloutPath(home.path, CHILD), [
      made.rolloutMeta(CHILD, { forked_from_id: THREAD, history_base: base }),
      made.rolloutMessage(20, "user", "And the sidefig?"),
    ]);
    importAll(home);
    const fork = listSessions(home).find((session) => session.id === CHILD);
    expect(fork).toMatchObject({ parent: THREAD, relation: "fork", prompts: 1 });
    expect(livePrompts(home, ["basefig", "laterfig", "sidefig"])).toHaveLength(3);
    expectSettled(home);
  });
});

describe("Claude Code files", () => {
  test("the prompt history gives what no transcript holds any more, and hides behind one that comes", () => {
    const entry = (session: string, display: string): string =>
      JSON.stringify({
        display,
        pastedContents: {},
        timestamp: 1_777_000_000_000,
        project: made.PROJECT_FOLDER,
        sessionId: session,
      });
    const home = homeWith({
      ".claude/history.jsonl": [
        entry(A, "What about the lostfig?"),
        entry(B, "What about the keptfig?"),
      ],
    });
    made.writeLines(made.claudePath(home.path, B), talk(B, ["keptfig"]));
    importAll(home);
    expect(countPrompts(home, "lostfig")).toBe(1);
    expect(countPrompts(home, "keptfig")).toBe(1);
    made.writeLines(made.claudePath(home.path, A), talk(A, ["lostfig"], 40));
    importAll(home);
    expect(hitsOf(home, "lostfig").map((hit) => hit.session)).toEqual([A]);
    expectSettled(home);
  });

  test("a prompt history of Codex likewise", () => {
    const home = homeWith({
      ".codex/history.jsonl": [
        JSON.stringify({ session_id: THREAD, ts: 1_777_000_000, text: "What about the keptfig?" }),
        JSON.stringify({ session_id: CHILD, ts: 1_777_000_001, text: "What about the lostfig?" }),
      ],
    });
    made.writeLines(made.rolloutPath(home.path, THREAD), rollout(THREAD, ["keptfig"]));
    importAll(home);
    expect(countPrompts(home, "lostfig")).toBe(1);
    expect(countPrompts(home, "keptfig")).toBe(1);
    expectSettled(home);
  });

  test("a log beside the transcripts is skipped and counted, and found to be a session once it is one", () => {
    const home = homeWith({});
    const log = join(dirname(made.claudePath(home.path, A)), "debug.jsonl");
    made.writeLines(log, [JSON.stringify({ level: "info", msg: "mosslog" })]);
    made.writeLines(made.claudePath(home.path, A), talk(A, ["realfig"]));
    expect(importAll(home).skipped).toMatchObject({ "not-a-transcript": 1 });
    expect(hitsOf(home, "mosslog")).toEqual([]);
    made.addLines(log, talk(B, ["latefig"], 40));
    importAll(home);
    expect(hitsOf(home, "latefig").map((hit) => hit.session)).toEqual([B]);
    expectSettled(home);
  });

  test("an off-loaded result is found once, by its preview, and comes back with its session", () => {
    const home = homeWith({});
    const path = made.claudePath(home.path, A);
    const file = join(path.replace(/\.jsonl$/, ""), "tool-results", "toolu_3.txt");
    const full = `previewfig\n${"line of the log\n".repeat(5000)}deepfig\n`;
    const preview = `<persisted-output>\nOutput too large (80KB). Full output saved to: ${file}\n\nPreview (first 2KB):\npreviewfig\n</persisted-output>`;
    made.writeLines(path, [
      ...talk(A, ["askfig"]),
      made.toolResult({ id: 3, session: A }, preview),
    ]);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, full);
    importAll(home);
    expect(hitsOf(home, "previewfig")).toHaveLength(1);
    expect(hitsOf(home, "deepfig").length).toBeLessThanOrEqual(1);
    expectSettled(home);
    rmSync(join(home.path, ".claude"), { recursive: true });
    expect(runVarve(["restore", A], { home: home.path }).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(full);
    expect(listSessions(home)).toMatchObject([{ sourceGone: false }]);
  });

  test("transcripts that the host deleted stay, marked gone; new ones come in", () => {
    const home = homeWith({});
    made.writeLines(made.claudePath(home.path, A), talk(A, ["agedfig"]));
    importAll(home);
    rmSync(made.claudePath(home.path, A));
    made.writeLines(made.claudePath(home.path, B), talk(B, ["freshfig"], 40));
    importAll(home);
    expect(livePrompts(home, ["agedfig", "freshfig"])).toEqual(["agedfig", "freshfig"]);
    const gone = Object.fromEntries(
      listSessions(home).map(({ id, sourceGone }) => [id, sourceGone]),
    );
    expect(gone).toEqual({ [A]: true, [B]: false });
    expect(runVarve(["sessions", "-a"], { home: home.path }).stdout).toContain("(gone)");
    expectSettled(home);
    expect(runVarve(["rebuild"], { home: home.path }).code).toBe(0);
    expect(livePrompts(home, ["agedfig", "freshfig"])).toEqual(["agedfig", "freshfig"]);
  });

  test.each([
    ["one first", [A, B]],
    ["the other first", [B, A]],
  ])("two files that share ids give the same answer, %s", (_name, order) => {
    const shared = (session: string): string[] =>
      [1, 2, 3, 4, 5, 6].map((id) =>
        made.typed({ id, session, parent: id === 1 ? null : id - 1 }, `sharedfig ${id}`),
      );
    const files: Record<string, string[]> = {
      [A]: [...shared(A), made.typed({ id: 51, session: A, at: 100 }, "ownfig of the first")],
      [B]: [
        ...shared(B),
        made.typed({ id: 61, session: B, at: 50 }, "ownfig of the second"),
        made.typed({ id: 62, session: B, at: 120 }, "ownfig again"),
      ],
    };
    const home = homeWith({});
    for (const session of order) {
      made.writeLines(made.claudePath(home.path, session), files[session] ?? []);
      importAll(home);
    }
    const rows = search(home, "sharedfig ownfig")
      .hits.map((hit) => `${hit.ref} ${hit.snippet}`)
      .toSorted();
    expect(rows).toEqual(
      [
        ...[1, 2, 3, 4, 5, 6].map((id) => `t:${B}#${id} sharedfig ${id}`),
        `t:${A}#7 ownfig of the first`,
        `t:${B}#7 ownfig of the second`,
        `t:${B}#8 ownfig again`,
      ].toSorted(),
    );
    expectSettled(home);
  });

  test("a copy taken half-way and the whole file are one session, and an export written twice is the whole one", () => {
    const home = homeWith({});
    const path = made.claudePath(home.path, A);
    made.writeLines(path, talk(A, ["halffig"]));
    const half = join(home.path, "copies", "half", `${A}.jsonl`);
    mkdirSync(dirname(half), { recursive: true });
    copyFileSync(path, half);
    importAll(home);
    const page = join(home.path, "talk.md");
    expect(runVarve(["export", A, "--to", page], { home: home.path }).code).toBe(0);
    made.addLines(path, talk(A, ["wholefig"], 40));
    importAll(home);
    expect(importAll(home, ["--path", half])).toMatchObject({ turns: 0 });
    expect(listSessions(home)).toMatchObject([{ id: A, prompts: 2, sourceGone: false }]);
    expect(hitsOf(home, "halffig")).toHaveLength(1);
    const again = runVarve(["export", A, "--to", page], { home: home.path });
    expect(again).toMatchObject({ code: 0 });
    expect(readFileSync(page, "utf8")).toContain("wholefig");
    expectSettled(home);
  });
});

describe("plain JSON lines", () => {
  test("a file named with --path is archived, found, and taken further when it grows", () => {
    const home = homeWith({});
    const file = join(home.path, "notes", "talk.jsonl");
    const row = (ts: string, role: string, text: string): string =>
      JSON.stringify({ ts, role, text });
    made.writeLines(file, [
      row("2026-05-04T09:00:00Z", "user", "How deep is the wellfig?"),
      row("2026-05-04T09:00:05Z", "assistant", "Twelve metres."),
    ]);
    expect(importAll(home, ["--path", file])).toMatchObject({ turns: 2, sessions: 1 });
    made.addLines(file, [row("2026-05-04T09:01:00Z", "user", "And how wide is the pondfig?")]);
    expect(importAll(home, ["--path", file])).toMatchObject({ turns: 1 });
    expect(livePrompts(home, ["wellfig", "pondfig"])).toHaveLength(2);
    expect(listSessions(home)).toMatchObject([{ source: "jsonl", prompts: 2 }]);
    expectSettled(home);
  });
});

test("a file whose times alone changed costs nothing", () => {
  const home = homeWith({});
  const path = made.claudePath(home.path, A);
  made.writeLines(path, talk(A, ["stillfig"]));
  importAll(home);
  utimesSync(path, new Date(), new Date(Date.now() + 5000));
  expect(importAll(home)).toMatchObject({ turns: 0, bytes: 0, changedFiles: 0 });
});
