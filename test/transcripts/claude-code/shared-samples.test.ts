import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { claudeCode } from "../../../src/transcripts/claude-code/claude-code.ts";
import { readSample, type TranscriptSample } from "../../contracts/transcript-format.ts";
import { findShared, listSamples, toSample } from "./fixture-files.ts";

const samples = findShared("samples/claude-code");
const cases = findShared("cases");
if (samples === undefined || cases === undefined)
  console.warn("skipped: transcripts of real clients are not beside this checkout (../shared)");

function read(
  version: string,
  name: string,
): { readonly prompts: number; readonly sample: TranscriptSample } {
  const path = join(samples ?? "", version, `${name}.jsonl`);
  const sample = toSample(path, name, { kind: "session", fileId: name, session: name });
  const { turns } = readSample(claudeCode, sample);
  return { prompts: turns.filter((turn) => turn.class === "prompt").length, sample };
}

describe.skipIf(samples === undefined)("transcripts of real clients", () => {
  // The plug-in session holds one more: a custom command whose arguments go to the model.
  test.each([
    ["current", "session-basic", 7],
    ["current", "session-autocompact", 4],
    ["current", "session-tui", 2],
    ["current", "session-plugin", 4 + 1],
    ["current", "session-subagent", 1],
    ["current", "session-api-error", 1],
    ["current", "session-fork", 2],
    ["current", "session-fork-2", 1],
    ["v2.1.197", "session-basic", 7],
    ["v2.1.197", "session-subagent", 1],
    ["v2.0.65", "session-basic", 7],
    ["v2.0.65", "session-subagent", 1],
  ])("%s %s: %i prompts", (version, name, prompts) => {
    const result = read(version, name);
    expect(result.prompts).toBe(prompts);
    expect(readSample(claudeCode, result.sample).rewinds).toEqual([]);
    expect(result.sample.lines.some((line) => claudeCode.recognises(line))).toBe(true);
  });

  test("helpers have no prompts; 3 of the 4 old ones are warm-ups", () => {
    const folders = ["session-basic", "session-subagent"].map((name) =>
      join(samples ?? "", "v2.0.65", name),
    );
    const files = folders.flatMap((folder) =>
      readdirSync(folder).map((name) => join(folder, name)),
    );
    const records = files.map((path) =>
      readSample(
        claudeCode,
        toSample(path, path, { kind: "subagent", fileId: basename(path, ".jsonl"), session: null }),
      ),
    );
    expect(
      records.map((record) => record.turns.some((turn) => turn.class !== "lifecycle")).sort(),
    ).toEqual([false, false, false, true]);
    expect(
      records
        .flatMap((record) => record.turns)
        .some((turn) => turn.class === "prompt" || !turn.sidechain),
    ).toBe(false);
  });

  test.each(["mcp-handshake", "stdout-stream-json", "tui-history"])("%s is no session", (name) => {
    const sample = toSample(join(samples ?? "", "current", `${name}.jsonl`), name, {
      kind: "session",
      fileId: name,
      session: null,
    });
    expect(sample.lines.some((line) => claudeCode.recognises(line))).toBe(false);
  });
});

describe.skipIf(cases === undefined)("synthetic cases", () => {
  function turnsOf(name: string) {
    const home = join(cases ?? "", name, "home/dot-claude");
    return listSamples(home).flatMap((sample) => readSample(claudeCode, sample).turns);
  }

  test.each([
    ["bookkeeping-first", ["rookvine", "larkspindle"]],
    ["compaction-summary", ["amberquay", "cobaltreed", "pinecurrent"]],
    ["content-shapes", ["quillfrost", "wrenmallow", "yes continue"]],
    ["damaged-lines", ["bramblewick", "harrowmint", "velvetrook", "tindersea"]],
    ["host-noise", ["brightacorn", "plainreed", "slateheron", "cedarvane"]],
    ["queued-prompts", ["oakthimble", "fernspark", "glasswren"]],
    ["subagents", ["ashbarrow"]],
  ])("%s: the person's words", (name, words) => {
    const prompts = turnsOf(name).filter((turn) => turn.class === "prompt");
    expect(prompts).toHaveLength(words.length);
    words.forEach((word, index) => expect(prompts[index]?.text).toContain(word));
    expect(
      prompts.some((turn) =>
        /oldleaf|tinhollow|ironpetal|greenquartz|lostmarrow|halfpebble/.test(turn.text),
      ),
    ).toBe(false);
  });

  test("duplicate-records: each row once per file", () => {
    const prompts = turnsOf("duplicate-records").filter((turn) => turn.class === "prompt");
    expect(new Set(prompts.map((turn) => turn.entryId)).size).toBe(3);
    expect(prompts).toHaveLength(5);
  });

  test("lossy-project-dirs: folders come from the rows", () => {
    expect(new Set(turnsOf("lossy-project-dirs").map((turn) => turn.cwd)).size).toBe(8);
  });

  test("dates: an undated row takes its neighbour's time", () => {
    const undated = turnsOf("dates").find((turn) => turn.text.includes("undatedsloe"));
    expect(undated).toMatchObject({ time: "2026-03-21T12:00:00.000Z", timeInferred: true });
  });

  test("content-shapes: six results, no picture data", () => {
    const turns = turnsOf("content-shapes");
    expect(turns.filter((turn) => turn.role === "tool")).toHaveLength(6);
    expect(turns.some((turn) => turn.text.includes("iVBOR"))).toBe(false);
  });
});
