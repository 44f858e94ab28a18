import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generateHistory } from "../../src/bench/generate-history.ts";
import type { HistoryOptions } from "../../src/bench/generate-history.ts";
import type { SkipReason } from "../../src/core/source-file.ts";
import type { Turn } from "../../src/core/turn.ts";
import { formatOf } from "../../src/transcripts/formats.ts";
import { removeFolder } from "../support/temp-home.ts";

let out = "";
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "varve-bench-"));
});
afterEach(() => removeFolder(out));

const isFull = process.env["VARVE_TEST_FULL"] === "1";
const bytes = isFull ? 60e6 : 6e6;

function transcripts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .toSorted()
    .map((path) => join(folder, path));
}

function digest(folder: string): string {
  const hash = createHash("sha256");
  for (const path of transcripts(folder))
    hash.update(relative(folder, path)).update(readFileSync(path));
  return hash.digest("hex");
}

const make = (options: Partial<HistoryOptions> = {}): ReturnType<typeof generateHistory> =>
  generateHistory({ seed: 11, bytes: 1e6, out, ...options });

interface ReadHistory {
  readonly turns: readonly Turn[];
  readonly skipped: ReadonlyMap<string, number>;
  readonly bytes: number;
}

/** Reads every generated file with the real readers. */
function readBack(): ReadHistory {
  const turns: Turn[] = [];
  const skipped = new Map<string, number>();
  let total = 0;
  const roots = [
    ["claude-code", ".claude"],
    ["codex", ".codex"],
  ] as const;
  for (const [source, folder] of roots) {
    const format = formatOf(source);
    for (const path of transcripts(join(out, folder))) {
      const place = format.classify(relative(join(out, folder), path));
      if (place === null) throw new Error(`the reader does not know ${path}`);
      const reader = format.open({
        kind: place.kind,
        fileId: place.fileId,
        session: place.session,
        redactor: { redact: (text) => text, counts: () => ({}) },
        keyedHash: (text) => createHash("sha256").update(text).digest("hex"),
        skipTools: new Set(),
      });
      const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
      total += statSync(path).size;
      for (const [index, line] of lines.entries()) {
        reader.read(Buffer.from(line), index + 1, {
          turn: (turn) => turns.push(turn),
          skip: (reason: SkipReason, _line, detail) => {
            const key = `${reason} ${detail ?? ""}`.trim();
            skipped.set(key, (skipped.get(key) ?? 0) + 1);
          },
          facts: () => undefined,
          rewind: () => undefined,
          exclude: () => undefined,
        });
      }
    }
  }
  return { turns, skipped, bytes: total };
}

describe("generateHistory", () => {
  test("gives the same bytes for the same seed and others for another", () => {
    make();
    const first = digest(out);
    rmSync(out, { recursive: true });
    make();
    expect(digest(out)).toBe(first);
    rmSync(out, { recursive: true });
    make({ seed: 12 });
    expect(digest(out)).not.toBe(first);
  });

  test("comes within one prompt of the size asked for, and counts what it wrote", () => {
    const made = make({ bytes });
    const onDisk = transcripts(out).reduce((sum, path) => sum + statSync(path).size, 0);
    expect(made.bytes).toBe(onDisk);
    expect(made.files).toBe(transcripts(out).length);
    expect(onDisk).toBeGreaterThanOrEqual(bytes);
    expect(onDisk).toBeLessThan(bytes + 600_000);
  });

  test("the real readers find prompts, replies, calls, results, edits and errors, and no unknown record", () => {
    make({ bytes });
    const { turns, skipped } = readBack();
    const classes = new Set(turns.map((turn) => turn.class));
    for (const wanted of ["prompt", "reply", "call", "result", "edit", "error", "summary"])
      expect(classes).toContain(wanted);
    expect(turns.some((turn) => turn.sidechain)).toBe(true);
    expect([...skipped.keys()].filter((key) => /unknown|bad|torn/u.test(key))).toEqual([]);
    const prompts = turns.filter((turn) => turn.class === "prompt");
    expect(prompts.every((turn) => turn.time !== null && turn.cwd?.startsWith("/home/user/"))).toBe(
      true,
    );
  });

  test("indexed text is at least 30 % of the bytes and CJK at least 25 % of it, as the readers see it", () => {
    const made = make({ bytes });
    const { turns, bytes: total } = readBack();
    const text = turns.filter((turn) => turn.class !== "lifecycle").map((turn) => turn.text);
    const textBytes = text.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
    const characters = text.reduce((sum, part) => sum + part.length, 0);
    const cjk = text.reduce(
      (sum, part) =>
        sum + (part.match(/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3\uff00-\uffef]/gu)?.length ?? 0),
      0,
    );
    expect(textBytes / total).toBeGreaterThanOrEqual(0.3);
    expect(cjk / characters).toBeGreaterThanOrEqual(0.25);
    // Its own count is what reports print: it must be near what the readers find.
    expect(Math.abs(made.textShare - textBytes / total)).toBeLessThan(0.08);
    expect(Math.abs(made.cjkShare - cjk / characters)).toBeLessThan(0.05);
  });

  test("keeps to the languages and projects asked for", () => {
    make({ languages: ["en"], projects: 2 });
    const { turns } = readBack();
    expect(turns.some((turn) => /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/u.test(turn.text))).toBe(
      false,
    );
    const folders = new Set(turns.flatMap((turn) => (turn.cwd === null ? [] : [turn.cwd])));
    expect(folders.size).toBeLessThanOrEqual(2);
  });
});
