/** Owns the exactness of `logs --exact`: what stands in an indexed text is found, whatever it is cut from. */
import { expect, test } from "vitest";

import { createSeededRandom } from "../../src/bench/history/seeded-random.ts";
import { ask, askAll, called, openLogs, prompts, refsOf, SESSION } from "./logs-store.ts";
import { toolResult } from "../acceptance/made-sessions.ts";

const LATIN = [
  "The connections were refused: relational mappings don't retry, the user's organization isn't relating.",
  "getUserName calls HTTPServer.handle in src/net/sse-client.ts:42 and web_hook_signature_v2 fails",
  "100% of the _rows_ match LIKE 'a\\_b%' and C:\\Users\\dev\\notes.txt says \"quoted\" words",
  "Café naïve Ünïcode ÀÉÎ straße œuvre łódź, smörgåsbord; re-re-relating re_re-lating",
  "deadbeef0123456789abcdef a3f9b2c commit 7c1 rev2 x86_64-unknown-linux-gnu v1.2.3-rc.4+build5",
  "generalizations, hopefulness, flies, dying, controlled, ponies, agreed, plastered, motoring",
  "Привет мир, ΣΊΣΥΦΟΣ σίσυφος, İstanbul ve ISPARTA, ﬁnal ﬂow, ＦＵＬＬ　width ｔｅｘｔ",
];
const KOREAN = [
  "인증토큰이 만료되어서 재발급하는 로직을 고쳤습니다. 연결풀고갈 문제도 같이 봤어요",
  "웹훅서명(ook_sig)검증 실패: 타임스탬프가 5분 이상 어긋나면 거부한다",
  "조합형 한글도 찾는다: \u1112\u1161\u11ab\u1100\u1173\u11af",
];
const CHINESE = [
  "连接池为什么会耗尽，因为事务没有提交就返回了",
  "登录令牌過期時間設定為十五分鐘，重试三次後放棄",
];
const JAPANESE = [
  "接続プールが枯渇するのはトランザクションを閉じていないから。ｶﾀｶﾅも",
  "認証トークンの有効期限を延長した",
];
const ALL = [...LATIN, ...KOREAN, ...CHINESE, ...JAPANESE];

function pick(
  text: string,
  random: ReturnType<typeof createSeededRandom>,
  least: number,
  most: number,
): string {
  const characters = Array.from(text);
  const length = Math.min(
    characters.length,
    least + Math.floor(random.next() * (most - least + 1)),
  );
  const from = Math.floor(random.next() * (characters.length - length + 1));
  return characters.slice(from, from + length).join("");
}

/** Letters change their case at random; those whose other case is another letter stay. */
function mixCase(text: string, random: ReturnType<typeof createSeededRandom>): string {
  return Array.from(text, (character) => {
    if (!/[A-Za-zÀ-ÖØ-öø-ÿА-яΑ-ω]/.test(character) || character === "ß" || character === "ÿ")
      return character;
    return random.next() < 0.3 ? character.toUpperCase() : character;
  }).join("");
}

function comparable(text: string): string {
  return text.toUpperCase().normalize("NFC").replace(/\s+/g, " ");
}

async function checkSubstrings(
  texts: readonly string[],
  rounds: number,
  sizes: readonly [number, number],
) {
  const engine = openLogs({ [SESSION]: prompts(ALL) });
  const random = createSeededRandom(20261130, rounds);
  for (let round = 0; round < rounds; round += 1) {
    const text = texts[Math.floor(random.next() * texts.length)] ?? "";
    const part = pick(text, random, ...sizes);
    if (part.trim() === "") continue;
    const needle = mixCase(part, random);
    const hits = await askAll(engine, needle, { mode: "exact" });
    const line = ALL.indexOf(text) + 1;
    expect(refsOf(hits), JSON.stringify(needle)).toContain(`t:${SESSION}#${line}`);
    for (const hit of hits) {
      const [mark] = hit.marks;
      expect(comparable(hit.snippet.slice(mark?.from, mark?.to))).toBe(comparable(needle));
    }
  }
}

test("500 random Latin substrings of 3 to 40 characters are all found", () =>
  checkSubstrings(LATIN.slice(0, 6), 500, [3, 40]));

test("random substrings of Korean, Chinese, Japanese and other scripts are all found", async () => {
  await checkSubstrings(KOREAN, 120, [1, 12]);
  await checkSubstrings([...CHINESE, ...JAPANESE], 120, [1, 12]);
  await checkSubstrings(LATIN.slice(6), 80, [3, 20]);
});

test.each([
  ["nnecti", 1, "a cut of a stemmed word"],
  ["connections were refused", 1, "words that the index stems"],
  ["t retry, the user", 1, "a cut at an apostrophe"],
  ["ook_sig", 9, "a cut of an identifier"],
  ["rname calls httpserver", 2, "parts of names in another letter case"],
  ["hook_signature_v", 2, "an identifier without its end"],
  ["%", 3, "a sign that LIKE reads as anything"],
  ["_rows_", 3, "a sign that LIKE reads as one character"],
  ["C:\\Users", 3, "a backslash"],
  ['"quoted"', 3, "quotes"],
  ["CAFÉ", 4, "another letter case outside ASCII"],
  ["commit 7c", 5, "the beginning of a word with a digit"],
  ["σίσυφοσ", 7, "two forms of one small letter"],
  ["한글", 10, "letters that the text spells in parts"],
])("finds %j", async (needle, line) => {
  const engine = openLogs({ [SESSION]: prompts(ALL) });
  const hits = await askAll(engine, needle, { mode: "exact" });
  expect(refsOf(hits)).toContain(`t:${SESSION}#${line}`);
});

test("does not find what only resembles it", async () => {
  const engine = openLogs({ [SESSION]: prompts(ALL) });
  for (const needle of [
    "connection refused",
    "ook-sig",
    "relational mapping don't",
    "rows%match",
    "连接池会耗尽",
  ])
    expect(await askAll(engine, needle, { mode: "exact" }), needle).toEqual([]);
});

test("file and tool names count, and are said to be what matched", async () => {
  const engine = openLogs({
    [SESSION]: [
      ...prompts(["read the file"]),
      called(2, "Read", { file_path: "/home/user/code/orchard/src/ünder/Quilt.ts" }),
      toolResult({ id: 3, session: SESSION }, "nothing of interest"),
    ],
  });
  const [hit] = await askAll(engine, "ÜNDER/quilt", { mode: "exact" });
  expect(hit?.ref).toBe(`t:${SESSION}#2`);
  const [tool] = await askAll(engine, "read", { mode: "exact" });
  expect(tool?.title).toBe("Read");
});

test("narrowing by words and going through everything give the same", async () => {
  const texts = Array.from(
    { length: 300 },
    (_, at) => `row ${at} of the quarterly ledger, total ${at % 7}`,
  );
  const engine = openLogs({ [SESSION]: prompts(texts) });
  // The first has words of its own, the second none that is whole.
  const narrowed = await askAll(engine, " quarterly ledger, total 3", { mode: "exact" });
  const scanned = await askAll(engine, "uarterly", { mode: "exact" });
  expect(narrowed).toHaveLength(texts.filter((text) => text.endsWith("total 3")).length);
  expect(scanned).toHaveLength(300);
  expect(new Set(refsOf(scanned)).size).toBe(300);
});

test("context is 100 characters on either side, on one line", async () => {
  const text = `${"a ".repeat(400)}NEEDLE\n${"b ".repeat(400)}`;
  const engine = openLogs({ [SESSION]: prompts([text]) });
  const { hits } = await ask(engine, "needle", { mode: "exact" });
  const [hit] = hits;
  expect(hit?.snippet).toMatch(/^…(?:a ){49,50}NEEDLE (?:b ){49,50}b?…$/);
  const [mark] = hit?.marks ?? [];
  expect(hit?.snippet.slice(mark?.from, mark?.to)).toBe("NEEDLE");
});
