/** Owns the tests of how large replies are: a page, one hit in four languages, a first hit larger than the page. */
import { expect, test } from "vitest";

import { exceededLimit, PAGE_BUDGET, READ_BUDGET } from "../../src/core/budget.ts";
import { estimateTokens } from "../../src/core/estimate-tokens.ts";
import { createSeededRandom } from "../../src/bench/history/seeded-random.ts";
import { replied, toolResult, typed } from "../acceptance/made-sessions.ts";
import { openMcp, referencesOf } from "./mcp-client.ts";
import { takenIn } from "./mcp-home.ts";

const SESSION = "11111111-aaaa-4bbb-8ccc-000000000001";

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "The migration holds its lock while the gateway on port 48211 restarts.",
    "We decided on 2026-03-14 to keep src/net/pool.ts as it is, see commit 3f9ab20c71.",
    "Retry with --max-attempts=5 after the token 9f8e7d6c5b4a39281706 has expired.",
  ],
  ko: [
    "마이그레이션이 잠금을 쥔 채로 48211 포트의 관문이 다시 시작된다.",
    "2026-03-14에 src/net/pool.ts는 그대로 두기로 정했다.",
    "토큰이 만료되면 다섯 번까지 다시 시도하도록 설정을 바꿔 주세요.",
  ],
  ja: [
    "マイグレーションがロックを保持したまま、ポート48211のゲートウェイが再起動する。",
    "2026-03-14に src/net/pool.ts はそのままにすると決めました。",
    "トークンの期限が切れたら五回まで再試行するように設定を変えてください。",
  ],
  zh: [
    "迁移持有锁的时候，端口48211上的网关正在重新启动。",
    "我们在2026-03-14决定保留 src/net/pool.ts 不变。",
    "令牌过期之后请把设置改成最多重试五次。",
  ],
};

const QUERIES: Readonly<Record<string, string>> = {
  en: "migration lock gateway",
  ko: "마이그레이션 잠금 관문",
  ja: "マイグレーション ロック",
  zh: "迁移 网关 端口",
};

function longTexts(language: string, count: number): readonly string[] {
  const random = createSeededRandom(language.length * 7919 + count);
  const sentences = SENTENCES[language] ?? [];
  return Array.from({ length: count }, () =>
    Array.from({ length: 20 }, () => random.pick(sentences)).join(" "),
  );
}

test.each(Object.keys(SENTENCES))("a hit in %s costs 100 tokens or less", async (language) => {
  const lines = longTexts(language, 120).map((text, at) =>
    typed({ id: at + 1, session: SESSION, ...(at === 0 && { parent: null }) }, text),
  );
  const client = await openMcp({ home: takenIn({ claude: { [SESSION]: lines } }) });
  const query = QUERIES[language] ?? "";
  const costs: number[] = [];
  for (const name of ["memory_search", "memory_search_logs"]) {
    const { text } = await client.call(name, { query, limit: 60 });
    expect(exceededLimit(text, PAGE_BUDGET)).toBeNull();
    const hits = text.split(/^(?=t:)/m).slice(1);
    expect(hits.length).toBeGreaterThanOrEqual(20);
    costs.push(...hits.map((hit) => estimateTokens(hit)));
    // Cut around the words, not before them.
    const words = query.toLowerCase().split(" ");
    for (const hit of hits)
      expect(
        words.some((word) => hit.toLowerCase().includes(word)),
        hit,
      ).toBe(true);
  }
  costs.sort((a, b) => a - b);
  expect(costs[Math.floor(costs.length * 0.95)]).toBeLessThanOrEqual(100);
});

test("200 long matches are a page, with a limit that is honoured and a call that reads on", async () => {
  const lines = longTexts("en", 200).map((text, at) =>
    typed({ id: at + 1, session: SESSION, ...(at === 0 && { parent: null }) }, text.repeat(10)),
  );
  const client = await openMcp({ home: takenIn({ claude: { [SESSION]: lines } }) });
  const few = await client.call("memory_search", { query: "migration lock", limit: 3 });
  expect(referencesOf(few.text)).toHaveLength(3);
  const many = await client.call("memory_search", { query: "migration lock", limit: 200 });
  expect(exceededLimit(many.text, PAGE_BUDGET)).toBeNull();
  expect(many.text).toMatch(/cut by (chars|bytes|tokens)/);
  expect(many.text).toMatch(/^next: memory_search \{.*"cursor"/m);
  const refs = referencesOf(many.text);
  const read = await client.call("memory_get", { ids: refs.slice(0, 20) });
  expect(exceededLimit(read.text, PAGE_BUDGET)).toBeNull();
  const full = await client.call("memory_get", { ids: refs.slice(0, 20), level: "full" });
  expect(exceededLimit(full.text, READ_BUDGET)).toBeNull();
  expect(Buffer.byteLength(full.text)).toBeGreaterThan(PAGE_BUDGET.bytes);
  const timeline = await client.call("memory_timeline", {
    anchor: "t:11111111#100",
    before: 200,
    after: 200,
  });
  expect(exceededLimit(timeline.text, PAGE_BUDGET)).toBeNull();
});

test("a first hit larger than a page comes out, cut", async () => {
  const huge = `the plum sieve ${"blockage ".repeat(6_000)}`;
  const home = takenIn({
    claude: {
      [SESSION]: [
        typed({ id: 1, session: SESSION, parent: null }, huge),
        replied({ id: 2, session: SESSION }, huge.replaceAll(" ", "")),
        toolResult({ id: 3, session: SESSION }, huge),
      ],
    },
  });
  const client = await openMcp({ home });
  for (const [name, given] of [
    ["memory_search", { query: "plum sieve" }],
    ["memory_search_logs", { query: "plum sieve", exact: true }],
    ["memory_get", { ids: ["t:11111111#1"] }],
    ["memory_get", { ids: ["t:11111111#2"] }],
    ["memory_timeline", { anchor: "t:11111111#1" }],
  ] as const) {
    const { text } = await client.call(name, given);
    expect(exceededLimit(text, PAGE_BUDGET), name).toBeNull();
    expect(text, name).toMatch(/^\| .*plum ?sieve/m);
  }
});
