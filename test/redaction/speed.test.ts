import { expect, test } from "vitest";
import { secretRules } from "../../src/core/redaction/secret-rules.ts";
import { makeLookAlikes } from "../canary/make-look-alikes.ts";
import { makeSecrets } from "../canary/make-secrets.ts";
import { makeRedactor } from "./make-redactor.ts";

const full = process.env["VARVE_TEST_FULL"] === "1";

/** User time of this process in milliseconds; other programs on the machine do not add to it. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage().user;
  work();
  return (process.cpuUsage().user - before) / 1000;
}

const PROSE =
  "The parser reads each record once and keeps the offset of the last newline, so a torn tail waits for the next run. " +
  "세션을 다시 열면 색인은 마지막 줄부터 이어서 읽는다. 検索は二文字の語でも動く。\n" +
  "export function readRecords(bytes: Uint8Array, from = 0): Record[] {\n  const lines = splitLines(bytes.subarray(from));\n  return lines.map(parseLine).filter((row) => row !== undefined);\n}\n" +
  '{"type":"assistant","uuid":"550e8400-e29b-41d4-a716-446655440000","usage":{"input_tokens":120,"output_tokens":7}}\n';

function makeTurns(): string[] {
  const lookAlikes = makeLookAlikes(3);
  const canaries = makeSecrets(3);
  return Array.from(
    { length: 1500 },
    (_, index) =>
      PROSE.repeat(6) +
      lookAlikes[index % 1000] +
      (index % 25 === 0 ? `\n${canaries[(index / 25) % 60]?.text}` : ""),
  );
}

test("ordinary turns pass at a good part of the speed of a bare loop over their characters", () => {
  const turns = makeTurns();
  const bytes = Buffer.byteLength(turns.join(""));
  const redactor = makeRedactor();
  const control = () => {
    let sum = 0;
    for (const turn of turns)
      for (let at = 0; at < turn.length; at++) sum = (sum * 31 + turn.charCodeAt(at)) | 0;
    expect(sum).not.toBe(0.5);
  };
  const work = () => turns.forEach((turn) => redactor.redact(turn));
  cpuMs(control);
  cpuMs(work);
  const best = (what: () => void) => Math.min(...Array.from({ length: 3 }, () => cpuMs(what)));
  const ratio = best(work) / Math.max(1, best(control));
  const speed = bytes / 1000 / best(work);
  expect(ratio, `redactor ${speed.toFixed(0)} MB/s`).toBeLessThan(25);
});

const HOSTILE = [
  "a",
  "=",
  '"',
  "\\",
  "eyJ",
  ".eyJaaaaaaaaaaaa",
  "-----BEGIN ",
  "-----BEGIN RSA PRIVATE KEY-----\n",
  "-----END RSA PRIVATE KEY-----",
  "password=",
  "token = a1b2c3d4 ",
  "://a:",
  "curl -u a:",
  '"kty"',
  "cookie: a=b;",
  "[redacted:",
  "비밀번호",
];

test.each([
  ...HOSTILE,
  ...(full ? [...new Set(secretRules.flatMap((rule) => rule.keywords))] : []),
])("a long run of %j costs time linear in its length", (unit) => {
  const redactor = makeRedactor();
  const length = full ? 200_000 : 60_000;
  const short = unit.repeat(Math.ceil(length / unit.length));
  redactor.redact(short.slice(0, 20_000));
  const one = Math.max(
    cpuMs(() => redactor.redact(short)),
    8,
  );
  const four = cpuMs(() => redactor.redact(short.repeat(4)));
  expect(four / one).toBeLessThan(10);
  expect(four).toBeLessThan(length / 200);
});
