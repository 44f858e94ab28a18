/** Owns the promises that every transcript format keeps, as one suite that each format's tests call with its samples. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionFacts } from "../../src/core/session-facts.ts";
import type { Redactor } from "../../src/core/redactor.ts";
import type { SourceFileKind } from "../../src/core/source-file.ts";
import type { Turn } from "../../src/core/turn.ts";
import type { ReaderOptions, ReadSink, TranscriptFormat } from "../../src/transcripts/reader.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 2000 : 60;
const MAX_STATE_BYTES = 64 * 1024;

/** One transcript file of the format. */
export interface TranscriptSample {
  readonly name: string;
  readonly kind: SourceFileKind;
  readonly fileId: string;
  readonly session: string | null;
  /** Lines without their newline. */
  readonly lines: readonly Buffer[];
}

/** Everything a reader reported, in order. */
export interface ReadRecord {
  readonly turns: readonly Turn[];
  readonly skips: readonly {
    readonly reason: string;
    readonly line: number;
    readonly detail: string | undefined;
  }[];
  readonly facts: readonly SessionFacts[];
  readonly rewinds: readonly { readonly parent: string; readonly line: number }[];
  readonly excluded: readonly number[];
  readonly state: string;
}

export const plainRedactor: Redactor = { redact: (text) => text, counts: () => ({}) };

export interface ReadSetup {
  readonly redactor?: Redactor;
  readonly skipTools?: ReadonlySet<string>;
  /** Hands the state to a new reader after every so many lines. */
  readonly reopenEvery?: number;
  readonly finish?: boolean;
}

/** Splits a transcript's bytes into its complete lines. */
export function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0, to = bytes.indexOf(10); to !== -1; from = to + 1, to = bytes.indexOf(10, from))
    lines.push(bytes.subarray(from, to));
  return lines;
}

/** Reads a sample through the format as the engine would. */
export function readSample(
  format: TranscriptFormat,
  sample: TranscriptSample,
  setup: ReadSetup = {},
): ReadRecord {
  const turns: Turn[] = [];
  const skips: { reason: string; line: number; detail: string | undefined }[] = [];
  const facts: SessionFacts[] = [];
  const rewinds: { parent: string; line: number }[] = [];
  const excluded: number[] = [];
  const sink: ReadSink = {
    turn: (turn) => turns.push(turn),
    skip: (reason, line, detail) => skips.push({ reason, line, detail }),
    facts: (fact) => facts.push(fact),
    rewind: (parent, line) => rewinds.push({ parent, line }),
    exclude: (line) => excluded.push(line),
  };
  const options: ReaderOptions = {
    kind: sample.kind,
    fileId: sample.fileId,
    session: sample.session,
    redactor: setup.redactor ?? plainRedactor,
    keyedHash: (text) => createHmac("sha256", "test key").update(text).digest("hex"),
    skipTools: setup.skipTools ?? new Set(),
  };
  let reader = format.open(options);
  sample.lines.forEach((line, index) => {
    reader.read(line, index + 1, sink);
    if (setup.reopenEvery !== undefined && (index + 1) % setup.reopenEvery === 0) {
      reader = format.open({ ...options, state: reader.state() });
    }
  });
  if (setup.finish === true) reader.finish?.(sink);
  return { turns, skips, facts, rewinds, excluded, state: reader.state() };
}

/** The contract of {@link TranscriptFormat}; each format's tests add what its host's rows mean. */
export function describeTranscriptFormat(
  format: TranscriptFormat,
  samples: readonly TranscriptSample[],
): void {
  describe(`${format.source}: contract`, () => {
    test("has samples to check", () => expect(samples.length).toBeGreaterThan(0));

    describe.each(samples.map((sample) => [sample.name, sample] as const))(
      "%s",
      (_name, sample) => {
        test("turns are whole, sound and numbered by line", () => checkTurns(format, sample));
        test("reading on from the state gives the same", () => checkResume(format, sample));
        test("every string passes the redactor", () => checkRedaction(format, sample));
        test("no damage stops the reading", () => checkDamage(format, sample));
        test("no value of another type stops the reading", () =>
          checkHostileValues(format, sample));
        test("NUL and lone surrogates reach no turn", () => checkSurrogates(format, sample));
        test("withholding keeps length and JSON", () => checkWithhold(format, sample));
        test.runIf(sample.kind === "session" || sample.kind === "subagent")(
          "is recognised by a row",
          () => {
            expect(sample.lines.some((line) => format.recognises(line))).toBe(true);
          },
        );
      },
    );

    test("other logs are not recognised", () => {
      for (const line of FOREIGN_LINES)
        expect(format.recognises(Buffer.from(line)), line).toBe(false);
    });

    test("any path can be classified", () => {
      const part = fc.constantFrom(
        "projects",
        "sessions",
        "archived_sessions",
        "history.jsonl",
        "..",
        "",
        "a.jsonl",
        "agent-1.jsonl",
        "x.zst",
        "2026",
      );
      fc.assert(
        fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 7 }), (parts) => {
          const classified = format.classify(parts.join("/"));
          if (classified !== null) expect(classified.fileId).not.toBe("");
        }),
        { numRuns: RUNS * 5 },
      );
    });
  });
}

const FOREIGN_LINES = [
  "",
  "not json",
  "12",
  "null",
  "[]",
  "{}",
  '{"level":"info","msg":"started"}',
  '{"in":{"jsonrpc":"2.0","id":1,"method":"initialize"}}',
  '{"session_id":"s","transcript_path":"/home/user/x.jsonl","cwd":"/home/user","hook_event_name":"Stop"}',
  '{"type":"system","subtype":"init","cwd":"/home/user","session_id":"9009fa42-4044-4822-bce7-f2e79ceb7a94","tools":[]}',
];

const CLASSES = new Set([
  "prompt",
  "reply",
  "call",
  "result",
  "edit",
  "error",
  "summary",
  "lifecycle",
]);
const ROLES = new Set(["user", "assistant", "tool", "system"]);

function checkTurns(format: TranscriptFormat, sample: TranscriptSample): void {
  const { turns, skips, state } = readSample(format, sample, { finish: true });
  const identities = new Set<string>();
  for (const turn of turns) {
    expect(turn.source).toBe(format.source);
    expect(turn.session).not.toBe("");
    expect(CLASSES.has(turn.class) && ROLES.has(turn.role)).toBe(true);
    expect(turn.line).toBeGreaterThanOrEqual(1);
    expect(turn.line).toBeLessThanOrEqual(sample.lines.length);
    expect(turn.block).toBeGreaterThanOrEqual(0);
    if (turn.time !== null) expect(turn.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    if (turn.class === "prompt") expect([turn.role, turn.sidechain]).toEqual(["user", false]);
    identities.add(`${turn.entryId} ${turn.block} ${turn.line}`);
  }
  expect(identities.size).toBe(turns.length);
  for (const skip of skips) expect(skip.line).toBeLessThanOrEqual(sample.lines.length);
  expect(Buffer.byteLength(state)).toBeLessThanOrEqual(MAX_STATE_BYTES);
}

function checkResume(format: TranscriptFormat, sample: TranscriptSample): void {
  const whole = readSample(format, sample, { finish: true });
  for (const reopenEvery of [1, 3])
    expect(readSample(format, sample, { reopenEvery, finish: true })).toEqual(whole);
}

/** Hides every word of seven letters: one that is still there came around the redactor. */
function checkRedaction(format: TranscriptFormat, sample: TranscriptSample): void {
  const redactor: Redactor = {
    redact: (text) => text.replaceAll(/[\p{L}]{7,}/gu, "x"),
    counts: () => ({}),
  };
  const { turns, facts, skips, state } = readSample(format, sample, { redactor, finish: true });
  const own = /\[\.\.\. \d+ characters not indexed(?:, lines with errors:)?\]|\[private\]/g;
  const strings = [
    ...turns.flatMap((turn) => [
      turn.text,
      turn.toolName,
      turn.toolCallId,
      turn.model,
      turn.cwd,
      turn.gitBranch,
      ...turn.files,
    ]),
    ...facts.flatMap((fact) => [
      fact.title,
      fact.cwd,
      fact.gitBranch,
      fact.hostVersion,
      fact.model,
    ]),
    ...skips.map((skip) => (skip.reason === "unknown-type" ? skip.detail : null)),
  ];
  for (const text of strings) expect(text?.replaceAll(own, "") ?? "").not.toMatch(/[\p{L}]{7,}/u);
  const words = new Set(turns.flatMap((turn) => turn.text.match(/[\p{L}]{12,}/gu) ?? []));
  for (const word of words) expect(state).not.toContain(word);
}

function checkDamage(format: TranscriptFormat, sample: TranscriptSample): void {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.constantFrom("cut", "nul", "glue", "bytes"),
      (where, at, kind) => {
        const index = where % sample.lines.length;
        const line = sample.lines[index] ?? Buffer.alloc(0);
        const lines = [...sample.lines];
        lines[index] = damage(line, at % (line.length + 1), kind);
        readSample(format, { ...sample, lines });
        format.recognises(lines[index]);
        const held = format.withhold(lines[index]);
        if (held !== undefined) expect(held.line.length).toBe(lines[index].length);
      },
    ),
    { numRuns: RUNS },
  );
}

function damage(line: Buffer, at: number, kind: "cut" | "nul" | "glue" | "bytes"): Buffer {
  switch (kind) {
    case "cut":
      return line.subarray(0, at);
    case "nul":
      return Buffer.concat([line, Buffer.alloc(300)]);
    case "glue":
      return Buffer.concat([line.subarray(0, at), line]);
    case "bytes":
      return Buffer.concat([
        line.subarray(0, at),
        Buffer.from([0xff, 0xfe, 0x80]),
        line.subarray(at),
      ]);
  }
}

const HOSTILE = [
  null,
  true,
  7,
  -1e308,
  "",
  "x",
  [],
  {},
  [[null]],
  ["text", null, 3],
  { type: 5, text: {} },
  [{ type: "text", text: 4 }],
];

function checkHostileValues(format: TranscriptFormat, sample: TranscriptSample): void {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom(...HOSTILE), (where, which, value) => {
      const index = where % sample.lines.length;
      const row = parse(sample.lines[index]);
      if (row === undefined) return;
      const places = listPlaces(row);
      const place = places[which % Math.max(1, places.length)];
      if (place === undefined) return;
      place.holder[place.key] = value;
      const lines = [...sample.lines];
      lines[index] = Buffer.from(JSON.stringify(row));
      for (const turn of readSample(format, { ...sample, lines }).turns)
        expect(typeof turn.text).toBe("string");
    }),
    { numRuns: RUNS },
  );
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function listPlaces(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...listPlaces(holder[key])]);
}

function checkSurrogates(format: TranscriptFormat, sample: TranscriptSample): void {
  const lines = sample.lines.map((line) => {
    const row = parse(line);
    if (row === undefined) return line;
    for (const { holder, key } of listPlaces(row)) {
      const value = holder[key];
      if (typeof value === "string" && value.length > 20 && !/^[\w.:-]+$/.test(value))
        holder[key] = `${value}\0\ud83d tail`;
    }
    return Buffer.from(JSON.stringify(row));
  });
  const { turns, facts } = readSample(format, { ...sample, lines }, { finish: true });
  for (const turn of turns) {
    for (const text of [turn.text, ...turn.files, turn.cwd ?? "", turn.toolName ?? ""]) {
      expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
    }
  }
  for (const text of facts.flatMap((fact) => Object.values(fact)))
    expect(String(text).isWellFormed()).toBe(true);
}

function checkWithhold(format: TranscriptFormat, sample: TranscriptSample): void {
  for (const line of sample.lines) {
    const row = parse(line);
    if (row === undefined) continue;
    for (const { holder, key } of listPlaces(row)) {
      const value = holder[key];
      if (typeof value === "string" && value.length > 12)
        holder[key] = `${value} <private>mellowkestrel "é\n</private> end`;
    }
    const marked = Buffer.from(JSON.stringify(row));
    const held = format.withhold(marked);
    if (held === undefined) continue;
    expect(held.line.length).toBe(marked.length);
    expect(parse(held.line)).toBeDefined();
    expect(held.spans.length).toBeGreaterThan(0);
    const restored = Buffer.from(held.line);
    for (const span of held.spans) span.bytes.copy(restored, span.at);
    expect(restored.equals(marked)).toBe(true);
    expect(format.withhold(held.line)).toBeUndefined();
  }
}

function parse(line: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line?.toString("utf8") ?? "");
    return typeof row === "object" && row !== null ? (row as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
