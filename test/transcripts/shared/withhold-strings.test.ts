import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withholdStrings } from "../../../src/transcripts/shared/withhold-strings.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 20_000 : 500;
const all = (): boolean => true;

function withheld(raw: string | Buffer): string | undefined {
  return withholdStrings(Buffer.from(raw), all)?.line.toString("utf8");
}

describe("withholdStrings", () => {
  test("blanks the content at the same length and keeps the raw bytes", () => {
    const line = Buffer.from('{"a":"x <private>pin é4</private> y","b":1}');
    const result = withholdStrings(line, all);
    expect(result?.line.toString()).toBe('{"a":"x <private>*******</private> y","b":1}');
    expect(result?.spans).toHaveLength(1);
    expect(result?.spans[0]?.bytes.toString()).toBe("pin é4");
  });

  test("whole escapes become stars", () => {
    expect(withheld('{"a":"<private>a\\n\\u00e9\\"</private>z"}')).toBe(
      '{"a":"<private>***********</private>z"}',
    );
  });

  test("sees escaped tags", () => {
    expect(withheld('{"a":"\\u003cprivate\\u003ek\\u003c/private\\u003e"}')).toBe(
      '{"a":"\\u003cprivate\\u003e*\\u003c/private\\u003e"}',
    );
    expect(withheld('{"a":"\\u003CPrivate>key"}')).toBe('{"a":"\\u003CPrivate>***"}');
  });

  test("asks with the path of each string", () => {
    const paths: string[] = [];
    const line = Buffer.from(
      '{"m":{"c":[{"t":"<private>a"},"<private>b"]},"k":["x","<private>c"]}',
    );
    const result = withholdStrings(line, (path) => {
      paths.push(path.join("."));
      return path[0] === "k";
    });
    expect(paths).toEqual(["m.c.0.t", "m.c.1", "k.1"]);
    expect(result?.line.toString()).toBe(
      '{"m":{"c":[{"t":"<private>a"},"<private>b"]},"k":["x","<private>*"]}',
    );
  });

  test("nothing to blank, nothing returned, also the second time", () => {
    expect(withheld('{"a":"plain"}')).toBeUndefined();
    expect(withheld('{"a":"`<private>`"}')).toBeUndefined();
    expect(withheld('{"a":"<private>****</private>"}')).toBeUndefined();
  });

  test("damaged JSON fails closed", () => {
    expect(withheld('{"a":"x <private>key</private> y')).toBe('{"a":"x <private>***</private> y');
    expect(withheld('{"a":"x <private>key and the rest')).toBe(
      `{"a":"x <private>${"*".repeat(16)}`,
    );
  });

  test("what stands inside the tag is blanked too", () => {
    expect(withheld('{"a":"<private my key> x</private>"}')).toBe(
      '{"a":"<private**********</private>"}',
    );
  });

  test("two objects on one line", () => {
    expect(withheld('{"a":"<private>k</private>"}{"b":"<private>l"}')).toBe(
      '{"a":"<private>*</private>"}{"b":"<private>*"}',
    );
  });

  test("any JSON line: stays valid, same length, same values outside, nothing left inside", () => {
    const secret = fc
      .string({ unit: "binary", minLength: 1, maxLength: 30 })
      .filter((text) => !/private|`|~|\*/i.test(text));
    const value = fc.record({
      before: fc.string({ unit: "grapheme" }),
      secret,
      closed: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (values, spaced) => {
          const texts = values.map(
            (v) => `${clean(v.before)}<private>${v.secret}${v.closed ? "</private>after" : ""}`,
          );
          const line = Buffer.from(
            JSON.stringify(
              { list: texts, other: { n: 1 } },
              null,
              spaced ? " " : undefined,
            ).replaceAll("\n", " "),
          );
          const result = withholdStrings(line, all);
          expect(result?.line.length).toBe(line.length);
          const decoded = JSON.parse(result?.line.toString("utf8") ?? "") as { list: string[] };
          decoded.list.forEach((text, i) => {
            const v = values[i];
            const head = `${clean(v?.before ?? "")}<private>`;
            expect(text.startsWith(head.toWellFormed())).toBe(true);
            expect(text.slice(head.length)).toMatch(
              v?.closed === true ? /^\*+<\/private>after$/ : /^\*+$/,
            );
          });
          expect(withholdStrings(result?.line ?? line, all)).toBeUndefined();
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("any bytes: never throws, never another length", () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom("<private>", "</private>", '{"a":"', '"}', "\\", "\\u003c", ",", "[", "é")
        .map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const line = Buffer.concat(pieces);
        const result = withholdStrings(line, all);
        if (result === undefined) return;
        expect(result.line.length).toBe(line.length);
        const restored = Buffer.from(result.line);
        for (const span of result.spans) span.bytes.copy(restored, span.at);
        expect(restored.equals(line)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});

function clean(text: string): string {
  return text.replaceAll(/[`~]/g, "");
}
