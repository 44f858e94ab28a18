import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { openPrivateWords } from "../../../src/transcripts/shared/private-words.ts";

const keyedHash = (text: string): string =>
  createHmac("sha256", "test key").update(text).digest("hex");

test("a private word is masked later, also after the state went through JSON, which does not hold it", () => {
  const words = openPrivateWords(keyedHash, []);
  expect(words.mask("the lighthouse key")).toBe("the lighthouse key");
  expect(words.maskTyped("say <private>Lighthouse42 yes</private> ok")).toBe("say [private] ok");
  const saved = JSON.stringify(words.hashes());
  expect(saved.toLowerCase()).not.toContain("lighthouse");
  const again = openPrivateWords(keyedHash, JSON.parse(saved) as string[]);
  expect(again.mask("LIGHTHOUSE42 stands, lighthouse stays")).toBe(
    "[private] stands, lighthouse stays",
  );
});

test("at most 500 hashes are kept", () => {
  const words = openPrivateWords(keyedHash, []);
  words.maskTyped(`<private>${Array.from({ length: 900 }, (_, i) => `wordnumber${i}`).join(" ")}`);
  expect(words.hashes()).toHaveLength(500);
});
