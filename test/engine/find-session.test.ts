/** What may be written for a session or a turn. */
import { expect, test } from "vitest";

import { parseReference } from "../../src/engine/find-session.ts";

test.each([
  ["s:834cb28d", { kind: "session", session: "834cb28d" }],
  ["834cb28d-5c11", { kind: "session", session: "834cb28d-5c11" }],
  [
    "t:834cb28d#12",
    { kind: "turn", session: "834cb28d", seqText: "12", seq: { line: 12, block: 0, epoch: 1 } },
  ],
  ["s:abc", { kind: "session", session: "abc" }],
  ["t:abc#1", { kind: "turn", session: "abc", seqText: "1", seq: { line: 1, block: 0, epoch: 1 } }],
  [
    "t:agent-a48ba2d6#3.1@2",
    {
      kind: "turn",
      session: "agent-a48ba2d6",
      seqText: "3.1@2",
      seq: { line: 3, block: 1, epoch: 2 },
    },
  ],
])("%s", (text, expected) => {
  expect(parseReference(text)).toEqual(expected);
});

test.each([
  "",
  "s:",
  "abc",
  "t:834cb28d",
  "t:834cb28d#",
  "t:834cb28d#x",
  "m:name",
  "a b c d e f g h",
])("%j is refused with an example", (text) => {
  expect(() => parseReference(text)).toThrow(
    expect.objectContaining({ code: "usage", fix: expect.stringContaining("t:<session>#<line>") }),
  );
});
