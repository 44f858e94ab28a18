import { expect, test } from "vitest";
import { readTimeQuery } from "../../src/core/time-expressions/read-time-query.ts";
import { clockAt } from "./ask.ts";

const clock = clockAt("2026-03-18 14:30", "Asia/Seoul");

/** One question per line; each comes back untouched. */
const UNTOUCHED: Readonly<Record<string, string>> = {
  "English words with another meaning": `
    good morning
    this may fail
    in this folder's project
    before this version
    half an hour earlier
    the last commit
    docs about night mode
    march on
    the march release
    14 may fail
    sat down
    wait a second
    weekend freeze
    an earlier version
    earlier than 2.0
    much earlier
    took 3 hours
    3 days later
    last 3 commits
    fails at 3 retries
    fails at night
    I am here
    h1 tag
    q3 report
    second half
    next steps
    in 2000 ms
    in 2048 bytes
    before 2048 bytes
    wait 5m`,
  "Numbers, versions, paths and names": `
    3.14
    v1/2
    1/2 of the tests
    release 3/4
    step 3/14
    [3/14] RUN npm ci
    3/14 tests passed
    src/3/14/file
    /2026/03/14/log
    app.ts:15:30
    ratio 16:9
    CVE-2026-0314
    v2026.03.14
    2026.3.14
    20260314
    monday.com
    sunday-school.ts
    yesterday_log
    last-week
    @yesterday
    #monday
    nextWeek()
    https://example.com/today/march`,
  "Quoted phrases": `
    "last week" report
    \`어제\` 함수
    “yesterday” label
    「先週」という単語`,
  "Korean words that begin like time": `
    월간 보고서
    월드컵
    오전반
    화요일반 자료
    아까워
    그제야 알았다
    일 처리
    일시 정지
    한시적 해결
    3시리즈
    밤샘 작업
    주말 배포
    점심 메뉴
    좋은 아침
    이주 계획
    이 일 전에 정한 것
    말한 것`,
  "Japanese and Chinese words around the same characters": `
    以前回答した
    今日本語で
    朝の会議
    週末バッチ
    15時間
    3日後
    gzip圧縮前のサイズ
    目前天气
    今天气温
    一点也不
    有一点问题
    两点建议
    线上次数
    一周日志
    一周三次
    十分重要
    5号机
    周期
    早上好
    3天后`,
  "How often": `
    every Monday
    매주 월요일 배포
    2일에 한 번
    毎週月曜
    3日に1回
    每周一`,
  "The future and what is no date": `
    tomorrow
    next Tuesday
    in the coming week
    내일 할 일
    다음 주 화요일
    来週の火曜
    下周二
    2027-01-01
    since tomorrow
    2026-02-30
    2026-02-30T09:00Z
    2026-13-01
    February 30
    2월 30일
    13월
    25시
    24:70
    from 2026-02-30 to 2026-03-02`,
  "Before 1970 and without measure": `
    1900-01-01
    100000 days ago
    999999 years ago
    99999999999999999999 days ago
    1950 years ago
    1960
    last 0 days`,
};

for (const [title, lines] of Object.entries(UNTOUCHED)) {
  test.each(lines.trim().split(/\n\s*/))(`${title}: %s`, (query) => {
    expect(readTimeQuery(query, clock)).toEqual({
      reading: null,
      alternatives: [],
      session: null,
      rest: query,
    });
  });
}
