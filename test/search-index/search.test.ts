import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { ask, found, openNew, sampleBatch, sampleTurn, uuid } from "./sample-batch.ts";

const TEXTS = [
  "数据库连接池的上限改成二十，并且重跑gen-lamp后检查悬空引用。",
  "以后部署方案都写进docs目录。",
  "夜間は灯りを消す設定にして、朝の運用フローも更新してください。",
  "검색 결과는 최신순으로 정렬하고 캐시는 끄세요.",
  "Use pnpm for the multi-agent build and don't touch src/app.ts:42.",
  "The C++ shim needs -O2; ticket LAMP-358 tracks it. Mail lamp@example.test.",
  "Read CLAUDE.md and session_recall.py, then set foo_bar=1 in ubuntu 20.04.",
];

function openSample() {
  const index = openNew();
  index.apply(
    sampleBatch(TEXTS.map((text, at) => sampleTurn({ line: at + 1, text, entryId: uuid(at) }))),
  );
  return index;
}

describe("queries", () => {
  const index = openSample();
  test.each<[string, readonly number[]]>([
    ["悬空", [1]],
    ["部署方案", [2]],
    ["池", [1]],
    ["lamp", [1, 6]],
    ["gen-lamp", [1]],
    ["运用", []],
    ["運用", [3]],
    ["朝", [3]],
    ["消す", [3]],
    ["灯り", [3]],
    ["검색을", [4]],
    ["캐시", [4]],
    ["월", []],
    ["火星", []],
    ["multi-agent", [5]],
    ["don't", [5]],
    ["src/app.ts", [5]],
    ["app.ts:42", [5]],
    ["C++", [6]],
    ["-O2", [6]],
    ["LAMP-358", [6]],
    ["lamp@example.test", [1, 6]],
    ["session recall", [7]],
    ["session-recall", [7]],
    ["foo_bar=1", [7]],
    ["what did we say about the multi-agent build?", [5]],
    ["title:pnpm", [5]],
    ["zzqx-nothing-like-this", []],
    ["PHRASE THAT IS NOWHERE QQQQ", []],
    ['" OR 1=1; DROP TABLE turns --', []],
    ["NEAR(pnpm, build)", [5]],
    ["", []],
    ["?!", []],
  ])("%s", (query, lines) => {
    const hits = index.search(ask(query)).hits.map((hit) => hit.line);
    if (query.startsWith('"')) expect(hits.length).toBeLessThan(TEXTS.length);
    else expect(hits.toSorted()).toEqual(lines);
  });

  test("the scope is applied before ranking, and what lies outside is counted", () => {
    index.apply(
      sampleBatch(
        [
          sampleTurn({
            line: 1,
            session: "22222222-bbbb",
            text: "pnpm elsewhere",
            entryId: uuid(100),
          }),
        ],
        {
          project: "kiosk-d4e5f6",
        },
      ),
    );
    expect(found(index, "pnpm", { projects: ["kiosk-d4e5f6"] })).toEqual(["22222222#1"]);
    expect(index.search(ask("ticket", { projects: ["kiosk-d4e5f6"] }))).toMatchObject({
      hits: [],
      total: 0,
      totalIsExact: true,
      outsideScope: 1,
      words: [{ typed: "ticket" }],
    });
    expect(index.search(ask("ticket", { projects: ["no-such-project"] })).outsideScope).toBe(1);
    expect(found(index, "pnpm", { projects: ["kiosk-d4e5f6", "lantern-a1b2c3"] })).toHaveLength(2);
    expect(found(index, "pnpm", { sessions: ["22222222-bbbb"] })).toEqual(["22222222#1"]);
    expect(found(index, "pnpm", { sessions: ["nobody"] })).toEqual([]);
  });

  test("role, class and time narrow; total counts all pages", () => {
    const many = openNew();
    const turns = Array.from({ length: 25 }, (_, at) =>
      sampleTurn({
        line: at + 1,
        text: `heron ${at}`,
        role: at % 5 === 0 ? "tool" : "user",
        class: at % 5 === 0 ? "result" : "prompt",
      }),
    );
    many.apply(sampleBatch(turns));
    const page = many.search(ask("heron", { offset: 20 }));
    expect([page.hits.length, page.total]).toEqual([5, 25]);
    expect(many.search(ask("heron", { roles: ["tool"] })).total).toBe(5);
    expect(many.search(ask("heron", { classes: ["prompt"], limit: 3 })).total).toBe(20);
    expect(
      many
        .search(ask("heron", { since: turns[5]?.time ?? "", until: turns[8]?.time ?? "" }))
        .hits.map((hit) => hit.line)
        .toSorted(),
    ).toEqual([6, 7, 8]);
    expect(
      many.search(ask("heron", { order: "time", limit: 2 })).hits.map((hit) => hit.line),
    ).toEqual([25, 24]);
  });

  test("one CJK character is answered newest first, without a score", () => {
    const single = openNew();
    single.apply(
      sampleBatch(
        [1, 2, 3].map((line) =>
          sampleTurn({ line, text: line === 2 ? "無" : `池${"池水".repeat(4 - line)}` }),
        ),
      ),
    );
    const { hits } = single.search(ask("池"));
    expect(hits.map((hit) => [hit.line, hit.score])).toEqual([
      [3, 0],
      [1, 0],
    ]);
  });

  test("lifecycle and dropped turns are no hits unless asked for", () => {
    const noisy = openNew();
    noisy.apply(
      sampleBatch([
        sampleTurn({ line: 1, text: "heron reminder", class: "lifecycle", role: "system" }),
        sampleTurn({ line: 2, text: "heron left behind", branch: "dropped" }),
        sampleTurn({ line: 3, text: "heron stays" }),
      ]),
    );
    expect(found(noisy, "heron")).toEqual(["11111111#3"]);
    expect(found(noisy, "heron", { includeDropped: true, includeLifecycle: true })).toHaveLength(3);
  });

  test("more and rarer words rank higher", () => {
    const ranked = openNew();
    ranked.apply(
      sampleBatch(
        [
          "lamp",
          "lamp lamp fade",
          "other words here",
          "lamp colour",
          "heron",
          "the lamp",
          "a lamp",
          "fade to grey now",
        ].map((text, at) => sampleTurn({ line: at + 1, text })),
      ),
    );
    expect(found(ranked, "heron lamp")[0]).toBe("11111111#5");
    expect(found(ranked, "fade lamp")[0]).toBe("11111111#2");
  });

  test("tool name and files are found through the key", () => {
    const keyed = openNew();
    keyed.apply(
      sampleBatch([
        sampleTurn({
          line: 1,
          text: "x",
          toolName: "Edit",
          files: ["/home/user/lantern/src/fade.ts"],
        }),
      ]),
    );
    expect(found(keyed, "fade.ts")).toEqual(["11111111#1"]);
  });
});

describe("the shared fixtures", () => {
  const root = join(import.meta.dirname, "../../../shared/cases");
  const cases = ["cjk", "query-syntax"];
  test.skipIf(!existsSync(root)).each(cases)("%s/queries.tsv (needs ../shared)", (name) => {
    const folder = join(root, name);
    const index = openNew();
    const rows = (file: string) =>
      readFileSync(join(folder, file), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t"));
    const named = new Map(rows("sessions.tsv").map(([label, session]) => [session, label]));
    const projects = join(folder, "home/dot-claude/projects");
    for (const project of readdirSync(projects)) {
      for (const file of readdirSync(join(projects, project))) {
        const session = file.replace(".jsonl", "");
        const texts = readFileSync(join(projects, project, file), "utf8")
          .trim()
          .split("\n")
          .map((line) =>
            JSON.stringify((JSON.parse(line) as { message: { content: unknown } }).message.content),
          );
        index.apply(
          sampleBatch(
            texts.map((text, at) => sampleTurn({ line: at + 1, session, text })),
            { project },
          ),
        );
      }
    }
    const queries = rows("queries.tsv");
    expect(queries.length).toBeGreaterThan(10);
    for (const [query = "", expected] of queries) {
      const hits = new Set(
        index.search(ask(query)).hits.map((hit) => named.get(hit.session) ?? hit.session),
      );
      if (expected === "yes") expect([query, ...hits]).toEqual([query, "qs"]);
      else if (expected === "no" || expected === "(none)")
        expect([query, ...hits]).toEqual([query]);
      else if (expected !== "any") expect([query, ...hits]).toContain(expected);
    }
  });
});
