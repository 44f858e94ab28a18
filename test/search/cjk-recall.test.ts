/** Words of one to four characters inside running Korean, Japanese and Chinese text: every turn that holds one is found, over all pages. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { NO_BUDGET } from "../../src/core/budget.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { openEngine, PLAIN_SETTINGS } from "../../src/engine/engine.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { claudePath, replied, typed, writeLines } from "../acceptance/made-sessions.ts";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { removeFolder } from "../support/temp-home.ts";

const FULL = process.env["VARVE_TEST_FULL"] === "1";
const QUERIES = FULL ? 200 : 40;
const TURNS = 300;

interface Language {
  readonly name: string;
  readonly words: string;
  readonly links: string;
  /** Between words; none where the language writes without. */
  readonly space: string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: "Korean",
    words:
      "인증 토큰 만료 화면 서버 연결 배포 캐시 검색 정렬 오류 로그 설정 파일 경로 사용자 데이터 색인 속도 시험 결과 원인 해결 요청 응답 시간 제한 재시도 잠금 복구",
    links: "은 는 이 가 을 를 의 에서 에게 으로 와 과 도 만 까지 부터 처럼 보다",
    space: " ",
  },
  {
    name: "Japanese",
    words:
      "認証 トークン 期限 画面 サーバー 接続 配備 キャッシュ 検索 並び 誤り 記録 設定 ファイル 経路 利用者 データ 索引 速度 試験 結果 原因 解決 要求 応答 時間 制限 再試行 鍵 復旧",
    links: "は が を に で と の も から まで より へ や だけ",
    space: "",
  },
  {
    name: "Chinese",
    words:
      "认证 令牌 过期 画面 服务器 连接 部署 缓存 搜索 排序 错误 日志 设置 文件 路径 用户 数据 索引 速度 测试 结果 原因 解决 请求 响应 时间 限制 重试 锁 恢复",
    links: "的 了 在 是 和 把 被 给 与 到 从 为 也 都",
    space: "",
  },
];

/** Repeatable draws below `below`. */
function createDraws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function composeText(language: Language, draw: (below: number) => number): string {
  const words = language.words.split(" ");
  const links = language.links.split(" ");
  const pick = (list: readonly string[]): string => list[draw(list.length)] ?? "";
  return Array.from({ length: 6 + draw(10) }, () => pick(words) + pick(links)).join(language.space);
}

let root = "";
let engine: Engine;
const texts = new Map<string, readonly { readonly ref: string; readonly text: string }[]>();

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "varve-cjk-"));
  mkdirSync(join(root, ".claude"));
  LANGUAGES.forEach((language, number) => {
    const draw = createDraws(number + 1);
    const session = `cccccccc-000${number}-4000-8000-000000000001`;
    const base = number * 10_000;
    const made = Array.from({ length: TURNS }, (_, at) => ({
      ref: `t:${session}#${at + 1}`,
      text: `${at} ${composeText(language, draw)}`,
    }));
    texts.set(language.name, made);
    writeLines(
      claudePath(root, session),
      made.map(({ text }, at) => {
        const row = { id: base + at + 1, session, parent: at === 0 ? null : base + at };
        return at % 2 === 0 ? typed(row, text) : replied(row, text);
      }),
    );
  });
  engine = openEngine({
    home: join(root, ".varve"),
    userHome: root,
    roots: [{ source: "claude-code", path: join(root, ".claude") }],
    settings: PLAIN_SETTINGS,
    now: () => new Date("2026-06-01T00:00:00Z"),
    create: true,
  });
  syncSources(engine);
});
afterAll(() => {
  engine.close();
  removeFolder(root);
});

/** References over all pages. */
function findAll(query: string): ReadonlySet<string> {
  const found = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < 100; page += 1) {
    const answer = searchTurns(
      engine,
      { query, cwd: root, allProjects: true, limit: 60, cursor },
      { budget: NO_BUDGET, write: () => "" },
    );
    for (const { ref } of answer.hits) found.add(ref);
    if (answer.cursor === null) return found;
    cursor = answer.cursor;
  }
  throw new Error("the pages do not end");
}

describe.each(LANGUAGES)("$name", (language) => {
  test(
    `${QUERIES} queries of one to four characters are found wherever they stand`,
    { timeout: 120_000 },
    () => {
      const made = texts.get(language.name) ?? [];
      const draw = createDraws(77);
      const missed: string[] = [];
      for (let number = 0; number < QUERIES; number += 1) {
        const runs = (made[draw(made.length)]?.text ?? "")
          .split(/[\d ]+/)
          .filter((run) => run.length > 1);
        const run = Array.from(runs[draw(runs.length)] ?? "");
        const length = Math.min(run.length, 1 + draw(4));
        const from = draw(run.length - length + 1);
        const query = run.slice(from, from + length).join("");
        const found = findAll(query);
        for (const { ref, text } of made)
          if (text.includes(query) && !found.has(ref)) missed.push(`${query} in ${text}`);
      }
      expect(missed).toEqual([]);
    },
  );
});

test("a Korean noun is found under any particle, whichever the question has", () => {
  const made = texts.get("Korean") ?? [];
  const wanted = made.filter(({ text }) => text.includes("색인")).map(({ ref }) => ref);
  expect(wanted.length).toBeGreaterThan(20);
  for (const particle of [
    "",
    ..."은 는 이 가 을 를 의 에서 에게 으로 와 과 도 만 까지 부터 처럼 보다 에서는 으로부터".split(
      " ",
    ),
  ]) {
    const found = findAll(`색인${particle}`);
    expect({ particle, missed: wanted.filter((ref) => !found.has(ref)) }).toEqual({
      particle,
      missed: [],
    });
  }
});
