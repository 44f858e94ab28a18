import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets } from "../../src/core/redaction/find-secrets.ts";
import { makeLookAlikes } from "../canary/make-look-alikes.ts";
import { makeEverySecret, makeSecrets } from "../canary/make-secrets.ts";
import { digest } from "./digest.ts";
import { makeRedactor } from "./make-redactor.ts";

const full = process.env["VARVE_TEST_FULL"] === "1";
const MARK = /\[redacted:[a-z0-9-]+:[0-9a-f]{8}\]/g;
const key = (seed: number) =>
  makeSecrets(seed, 300).find((canary) => canary.kind === "github-pat")?.secret ?? "";

test("a text without secrets comes back as the same string", () => {
  const text = "Nothing here. 여기에는 없다. No token, no key.";
  const redactor = makeRedactor();
  expect(redactor.redact(text)).toBe(text);
  expect(redactor.counts()).toEqual({});
});

test("a mark holds the kind and a stable fingerprint, counts are by kind", () => {
  const redactor = makeRedactor();
  const secret = key(3);
  expect(redactor.redact(`a ${secret} b`)).toBe(
    `a [redacted:github-pat:${digest(`test-key:${secret}`)}] b`,
  );
  redactor.redact(`again TOKEN=${secret} and ${key(4)}`);
  expect(redactor.counts()).toEqual({ "github-pat": 3 });
});

test("a secret betrayed once is gone from the whole text", () => {
  const text =
    'export DB_PASSWORD=kx82Lmw-Qz7\n...\nI typed kx82Lmw-Qz7 by hand; kx82Lmw-Qz7abc is something else\n{"x":"kx82Lmw-Qz7"}';
  const output = makeRedactor().redact(text);
  expect(output.match(MARK)).toHaveLength(3);
  expect(output).toContain("kx82Lmw-Qz7abc is");
});

test("the form names a secret also behind a label", () => {
  const secret = key(5);
  for (const text of [
    `token=${secret}`,
    `"password": "${secret}"`,
    `Authorization: Bearer ${secret}`,
    `https://u:${secret}@h.example/x`,
  ]) {
    expect(findSecrets(text).map((find) => find.kind)).toEqual(["github-pat"]);
  }
});

describe("values that only stand in", () => {
  test.each([
    "OPENAI_API_KEY=<your-key>",
    "TOKEN=xxxxxxxxxxxxxxxxxxxxxxxx",
    "password=$DB_PASSWORD",
    "token: ${{ secrets.DEPLOY_TOKEN_2 }}",
    "apiKey: process.env.OPENAI_API_KEY2",
    "api_key = os.environ['KEY_1234567']",
    "password: example-Passw0rd",
    `AWS_ACCESS_KEY_ID=${"AKIA"}IOSFODNN7EXAMPLE`,
    "const password = getPassword2(user1);",
    "password: z.string().min(8)",
    'secretName: "lamp-tls-2026"',
    "nextPageToken=a8Fk29sLmQ02kfPz81Xy",
    "max_tokens=4096 token_limit: 128000",
    'passwordHint: "Summer2024!"',
  ])("%s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe("surroundings", () => {
  const secret = "kX82-Lmw_Qz7!r";
  test.each([
    ['a log line \\"password\\": \\"SECRET\\", \\"x\\": 1', "escaped JSON"],
    ["const password =\n      'SECRET';", "value on the next line"],
    ['os.environ["DB_PASSWORD"] = "SECRET"', "bracketed name"],
    ['const password: string = "SECRET";', "type between"],
    ['setHeader("x-password", "SECRET")', "pair"],
    ["mysql+pymysql://app:SECRET@db/x", "address"],
    ["패스워드: SECRET", "Korean"],
    ["パスワードは SECRET です", "Japanese"],
    ["密码是「SECRET」", "Chinese"],
  ])("%s (%s)", (template) => {
    const output = makeRedactor().redact(template.replace("SECRET", secret));
    expect(output).not.toContain("Lmw_Qz7");
    expect(output.replace(MARK, "SECRET")).toBe(template);
  });
});

test("1,000 look-alikes: at most one is taken for a secret", () => {
  for (const seed of full ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2]) {
    const taken = makeLookAlikes(seed).filter((text) => makeRedactor().redact(text) !== text);
    expect(taken.length, taken.join("\n")).toBeLessThanOrEqual(1);
  }
});

test("60 canaries of at least 20 kinds are gone from prose, code and JSON; nothing else is", () => {
  const lookAlikes = makeLookAlikes(1009);
  for (let seed = 1; seed <= (full ? 40 : 4); seed++) {
    const canaries = makeSecrets(seed);
    expect(new Set(canaries.map((canary) => canary.kind)).size).toBeGreaterThanOrEqual(20);
    const plain = canaries
      .map((canary, index) => `${lookAlikes[index]}\n${canary.text}\n설명 ${index}.`)
      .join("\n\n");
    for (const text of [
      plain,
      JSON.stringify({ content: plain }),
      JSON.stringify({ line: JSON.stringify({ content: plain }) }),
    ]) {
      const output = makeRedactor().redact(text);
      for (const { secret, kind } of canaries) {
        const inner = JSON.stringify(secret).slice(1, -1).split("\\n");
        for (const part of inner) {
          for (let at = 0; at + 8 <= part.length; at++) {
            const run = part.slice(at, at + 8);
            // The fixed words of armour and prefixes stand in look-alikes and labels too.
            if (!/--|^[A-Z -]+$|^[a-z_$]+$|Version|theme/.test(run))
              expect(output.includes(run), `${kind}: ${run}`).toBe(false);
          }
        }
      }
      expect(output).toContain("설명 59.");
    }
  }
});

test("what was redacted is redacted: a second time changes nothing", () => {
  const canaries = makeEverySecret(21).map((canary) => canary.text);
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(...canaries),
      fc.constantFrom(
        "password=",
        "token: ",
        '"',
        "\\",
        "=",
        "\n",
        "://",
        "@",
        "[redacted:",
        "[redacted:github-pat:0123abcd]",
        "Bearer ",
        "eyJ",
        "비밀번호는 ",
        "-----BEGIN PRIVATE KEY-----\n",
        "AKIA",
        " ",
      ),
      fc.string({ maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const once = makeRedactor().redact(parts.join(""));
      const again = makeRedactor();
      expect(again.redact(once)).toBe(once);
      expect(again.counts()).toEqual({});
    }),
    { numRuns: full ? 20_000 : 1_000 },
  );
});

const maker = resolve(import.meta.dirname, "../../../shared/cases/secrets/make.mjs");

test.skipIf(!existsSync(maker))(
  "the shared case: absent what must be absent, there what must survive (skipped when the case is not beside the repository)",
  () => {
    const home = mkdtempSync(join(tmpdir(), "varve-secrets-"));
    try {
      execFileSync(process.execPath, [maker, home]);
      const lines = (name: string) =>
        readFileSync(join(home, name), "utf8")
          .split("\n")
          .filter((line) => line !== "");
      const transcripts = readdirSync(join(home, ".claude"), {
        recursive: true,
        encoding: "utf8",
      }).filter((name) => name.endsWith(".jsonl"));
      expect(transcripts).toHaveLength(1);
      const output = makeRedactor().redact(
        readFileSync(join(home, ".claude", transcripts[0] ?? ""), "utf8"),
      );
      for (const line of lines("must-be-absent.txt")) expect(output).not.toContain(line);
      for (const line of lines("must-survive.txt")) expect(output).toContain(line);
      for (const row of output.trimEnd().split("\n"))
        expect(() => JSON.parse(row) as unknown).not.toThrow();
    } finally {
      rmSync(home, { recursive: true });
    }
  },
);
