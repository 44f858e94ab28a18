/** Which format recognises which file of the real clients, and how many prompts each rollout holds. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { formatOf, transcriptFormats } from "../../src/transcripts/formats.ts";
import { readSample, splitLines } from "../contracts/transcript-format.ts";
import {
  hasShared,
  listShared,
  readTranscript,
  sampleOf,
  textsOf,
  withoutShared,
} from "./codex/read-transcript.ts";

test("every format is found by its source", () => {
  for (const format of transcriptFormats) expect(formatOf(format.source)).toBe(format);
  expect(transcriptFormats.map((format) => format.source)).toEqual([
    "claude-code",
    "codex",
    "jsonl",
  ]);
});

/** Names of transcripts in the sample folders; all else there is a payload, a request, a log or a setting. */
const CLAUDE_TRANSCRIPT = /\/claude-code\/.*\/(?:session-[^/]*|agent-[^/]*)\.jsonl$/;
const ROLLOUT = /\/codex\/.*\/rollout-([^/]*)\.jsonl$/;
/** Known by their path, and by their rows to their own format at most. */
const PROMPT_HISTORY = /\/(claude-code|codex)\/.*\/tui-history\.jsonl$/;

const PROMPTS: Readonly<Record<string, number>> = { basic: 4, tui: 2, "subagent-1": 0 };

describe.skipIf(!hasShared)(`samples of the real clients${withoutShared}`, () => {
  const samples = listShared("samples").filter(([name]) => /\.jsonl?$/.test(name));

  test.each(samples)("%s is recognised by its own format only", (name, path) => {
    const content = readFileSync(path);
    const asOneLine = name.endsWith(".json")
      ? [Buffer.from(JSON.stringify(JSON.parse(content.toString("utf8"))))]
      : [];
    const lines = [...splitLines(content), ...asOneLine];
    const found = transcriptFormats
      .filter((format) => lines.some((line) => format.recognises(line)))
      .map((format) => format.source);
    const own = PROMPT_HISTORY.exec(name)?.[1];
    const isTranscript = lines.length > 0 && own === undefined;
    const expected = [
      ...(isTranscript && CLAUDE_TRANSCRIPT.test(name) ? ["claude-code"] : []),
      ...(isTranscript && ROLLOUT.test(name) ? ["codex"] : []),
    ];
    expect(found.filter((source) => source !== own)).toEqual(expected);
  });

  test.each(samples.filter(([name]) => ROLLOUT.test(name)))(
    "%s holds the prompts that a person counted",
    (name, path) => {
      const read = readSample(formatOf("codex"), sampleOf(path, name));
      expect(textsOf(read, "prompt")).toHaveLength(PROMPTS[ROLLOUT.exec(name)?.[1] ?? ""] ?? 1);
      expect(
        read.skips.filter((skip) => skip.reason === "unknown-type" || skip.reason === "damaged"),
      ).toEqual([]);
      const replies = textsOf(read, "reply");
      expect(replies.length).toBeGreaterThan(0);
      expect(new Set(replies).size).toBe(replies.length);
    },
  );
});

describe.skipIf(!hasShared)(`cases from the wild${withoutShared}`, () => {
  const rollouts = (folder: string) =>
    listShared(folder).filter(([name]) => name.endsWith(".jsonl"));
  const markers = (texts: readonly string[]) => texts.map((text) => /\((\w+)\)/.exec(text)?.[1]);

  test.each(rollouts("cases/codex-generations"))("%s gives each message once", (_name, path) => {
    const read = readTranscript(formatOf("codex"), readFileSync(path));
    const word = /\((\w+)ask\)/.exec(textsOf(read, "prompt")[0] ?? "")?.[1] ?? "";
    expect(["anemone", "kelp", "urchin"]).toContain(word);
    expect(markers(textsOf(read, "prompt"))).toEqual([`${word}ask`, `${word}second`]);
    expect(markers(textsOf(read, "reply").filter((text) => !text.includes("note")))).toEqual([
      `${word}answer`,
      `${word}done`,
    ]);
  });

  test.each(rollouts("cases/codex-injected-context"))(
    "%s: what the host injects is not the person's words",
    (_name, path) => {
      const read = readTranscript(formatOf("codex"), readFileSync(path));
      expect(textsOf(read, "prompt")).toEqual([
        "Stop the pump when the tank is low (coralgate).",
        "Use 25 percent, not 20 (shellmeadow).",
      ]);
    },
  );
});
