/** Lines of `hidden.jsonl` make a state, whatever stands between them. */
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { VarveError } from "../../src/core/errors.ts";
import { foldHides, renderHide, renderUndo, type Hide } from "../../src/engine/hidden/hide.ts";
import { openHiddenLog } from "../../src/engine/hidden/hidden-log.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { temporaryFolder } from "../support/temp-home.ts";

function hideOf(id: string, session: string): Hide {
  return {
    id,
    at: "2026-05-04T10:00:00.000Z",
    by: "mcp",
    reason: null,
    refs: [`s:${session}`],
    turns: 3,
    sessions: [session],
    titles: [],
    entries: [],
    lines: [],
    records: [],
    hashes: [],
  };
}

const idsOf = (text: string): readonly string[] => foldHides(text).hides.map(({ id }) => id);

test("a hide stands until it is undone, and again when it is written again", () => {
  const one = renderHide(hideOf("h1", "one"));
  const two = renderHide(hideOf("h2", "two"));
  const at = "2026-05-04T11:00:00.000Z";
  expect(idsOf(one + two)).toEqual(["h1", "h2"]);
  expect(idsOf(one + two + renderUndo("h1", at))).toEqual(["h2"]);
  expect([...foldHides(one + two + renderUndo("h1", at)).sessions]).toEqual(["two"]);
  expect(idsOf(one + renderUndo("h1", at) + one)).toEqual(["h1"]);
  expect(foldHides(one).hides[0]).toEqual(hideOf("h1", "one"));
});

test("torn lines, blank ones and those of a newer varve are passed over", () => {
  const one = renderHide(hideOf("h1", "one"));
  const odd = [
    "",
    "null",
    "[]",
    "7",
    '{"v":9,"op":"blur","id":"h1"}',
    one.slice(0, 40),
    "\0\0\0",
    '{"op":"hide"}',
  ].join("\n");
  expect(idsOf(`${odd}\n${one}${odd}`)).toEqual(["h1"]);
});

test("a line after a torn one is whole, files are 0600, and the same state is the same object", () => {
  const home = temporaryFolder();
  const path = join(home, "hidden.jsonl");
  const log = openHiddenLog(path, join(home, "a.lock"));
  const empty = log.current();
  expect(log.current()).toBe(empty);
  log.append(() => renderHide(hideOf("h1", "one")));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  appendFileSync(path, '{"v":1,"op":"hide","id":"h9","sess');
  log.append(() => renderHide(hideOf("h2", "two")));
  const state = log.current();
  expect(state.hides.map(({ id }) => id)).toEqual(["h1", "h2"]);
  expect(log.current()).toBe(state);
  // Another process does the same.
  openHiddenLog(path, join(home, "a.lock")).append(() => renderUndo("h1", "now"));
  expect(log.current().hides.map(({ id }) => id)).toEqual(["h2"]);
});

test("nothing is written where the plan says so, and where the lock is another's", () => {
  const home = temporaryFolder();
  const path = join(home, "hidden.jsonl");
  writeFileSync(path, renderHide(hideOf("h1", "one")));
  const before = readFileSync(path);
  const log = openHiddenLog(path, join(home, "a.lock"));
  log.append(({ hides }) => (hides.length === 1 ? undefined : "never"));
  const held = takeLock(join(home, "b.lock"), 0);
  const busy = openHiddenLog(path, join(home, "b.lock"), 50);
  expect(() => busy.append(() => "never\n")).toThrow(VarveError);
  held?.release();
  expect(readFileSync(path)).toEqual(before);
});
