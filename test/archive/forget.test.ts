import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import type { WithholdLine } from "../../src/archive/archive-types.ts";
import { Crash, crashingFiles } from "./crashing-files.ts";
import {
  captureFile,
  makeHome,
  restoredText,
  snapshot,
  sourceFile,
  type TestHome,
} from "./test-archive.ts";

const row = (n: number, text = "plain"): string => JSON.stringify({ n, text });

/** Every byte of the store, members inflated. */
function allBytes(home: TestHome): string {
  return Object.keys(snapshot(home.root))
    .map((path) =>
      path.endsWith(".gz") ? gunzipSync(readFileSync(path)).toString() : readFileSync(path, "utf8"),
    )
    .join("\n");
}

const withhold: WithholdLine = (line) => {
  const at = line.indexOf("PRIVATE");
  if (at === -1) return undefined;
  const blanked = Buffer.from(line);
  blanked.fill("x", at, at + 7);
  return { line: blanked, spans: [{ at, bytes: Buffer.from(line.subarray(at, at + 7)) }] };
};

describe("forget", () => {
  test("lines go from every epoch, leave their number behind and stay away when the source is taken in again", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    const lines = [row(1), row(2, "canary-amberquay"), row(3), row(4)];
    writeFileSync(path, `${lines.join("\n")}\n`);
    const { entryId } = captureFile(archive, sourceFile(path));
    writeFileSync(path, `${[row(0), ...lines].join("\n")}\n`);
    captureFile(archive, sourceFile(path));
    expect(archive.forget({ entryId, lines: new Set([3]), reason: "asked" })).toEqual({
      lines: 2,
      bytes: 2 * row(2, "canary-amberquay").length,
    });
    expect(allBytes(home)).not.toContain("canary-amberquay");
    expect(archive.verify(entryId)).toEqual([]);
    const seen: string[] = [];
    archive.readLines(
      entryId,
      1,
      2,
      (line, number) => void seen.push(`${number} ${line.toString()}`),
    );
    expect(seen).toEqual([
      `2 {"varve":"forgotten","bytes":${lines[1]?.length}}`,
      `3 ${row(3)}`,
      `4 ${row(4)}`,
    ]);
    expect(archive.restorePlan(entryId)).toMatchObject({ epoch: 2, forgotten: { lines: 1 } });
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
    // Rewritten once more by the host, the line still in it: a new epoch, without the line.
    writeFileSync(path, `${[...lines].reverse().join("\n")}\n`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "new-epoch",
      forgottenLines: 1,
    });
    appendFileSync(path, `${row(9)}\n${lines[1]}\n`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "appended",
      forgottenLines: 1,
    });
    expect(allBytes(home)).not.toContain("canary-amberquay");
    expect(archive.verify(entryId)).toEqual([]);
    expect(archive.forgotten()).toMatchObject([{ entry: entryId, reason: "asked" }]);
  });

  test("all lines of a session, and an empty store that only keeps forgotten.jsonl", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${row(1)}\n${row(2)}\n`);
    const { entryId } = captureFile(archive, sourceFile(path));
    expect(archive.forget({ entryId, lines: "all", reason: "asked" }).lines).toBe(2);
    appendFileSync(path, `${row(3)}\n`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "appended",
      forgottenLines: 0,
    });
    expect(archive.entry(entryId)?.epochs).toMatchObject([{ lines: 3, forgotten: { lines: 2 } }]);
    const copy = makeHome();
    writeFileSync(`${copy.hostPath("x")}`, "");
    const fresh = copy.open();
    captureFile(fresh, sourceFile(path));
    const other = [...fresh.entries()][0]?.id ?? "";
    expect(other).toBe(entryId);
  });

  test("an interrupted forget is found and finished", () => {
    let interrupted = 0;
    for (let calls = 0; ; calls += 1) {
      const home = makeHome();
      const path = home.hostPath("a.jsonl");
      writeFileSync(path, `${row(1)}\n${row(2, "canary-amberquay")}\n`);
      const { entryId } = captureFile(home.open(), sourceFile(path));
      const files = crashingFiles(calls);
      try {
        home.open({ files }).forget({ entryId, lines: new Set([2]), reason: "asked" });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
      const archive = home.open();
      const findings = archive.verify(entryId);
      if (findings.some(({ kind }) => kind === "forgotten-present")) interrupted += 1;
      for (const finding of findings) archive.repair(finding);
      expect(archive.verify(entryId)).toEqual([]);
      const isForgotten = archive.forgotten().length > 0;
      expect(restoredText(home, archive, entryId).includes("canary-amberquay")).toBe(!isForgotten);
      if (!files.crashed()) break;
    }
    expect(interrupted).toBeGreaterThan(3);
  });
});

describe("withhold", () => {
  test("private parts are never stored, are counted, and do not make the source look changed", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${row(1)}\n${row(2, "a PRIVATE word")}\n`);
    const capture = (): ReturnType<typeof archive.capture> =>
      archive.capture({ file: sourceFile(path), project: null, session: null, withhold });
    const { entryId, withheldBytes } = capture();
    expect(withheldBytes).toBe(7);
    appendFileSync(path, `${row(3)}\n`);
    expect(capture()).toMatchObject({ outcome: "appended", withheldBytes: 0 });
    expect(capture().outcome).toBe("unchanged");
    expect(allBytes(home)).not.toContain("PRIVATE");
    expect(restoredText(home, archive, entryId)).toBe(
      readFileSync(path, "utf8").replace("PRIVATE", "xxxxxxx"),
    );
    expect(archive.restorePlan(entryId).withheldBytes).toBe(7);
    archive.reseal(entryId);
    expect(archive.restorePlan(entryId).withheldBytes).toBe(7);
    expect(archive.verify(entryId)).toEqual([]);
    // Cut back to a prefix that ends inside what was taken in one go.
    writeFileSync(path, `${row(1)}\n${row(2, "a PRIVATE word")}\n`);
    expect(capture().outcome).toBe("unchanged");
  });

  test("a withheld line that is forgotten stays out, withheld or not", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${row(1)}\n${row(2, "a PRIVATE word")}\n`);
    const { entryId } = archive.capture({
      file: sourceFile(path),
      project: null,
      session: null,
      withhold,
    });
    archive.forget({ entryId, lines: new Set([2]), reason: "asked" });
    writeFileSync(path, `${row(2, "a PRIVATE word")}\n${row(5)}\n`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "new-epoch",
      forgottenLines: 1,
    });
    expect(allBytes(home)).not.toContain("PRIVATE");
  });

  test("a rule that changes the length of a line is refused before anything is written", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${row(1)}\n`);
    const broken: WithholdLine = (line) => ({ line: line.subarray(1), spans: [] });
    const file = sourceFile(path);
    expect(() => archive.capture({ file, project: null, session: null, withhold: broken })).toThrow(
      expect.objectContaining({ code: "refused" }),
    );
    expect([...archive.entryIds()]).toEqual([]);
  });
});

describe("prune", () => {
  test("counts first, drops lines, keeps audit clean and the source out", () => {
    const home = makeHome();
    const archive = home.open();
    const path = home.hostPath("a.jsonl");
    writeFileSync(path, `${[1, 2, 3, 4].map((n) => row(n)).join("\n")}\n`);
    const { entryId } = captureFile(archive, sourceFile(path));
    const before = snapshot(home.root);
    const lines = (line: number): boolean => line <= 2;
    expect(archive.prune({ entryId, lines, dryRun: true })).toEqual({
      lines: 2,
      bytes: 2 * row(1).length,
    });
    expect(snapshot(home.root)).toEqual(before);
    expect(archive.prune({ entryId, lines }).lines).toBe(2);
    expect(archive.prune({ entryId, lines }).lines).toBe(0);
    expect(captureFile(archive, sourceFile(path)).outcome).toBe("unchanged");
    appendFileSync(path, `${row(5)}\n`);
    expect(captureFile(archive, sourceFile(path))).toMatchObject({
      outcome: "appended",
      firstLine: 5,
    });
    expect(archive.entry(entryId)?.epochs).toMatchObject([
      { pruned: { lines: 2 }, forgotten: { lines: 0 } },
    ]);
    expect(archive.verify(entryId)).toEqual([]);
    expect(archive.prune({ entryId, lines: "all" }).lines).toBe(3);
    expect(archive.verify(entryId)).toEqual([]);
  });
});
