import { expect, test } from "vitest";

import { asksQuestion } from "../../src/recall/asks-question.ts";

test.each([
  ["Which library validates our config?", true],
  ["Look at this. Is it right? [shares a photo of a dog]", true],
  ["설정 검증에 뭐가 나을까요", true],
  ["どれが人気ですか", true],
  ["どれが人気ですか？", true],
  ["这个能用吗", true],
  ["Is it right? It is: we pick Zod.", false],
  ["We pick Zod for config validation. Final.", false],
  ["설정 검증에는 Zod를 씁니다.", false],
  ["検証にはZodを使います。", false],
  ["", false],
])("%s", (text, expected) => {
  expect(asksQuestion(text)).toBe(expected);
});
