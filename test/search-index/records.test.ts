import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  startGeneration,
  type IndexBatch,
  type SearchIndex,
} from "../../src/search-index/search-index.ts";
import {
  ask,
  found,
  newFolder,
  openNew,
  sampleBatch,
  sampleTurn,
  SCHEMA_KEY,
  uuid,
} from "./sample-batch.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 300 : 20;

/** What an index says about everything, without what depends on the order of arrival. */
function picture(index: SearchIndex): unknown {
  const turns = index
    .sessions({})
    .flatMap((session) =>
      index
        .turnsOf(session.id, { from: 0, to: 1e6 })
        .map((turn) => `${turn.session}#${turn.seq} ${turn.entryId} ${turn.text} ${turn.branch}`),
    );
  return { turns: turns.toSorted(), counts: index.counts().epochs.map((epoch) => ({ ...epoch })) };
}

describe("a record in several sessions", () => {
  const shared = [1, 2, 3].map((n) => uuid(n));
  const original = (): IndexBatch =>
    sampleBatch(
      [...shared, uuid(4)].map((entryId, at) =>
        sampleTurn({ line: at + 1, entryId, session: "aaaaaaaa-1", text: `marble ${at}` }),
      ),
    );
  const fork = (): IndexBatch =>
    sampleBatch(
      [...shared, uuid(5)].map((entryId, at) =>
        sampleTurn({
          line: at + 2,
          entryId,
          session: "00000000-2",
          text: `marble ${entryId === uuid(5) ? "fork" : at}`,
          time: new Date(Date.UTC(2026, 2, at === 3 ? 9 : 1)).toISOString(),
        }),
      ),
      { fromLine: 1 },
    );

  test.each([
    ["original first", false],
    ["fork first", true],
  ])("belongs to the one that began first: %s", (_, reversed) => {
    const index = openNew();
    for (const batch of reversed ? [fork(), original()] : [original(), fork()]) index.apply(batch);
    expect(found(index, "marble", { order: "time" }).toSorted()).toEqual([
      "00000000#5",
      "aaaaaaaa#1",
      "aaaaaaaa#2",
      "aaaaaaaa#3",
      "aaaaaaaa#4",
    ]);
    // A reference through the copy means the owner's turn.
    expect(index.turn("00000000-2", "2")?.session).toBe("aaaaaaaa-1");
    expect(index.turn("00000000-2", "2")?.seq).toBe("1");
    expect(index.counts().totals).toMatchObject({ turns: 5, copies: 3, fullTextRows: 5 });
    expect(index.verify().filter((finding) => finding.id !== "lines-unaccounted")).toEqual([]);
  });

  test("without the owner's file the copy takes over, and comes back as a copy", () => {
    const index = openNew();
    index.apply(original());
    index.apply(fork());
    index.dropEntry("entry-aaaaaaaa-1");
    expect(found(index, "marble").toSorted()).toEqual([
      "00000000#2",
      "00000000#3",
      "00000000#4",
      "00000000#5",
    ]);
    expect(index.counts().totals).toMatchObject({ copies: 0, sessions: 1 });
    index.apply(original());
    expect(index.turn("00000000-2", "2")?.session).toBe("aaaaaaaa-1");
    expect(index.verify().filter((finding) => finding.id !== "lines-unaccounted")).toEqual([]);
  });

  test("the outcome does not depend on the order or the cut of the batches", () => {
    const record = fc.record({ id: fc.nat(12), minute: fc.nat(30) });
    const file = fc.array(record, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 2, maxLength: 4 }),
        fc.infiniteStream(fc.nat(1000)),
        (files, stream) => {
          const next = (): number => stream.next().value ?? 0;
          const turnsOf = files.map((rows, f) =>
            rows.map((row, at) =>
              sampleTurn({
                line: at + 1,
                session: `session-${f}`,
                entryId: uuid(row.id),
                text: `record ${row.id}`,
                time: new Date(Date.UTC(2026, 0, 1, 0, row.id * 2)).toISOString(),
              }),
            ),
          );
          const build = (reverse: boolean, cut: boolean): SearchIndex => {
            const index = startGeneration({
              folder: newFolder(),
              mode: "write",
              schemaKey: SCHEMA_KEY,
            });
            const batches = turnsOf.flatMap((turns) =>
              cut ? turns.map((turn) => sampleBatch([turn])) : [sampleBatch(turns)],
            );
            const queues = turnsOf.map((turns) =>
              batches.filter((batch) => batch.session === turns[0]?.session),
            );
            if (reverse) queues.reverse();
            // Files interleave at will; the batches of one file stay in order.
            while (queues.some((queue) => queue.length > 0)) {
              const left = queues.filter((queue) => queue.length > 0);
              const batch = left[cut ? next() % left.length : 0]?.shift();
              if (batch !== undefined) index.apply(batch);
            }
            return index;
          };
          const plain = build(false, false);
          for (const other of [build(true, false), build(false, true)]) {
            expect(picture(other)).toEqual(picture(plain));
            expect(other.verify()).toEqual([]);
            other.close();
          }
          plain.close();
        },
      ),
      { numRuns: RUNS },
    );
  }, 120_000);
});

describe("within one session", () => {
  test("the same row again is a duplicate, the same text under another id is kept", () => {
    const index = openNew();
    const result = index.apply(
      sampleBatch([
        sampleTurn({ line: 1, entryId: uuid(1), text: "heron" }),
        sampleTurn({ line: 2, entryId: uuid(1), text: "heron" }),
        sampleTurn({ line: 3, entryId: uuid(2), text: "heron" }),
      ]),
    );
    expect(result).toEqual({ turns: 2, copies: 0, duplicates: 1, known: false });
    expect(index.counts().epochs[0]).toMatchObject({
      lines: 3,
      recordLines: 2,
      skipped: [{ reason: "duplicate", lines: 1, count: 1 }],
    });
    expect(index.verify()).toEqual([]);
  });

  test("lines without an id stay apart between files", () => {
    const index = openNew();
    index.apply(sampleBatch([sampleTurn({ line: 1, session: "aaaaaaaa-1", text: "heron" })]));
    index.apply(sampleBatch([sampleTurn({ line: 1, session: "bbbbbbbb-1", text: "heron" })]));
    expect(found(index, "heron")).toHaveLength(2);
  });

  test("a rewritten file repeats nothing: known ids keep their place, equal lines stay, changed ones are new", () => {
    const index = openNew();
    index.apply(
      sampleBatch([
        sampleTurn({ line: 1, entryId: uuid(1), text: "heron one" }),
        sampleTurn({ line: 2, text: "heron two" }),
        sampleTurn({ line: 3, text: "heron three" }),
      ]),
    );
    index.apply(
      sampleBatch(
        [
          sampleTurn({ line: 1, entryId: uuid(9), text: "heron new" }),
          sampleTurn({ line: 2, text: "heron two" }),
          sampleTurn({ line: 3, text: "heron changed" }),
          sampleTurn({ line: 4, entryId: uuid(1), text: "heron one" }),
        ],
        { epoch: 2 },
      ),
    );
    expect(found(index, "heron").toSorted()).toEqual([
      "11111111#1",
      "11111111#1@2",
      "11111111#2",
      "11111111#3",
      "11111111#3@2",
    ]);
  });

  test("a batch that comes twice, or overlaps, changes nothing twice", () => {
    const index = openNew();
    const turns = [1, 2, 3, 4].map((line) => sampleTurn({ line, text: "heron" }));
    index.apply(sampleBatch(turns.slice(0, 3)));
    expect(index.apply(sampleBatch(turns.slice(0, 2))).known).toBe(true);
    expect(index.apply(sampleBatch(turns)).turns).toBe(1);
    expect(index.counts().totals.turns).toBe(4);
    expect(index.verify()).toEqual([]);
  });

  test("position, state and facts are kept; later facts win but for the folder", () => {
    const index = openNew();
    index.apply(
      sampleBatch([sampleTurn({ line: 1 })], {
        state: '{"a":1}',
        sourceBytes: 17,
        facts: [{ title: "First", cwd: "/home/user/a", model: "m1" }],
      }),
    );
    index.apply(
      sampleBatch([sampleTurn({ line: 2 })], {
        state: '{"a":2}',
        sourceBytes: 40,
        facts: [{ title: "Second", cwd: "/home/user/b", parent: "p", relation: "fork" }],
      }),
    );
    expect(index.position("entry-11111111-aaaa", 1)).toEqual({
      lines: 2,
      state: '{"a":2}',
      sourceBytes: 40,
    });
    expect(index.position("entry-11111111-aaaa", 2)).toBeUndefined();
    expect(index.sessions({})[0]).toMatchObject({
      title: "Second",
      cwd: "/home/user/a",
      parent: "p",
      relation: "fork",
      model: "m1",
      turns: 2,
      prompts: 2,
    });
  });

  test("every column comes back as it went in", () => {
    const index = openNew();
    const turn = sampleTurn({
      line: 7,
      block: 2,
      entryId: "msg_01",
      role: "tool",
      class: "result",
      promptNumber: 3,
      text: "nul \0 and \ud83d end",
      textTruncated: true,
      timeInferred: true,
      toolName: "Bash",
      toolCallId: "call_1",
      files: ["/home/user/a b.ts", "rel/ü"],
      exitStatus: 2,
      model: "m",
      usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
      sidechain: true,
      cwd: null,
      gitBranch: null,
    });
    index.apply(sampleBatch([turn]));
    expect(index.turn("11111111", "7.2")).toMatchObject({
      ...turn,
      text: "nul \ufffd and \ufffd end",
    });
    expect(index.verify().map((finding) => finding.id)).toEqual(["lines-unaccounted"]);
  });

  test("a rewind labels what lies between, in its own batch and later", () => {
    const index = openNew();
    const turns = [1, 2, 3, 4, 5].map((line) =>
      sampleTurn({ line, entryId: uuid(line), text: "heron" }),
    );
    index.apply(sampleBatch(turns, { rewinds: [{ parentEntryId: uuid(1), line: 4 }] }));
    expect(found(index, "heron", { order: "time" })).toEqual([
      "11111111#5",
      "11111111#4",
      "11111111#1",
    ]);
    index.markDropped("11111111", uuid(4), 6);
    expect(found(index, "heron", { order: "time" })).toEqual(["11111111#4", "11111111#1"]);
    expect(index.turn("11111111", "2")?.branch).toBe("dropped");
  });

  test("the prompt history of a session hides behind its transcript, whichever comes first", () => {
    const index = openNew();
    const history = (session: string, line: number): IndexBatch =>
      sampleBatch([sampleTurn({ line, session: `history-${session}`, text: "heron" })], {
        entryId: "history",
        kind: "history",
        session: null,
        fromLine: line,
      });
    index.apply(history("aaaaaaaa-1", 1));
    expect(found(index, "heron")).toHaveLength(1);
    index.apply(sampleBatch([sampleTurn({ line: 1, session: "aaaaaaaa-1", text: "heron" })]));
    index.apply(sampleBatch([sampleTurn({ line: 1, session: "bbbbbbbb-1", text: "heron" })]));
    index.apply(history("bbbbbbbb-1", 2));
    expect(found(index, "heron").toSorted()).toEqual(["aaaaaaaa#1", "bbbbbbbb#1"]);
    expect(
      index
        .sessions({})
        .map((session) => session.id)
        .toSorted(),
    ).toEqual(["aaaaaaaa-1", "bbbbbbbb-1"]);
    index.dropSession("bbbbbbbb-1");
    expect(found(index, "heron").toSorted()).toEqual(["aaaaaaaa#1", "history-#2"]);
  });

  test("sessions are found by eight characters or more, an exact id wins", () => {
    const index = openNew();
    for (const session of ["aaaaaaaa-1", "aaaaaaaa-2", "short"])
      index.apply(sampleBatch([sampleTurn({ line: 1, session })]));
    const ids = (prefix: string) => index.findSessions(prefix).map((session) => session.id);
    expect(ids("aaaaaaaa")).toEqual(["aaaaaaaa-1", "aaaaaaaa-2"]);
    expect(ids("aaaaaaaa-2")).toEqual(["aaaaaaaa-2"]);
    expect(ids("aaaaaaa")).toEqual([]);
    expect(ids("short")).toEqual(["short"]);
    expect(index.turn("aaaaaaaa", "1")).toBeUndefined();
  });

  test("skipped lines add up, blocks of a record line apart", () => {
    const index = openNew();
    index.apply(
      sampleBatch([sampleTurn({ line: 2 })], {
        fromLine: 1,
        toLine: 5,
        skipped: [
          { reason: "blank", line: 1 },
          { reason: "thinking", line: 2 },
          { reason: "unknown-type", line: 3, detail: "novelty" },
          { reason: "unknown-type", line: 4, detail: "novelty" },
          { reason: "empty", line: 4 },
        ],
      }),
    );
    expect(index.counts().epochs[0]).toMatchObject({
      lines: 5,
      recordLines: 1,
      skipped: [
        { reason: "blank", detail: "", lines: 1, count: 1 },
        { reason: "empty", detail: "", lines: 0, count: 1 },
        { reason: "thinking", detail: "", lines: 0, count: 1 },
        { reason: "unknown-type", detail: "novelty", lines: 2, count: 2 },
      ],
    });
    expect(index.verify([{ entryId: "entry-11111111-aaaa", epoch: 1, lines: 7 }])).toEqual([
      expect.objectContaining({ id: "lines-unaccounted", count: 1 }),
      expect.objectContaining({ id: "lines-behind", count: 2 }),
    ]);
  });

  test("sources are remembered and forgotten", () => {
    const index = openNew();
    const source = {
      pathKey: "/home/user/x.jsonl",
      sizeBytes: 10,
      mtimeMs: 1.5,
      inode: 7,
      entryId: "e",
      epoch: 1,
      capturedBytes: 9,
    };
    index.putSource(source);
    index.putSources([
      { ...source, pathKey: "b" },
      { ...source, capturedBytes: 10 },
    ]);
    expect(index.sources().get("/home/user/x.jsonl")).toEqual({ ...source, capturedBytes: 10 });
    index.removeSource("b");
    expect([...index.sources().keys()]).toEqual(["/home/user/x.jsonl"]);
    expect(index.search(ask("anything")).total).toBe(0);
  });
});
