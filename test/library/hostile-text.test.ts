/** Text of old sessions comes out harmless, and every offset into it still points at the same place. */
import { expect, test } from "vitest";

import { toHarmless } from "../../src/library/to-harmless.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { openIn, writePlainSession } from "./demo-library.ts";

const ESC = "\u001b";
/** Clears the screen, sets a title, hides text, turns the line round, speaks in tags, breaks surrogates. */
const HOSTILE = [
  `${ESC}[2J${ESC}[31mred lantern${ESC}[0m`,
  `${ESC}]0;owned\u0007 title`,
  `\u009b31m c1 \u0085 next`,
  `overwritten\rshown`,
  `\u202egnirts\u202c \u2066isolated\u2069`,
  `\u{e0041}\u{e0042}\u{e007f} tags`,
  `\ud800 alone \udc00`,
  `line\u2028separator\u2029`,
  `nul \u0000 bell \u0007 delete \u007f`,
].join(" zebra ");

/** What must not be in any string of an answer. */
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/u;

function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsOf(member)]);
}

test("no string of any answer acts on a terminal or hides", async () => {
  const home = temporaryFolder();
  const path = writePlainSession(home, "hostile-talk", [HOSTILE, `again ${HOSTILE}`]);
  const varve = openIn(home);
  const taken = await varve.import({ path });
  const found = await varve.search("zebra", { allProjects: true });
  const ref = found.hits[0]?.ref ?? "";
  const answers = [
    taken,
    found,
    await varve.logs("zebra", { mode: "exact", allProjects: true }),
    await varve.logs("zebra", { mode: "exact", allBytes: true, allProjects: true }),
    await varve.timeline(ref),
    await varve.timeline("", { session: "current", outline: true, allProjects: true }),
    await varve.read(ref),
    await varve.read([ref, `s:${found.hits[0]?.session ?? ""}`], { level: "raw" }),
    await varve.search(HOSTILE, { allProjects: true }),
  ];
  expect(found.hits.length).toBe(2);
  expect((await varve.read(ref))[0]?.text).toContain("zebra");
  for (const text of answers.flatMap(textsOf)) expect(text).not.toMatch(ACTING);
});

test("marks point at the words that matched", async () => {
  const home = temporaryFolder();
  const path = writePlainSession(home, "marked-talk", [
    `${ESC}[31m${ESC}[0m \u202e lantern and zebra`,
  ]);
  const varve = openIn(home);
  await varve.import({ path });
  const { hits } = await varve.search("lantern zebra", { allProjects: true });
  const words = hits[0]?.marks.map(({ from, to }) => hits[0]?.snippet.slice(from, to));
  expect(words).toEqual(["lantern", "zebra"]);
});

test("a text is read to its end by `from` and `length`", async () => {
  const home = temporaryFolder();
  const long = Array.from({ length: 4_000 }, (_, at) => `${ESC}[3${at % 8}m word ${at}\u202e`).join(
    "\n",
  );
  const path = writePlainSession(home, "long-talk", [long]);
  const varve = openIn(home);
  await varve.import({ path });
  const ref = (await varve.search("word", { allProjects: true })).hits[0]?.ref ?? "";
  let text = "";
  for (let from = 0, length = 1; from < length;) {
    const [page] = await varve.read(ref, { from });
    expect(page?.from).toBe(from);
    text += page?.text ?? "";
    length = page?.length ?? 0;
    from += page?.text.length ?? length;
  }
  expect(text.length).toBeGreaterThan(40_000);
  expect(text).toBe(toHarmless(text));
  expect(text.startsWith("␛[30m word 0\ufffd\n␛[31m word 1\ufffd\n")).toBe(true);
});

test("what is harmless stays as it is, and no text changes its length", () => {
  const plain = { "다 like": ["이 글", "a\tb\nc", "👩‍👩‍👧 ✓", 3, null, true] };
  expect(toHarmless(plain)).toEqual(plain);
  expect(toHarmless(HOSTILE)).toHaveLength(HOSTILE.length);
  expect(toHarmless("\u845b\u{e0100} ❤\ufe0f")).toBe("\u845b\u{e0100} ❤\ufe0f");
  expect(toHarmless("a\u{e0150}\u{e0151}\ufe01b")).toBe(`a${"\ufffd".repeat(5)}b`);
  expect(toHarmless("a\r\nb\rc")).toBe("a \nb\nc");
  expect(Object.keys(toHarmless(JSON.parse('{"__proto__": 1, "\\u001b": 2}') as object))).toEqual([
    "__proto__",
    "␛",
  ]);
});
