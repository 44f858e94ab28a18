import { describe, expect, test } from "vitest";

import { ask, found, openNew, sampleBatch, sampleTurn } from "./sample-batch.ts";

const PATHS: readonly (readonly string[])[] = [
  ["/home/user/lantern/src/net/client.ts"],
  ["src/net/server.ts", "README.md"],
  ["/home/user/lantern/src/network/client.ts"],
  ["C:\\work\\lantern\\src\\net\\client.ts"],
  ["/home/user/lantern/lib/src/netting.md"],
  ["/home/user/lantern/src/네트/가.ts"],
  ["/home/user/lantern/src/app/[id]/page.tsx"],
  ["/home/user/lantern/api/v24/x.ts"],
  [],
];

function openFiles() {
  const index = openNew();
  index.apply(
    sampleBatch(
      PATHS.map((files, at) =>
        sampleTurn({
          line: at + 1,
          text: `heron number ${at} speaks of src/net/client.ts`,
          toolName: at % 2 === 0 ? "Edit" : null,
          files,
        }),
      ),
    ),
  );
  return index;
}

const lines = (references: readonly string[]): readonly number[] =>
  references.map((reference) => Number(reference.split("#")[1])).toSorted((a, b) => a - b);

describe("files", () => {
  const index = openFiles();
  test.each<[string, readonly number[]]>([
    ["src/net/", [1, 2, 4]],
    ["src/net", [1, 2, 3, 4, 5]],
    ["src\\net\\client.ts", [1, 4]],
    ["/home/user/lantern/src/net/", [1]],
    ["client.ts", [1, 3, 4]],
    ["et/client.ts", []],
    ["C:/work", [4]],
    ["README.md", [2]],
    ["src/네트", [6]],
    ["src/app/[id]/", [7]],
    ["[id]/pa", [7]],
    ["api/v2", [8]],
    ["nowhere/", []],
    ["%", []],
  ])("%s", (filePrefix, expected) => {
    expect(lines(found(index, "heron", { filePrefix }))).toEqual(expected);
    // Without a word: the same turns, newest first.
    const alone = found(index, "", { filePrefix });
    expect(lines(alone)).toEqual(expected);
    expect(alone).toEqual(expected.map((line) => `11111111#${line}`).toReversed());
    expect(index.search(ask("", { filePrefix })).total).toBe(expected.length);
  });

  test("what matches outside the scope is counted", () => {
    expect(
      index.search(ask("heron", { filePrefix: "src/net/", projects: ["kiosk-d4e5f6"] })),
    ).toMatchObject({ total: 0, outsideScope: 3 });
    expect(
      index.search(ask("", { filePrefix: "src/net/", projects: ["kiosk-d4e5f6"] })),
    ).toMatchObject({ total: 0, outsideScope: 3 });
  });
});

describe("time", () => {
  const index = openFiles();
  const at = (second: number): string =>
    new Date(Date.UTC(2026, 2, 1) + second * 1000).toISOString();

  test("a range without a word gives its turns, newest first", () => {
    const range = { since: at(2), until: at(5) };
    expect(found(index, "", range)).toEqual(["11111111#4", "11111111#3", "11111111#2"]);
    expect(found(index, "?!", range)).toHaveLength(3);
    expect(index.search(ask("", { ...range, limit: 1 }))).toMatchObject({
      total: 3,
      totalIsExact: true,
    });
    expect(found(index, "", { ...range, limit: 2, offset: 2 })).toEqual(["11111111#2"]);
    expect(found(index, "", { since: at(8) })).toEqual(["11111111#9", "11111111#8"]);
    expect(found(index, "", {})).toEqual([]);
  });

  test("a range with a word keeps to both", () => {
    expect(lines(found(index, "heron", { since: at(2), until: at(5) }))).toEqual([2, 3, 4]);
    expect(lines(found(index, "number 3", { until: at(4) }))).toEqual([1, 2, 3]);
    expect(found(index, "heron", { since: at(100) })).toEqual([]);
  });
});

describe("a prompt history whose transcript is here", () => {
  const index = openNew();
  const history = (session: string) =>
    sampleBatch(
      [sampleTurn({ line: 1, session, text: "heron 池 prompt", entryId: `h:${session}` })],
      {
        entryId: "history",
        kind: "history",
        session: null,
      },
    );
  test("is not found by any lane until the transcript is gone", () => {
    index.apply(history("history-22222222-bbbb"));
    index.apply(
      sampleBatch([sampleTurn({ line: 1, session: "22222222-bbbb", text: "heron 池 prompt" })]),
    );
    for (const over of [{}, { order: "time" }, { roles: ["user"] }] as const) {
      expect(index.search(ask("heron", over)).total).toBe(1);
      expect(found(index, "heron", over)).toEqual(["22222222#1"]);
    }
    expect(found(index, "池")).toEqual(["22222222#1"]);
    expect(found(index, "", { since: "2026-01-01T00:00:00Z" })).toEqual(["22222222#1"]);
    index.dropSession("22222222-bbbb");
    expect(index.search(ask("heron")).hits.map((hit) => hit.session)).toEqual([
      "history-22222222-bbbb",
    ]);
  });
});
