import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { collectEnvValues } from "../../src/core/redaction/collect-env-values.ts";
import { makeRedactor } from "./make-redactor.ts";

const hashValue = (value: string) => createHmac("sha256", "key").update(value).digest("hex");

const DOTENV = `# settings
PORT=3000
NODE_ENV=development
DEBUG=true
SITE=https://example.test/path2
LOG=/var/log/app1.log
REF=\${OTHER_VALUE_1}
export LAMP_PIN="wick-and-7-oil"
SHORT=a1b2
QUOTED='Kq8#zz/mm==2'   # note
DATABASE_URL=postgres://app:oilCan4Ever@db.lamp.test:5432/lamp
MAIL=someone1@example.test
HOST=db1.example.test:5432
WORDS=plain-lower-words
`;

test("only values worth hiding are collected", () => {
  expect(collectEnvValues(DOTENV)).toEqual([
    "wick-and-7-oil",
    "Kq8#zz/mm==2",
    "postgres://app:oilCan4Ever@db.lamp.test:5432/lamp",
    "oilCan4Ever",
  ]);
  expect(collectEnvValues("\0=\n===\nA")).toEqual([]);
});

test("known values are found bare, assigned, quoted and before a full stop", () => {
  const values = collectEnvValues(DOTENV);
  const hashes = new Set(values.map(hashValue));
  const lengths = new Set(values.map((value) => value.length));
  for (const options of [
    { envValueHashes: hashes, hashValue },
    { envValueHashes: hashes, envValueLengths: lengths, hashValue },
  ]) {
    const redactor = makeRedactor(options);
    for (const around of [
      "it is wick-and-7-oil.",
      "X=wick-and-7-oil",
      '{"v":"wick-and-7-oil"}',
      "(wick-and-7-oil)",
      "f(Kq8#zz/mm==2)",
      "--x=Kq8#zz/mm==2",
      "oilCan4Ever,",
      "비밀 wick-and-7-oil 이다",
    ]) {
      const output = redactor.redact(around);
      expect(output, around).toMatch(/\[redacted:env-value:[0-9a-f]{8}\]/);
      expect(output).not.toMatch(/wick|zz|oilCan/);
      expect(redactor.redact(output)).toBe(output);
    }
    expect(redactor.redact("wick-and-8-oil stays, as does oilcan")).toBe(
      "wick-and-8-oil stays, as does oilcan",
    );
  }
});

test("words of other lengths are never hashed", () => {
  let hashed = 0;
  const redactor = makeRedactor({
    envValueHashes: new Set(["none"]),
    envValueLengths: new Set([31]),
    hashValue: (value) => (hashed++, hashValue(value)),
  });
  redactor.redact("a1b2c3d4e5 f6g7h8i9j0k1 some9Thing".repeat(50));
  expect(hashed).toBe(0);
});
