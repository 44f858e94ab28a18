import { expect, test } from "vitest";

import { asksWhatWasDone } from "../../src/core/time-expressions/asks-what-was-done.ts";
import { runVarve } from "../support/run-varve.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";
import { join } from "node:path";

test.each([
  "What did I do?",
  "what did we work on",
  "what have I been doing",
  "what happened",
  "뭐 했지",
  "뭐했지?",
  "내가 뭘 했더라",
  "무슨 작업을 했어",
  "한 일",
  "何をしたか",
  "何をやっていた？",
  "なにしてた",
  "やったこと",
  "做了什么",
  "我们都干了些啥？",
  "发生了什么事",
])("%s asks for all of it", (rest) => {
  expect(asksWhatWasDone(rest)).toBe(true);
});

test.each([
  "what did the proxy do",
  "token",
  "what did we decide about tokens",
  "뭐",
  "토큰 뭐 했지",
  "로그인을 어떻게 했지",
  "何を修正したか",
  "做了什么修改来解决连接池",
  "",
])("%j asks for something", (rest) => {
  expect(asksWhatWasDone(rest)).toBe(false);
});

test("a day is answered with what happened then", () => {
  const home = temporaryFolder("user");
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  expect(runVarve(["import"], { home }).code).toBe(0);
  const env = { VARVE_NOW: "2026-09-15T12:00:00Z" };
  for (const query of [
    "what did I do yesterday",
    "어제 뭐 했지",
    "昨日何をしたか",
    "昨天做了什么",
  ]) {
    const { code, stdout } = runVarve(["search", query, "--all-projects"], { home, env });
    expect(code, query).toBe(0);
    expect(stdout, query).toContain("sessions in all projects");
    expect(stdout, query).toContain("harbor");
  }
});
