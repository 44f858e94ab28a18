/** Owns the bench of `logs`: its speed beside grep over the same transcripts, and what each way of looking finds. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { NO_BUDGET, PAGE_BUDGET, type Budget } from "../../core/budget.ts";
import { openEngine, PLAIN_SETTINGS, type Engine } from "../../engine/engine.ts";
import type { LogsAnswer } from "../../engine/logs/logs-answer.ts";
import type { LogsQuery } from "../../engine/logs/read-logs-question.ts";
import { searchLogs } from "../../engine/logs/search-logs.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { localCalendar } from "../../platform/local-calendar.ts";
import { generateHistory } from "../generate-history.ts";
import { createSeededRandom, type SeededRandom } from "../history/seeded-random.ts";
import { renderMarkdownTable } from "../markdown-table.ts";
import { percentiles, type Percentiles } from "../percentiles.ts";
import { openTranscriptLines, type DrawnNeedle, type TranscriptLines } from "./transcript-lines.ts";

export interface LogsBenchOptions {
  readonly workFolder: string;
  readonly seed: number;
  /** Of all transcripts together. */
  readonly bytes: number;
  /** Drawn for what is found; 500 unless given. */
  readonly needles?: number;
  /** PATH for grep. */
  readonly searchPath: string;
  readonly onStep: (text: string) => void;
}

interface WayResult {
  readonly way: string;
  readonly ms: Percentiles;
  /** Median of grep over the same needles / median of this way. */
  readonly timesGrep: number;
}

interface FoundShare {
  readonly way: string;
  readonly found: number;
  readonly of: number;
  readonly msP50: number;
}

export interface LogsBenchResult {
  readonly bytes: number;
  readonly turns: number;
  readonly grepMs: Percentiles;
  readonly ways: readonly WayResult[];
  readonly shares: readonly FoundShare[];
  /** Drawn again because redaction hides them. */
  readonly hiddenNeedles: number;
  readonly allBytesMbPerSecond: Percentiles;
  readonly regexMbPerSecond: Percentiles;
}

/** Of the speed; each costs a run of grep. */
const SPEED_NEEDLES = 40;
const ROUNDS = 5;

type Way = Pick<LogsQuery, "mode" | "allBytes">;

const WAYS: readonly (readonly [string, Way])[] = [
  ["logs", {}],
  ["logs --exact", { mode: "exact" }],
  ["logs --exact --all-bytes", { mode: "exact", allBytes: true }],
];

function ask(
  engine: Engine,
  query: string,
  way: Way & Pick<LogsQuery, "cursor">,
  budget: Budget = PAGE_BUDGET,
): Promise<LogsAnswer> {
  const calendar = localCalendar("UTC");
  return searchLogs(
    engine,
    { query, cwd: "/", allProjects: true, calendar, ...way },
    { budget, write: (answer) => JSON.stringify(answer) },
  );
}

async function timed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function timeAll(
  needles: readonly string[],
  work: (needle: string) => unknown,
): Promise<Percentiles> {
  const times: number[] = [];
  for (const needle of needles) times.push(await timed(() => work(needle)));
  return percentiles(times);
}

function grep(needle: string, home: string, searchPath: string): void {
  const { error } = spawnSync("grep", ["-rc", "--", needle, ".claude", ".codex"], {
    cwd: home,
    env: { PATH: searchPath, LC_ALL: "C.UTF-8" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  if (error !== undefined) throw error;
}

/** Whole words as a person would type them. */
function drawWords(lines: TranscriptLines, random: SeededRandom, count: number): readonly string[] {
  const words = new Set<string>();
  while (words.size < count) {
    const { text } = lines.draw(random, 200);
    const found = /[^\p{L}\\](\p{L}{5,14})[^\p{L}]/u.exec(text)?.[1];
    if (found !== undefined) words.add(found);
  }
  return [...words];
}

/** Needles that redaction lets through; `hidden` counts the others. */
function drawNeedles(
  engine: Engine,
  lines: TranscriptLines,
  random: SeededRandom,
  count: number,
): { readonly needles: readonly DrawnNeedle[]; readonly hidden: number } {
  const needles: DrawnNeedle[] = [];
  let hidden = 0;
  while (needles.length < count) {
    const needle = lines.draw(random, 24);
    if (needle.text.trim().length < 3) continue;
    if (engine.redactor.redact(needle.line).includes(needle.text)) needles.push(needle);
    else hidden += 1;
  }
  return { needles, hidden };
}

/** Among the first hits stands a line that holds the needle; a look that ran out of time is gone on with. */
async function isFound(
  engine: Engine,
  lines: TranscriptLines,
  needle: DrawnNeedle,
  way: Way,
): Promise<boolean> {
  for (let cursor: string | undefined; ;) {
    const answer = await ask(engine, needle.text, { ...way, cursor });
    const isTrue = answer.hits.some(({ session, anchor, kind, snippet, marks }) => {
      if (way.mode === undefined) return lines.holds(session, anchor, needle.text);
      const [mark] = marks;
      const shown = snippet.slice(mark?.from, mark?.to).replaceAll("…", "");
      return kind === "line" || squeeze(needle.text).startsWith(squeeze(shown));
    });
    if (isTrue) return true;
    if (answer.header.limitedBy !== "milliseconds" || answer.cursor === null) return false;
    cursor = answer.cursor;
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").toLowerCase();
}

async function measureShare(
  engine: Engine,
  lines: TranscriptLines,
  needles: readonly DrawnNeedle[],
  [name, way]: (typeof WAYS)[number],
): Promise<FoundShare> {
  let found = 0;
  const { p50 } = await timeAllNeedles(needles, async (needle) => {
    if (await isFound(engine, lines, needle, way)) found += 1;
  });
  return { way: name, found, of: needles.length, msP50: p50 };
}

async function timeAllNeedles(
  needles: readonly DrawnNeedle[],
  work: (needle: DrawnNeedle) => Promise<void>,
): Promise<Percentiles> {
  const times: number[] = [];
  for (const needle of needles) times.push(await timed(() => work(needle)));
  return percentiles(times);
}

/** Whole passes: nothing is found, nothing is left out. */
async function measureRate(engine: Engine, bytes: number, query: string, way: Way) {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ms = await timed(() => ask(engine, query, way, NO_BUDGET));
    rates.push(bytes / 1e3 / ms);
  }
  return percentiles(rates);
}

function openStore(workFolder: string): { readonly engine: Engine; readonly home: string } {
  const home = join(workFolder, "home");
  const engine = openEngine({
    home: join(workFolder, "store"),
    userHome: home,
    roots: [
      { source: "claude-code", path: join(home, ".claude") },
      { source: "codex", path: join(home, ".codex") },
    ],
    settings: PLAIN_SETTINGS,
    now: () => new Date(),
    create: true,
  });
  return { engine, home };
}

/** Generates, imports and measures in one process; what it leaves below `workFolder` is the caller's to remove. */
export async function benchLogs(options: LogsBenchOptions): Promise<LogsBenchResult> {
  const { seed, bytes, workFolder, searchPath, onStep } = options;
  const { engine, home } = openStore(workFolder);
  try {
    onStep(`importing ${Math.round(bytes / 1e6)} MB for logs ...`);
    const history = generateHistory({ seed, bytes, out: home });
    syncSources(engine);
    const random = createSeededRandom(seed, 4_711);
    const lines = openTranscriptLines(home);
    const words = drawWords(lines, random, SPEED_NEEDLES);
    onStep("logs beside grep ...");
    for (const word of words.slice(0, 3)) {
      grep(word, home, searchPath);
      for (const [, way] of WAYS) await ask(engine, word, way);
    }
    const grepMs = await timeAll(words, (word) => grep(word, home, searchPath));
    const ways: WayResult[] = [];
    for (const [way, flags] of WAYS) {
      const ms = await timeAll(words, (word) => ask(engine, word, flags));
      ways.push({ way, ms, timesGrep: grepMs.p50 / ms.p50 });
    }
    const drawn = drawNeedles(engine, lines, random, options.needles ?? 500);
    const shares: FoundShare[] = [];
    for (const way of WAYS) {
      onStep(`${drawn.needles.length} needles by ${way[0]} ...`);
      shares.push(await measureShare(engine, lines, drawn.needles, way));
    }
    const allBytes = { mode: "exact", allBytes: true } as const;
    const regex = { mode: "regex", allBytes: true } as const;
    return {
      bytes: history.bytes,
      turns: history.turns,
      grepMs,
      ways,
      shares,
      hiddenNeedles: drawn.hidden,
      allBytesMbPerSecond: await measureRate(engine, history.bytes, "qzx7_absent_q", allBytes),
      regexMbPerSecond: await measureRate(engine, history.bytes, "qzx7_absent\\d+", regex),
    };
  } finally {
    engine.close();
  }
}

const ms = ({ p50, p95 }: Percentiles): readonly string[] => [p50.toFixed(1), p95.toFixed(1)];

export function renderLogsBench(result: LogsBenchResult): string {
  const size = `${(result.bytes / 1e6).toFixed(0)} MB of transcripts, ${result.turns} turns`;
  const speed = renderMarkdownTable(
    ["one word, warm process", "p50 ms", "p95 ms", "times as fast as grep -rc"],
    [
      ["grep -rc", ...ms(result.grepMs), "1"],
      ...result.ways.map((way) => [way.way, ...ms(way.ms), way.timesGrep.toFixed(1)]),
    ],
  );
  const shares = renderMarkdownTable(
    ["needles of 24 bytes at drawn offsets", "found", "ms p50"],
    result.shares.map(({ way, found, of, msP50 }) => [
      way,
      `${found} of ${of} (${((100 * found) / of).toFixed(1)} %)`,
      msP50.toFixed(1),
    ]),
  );
  const rate = renderMarkdownTable(
    ["every archived byte", "MB/s p50", "least"],
    [
      ["--exact --all-bytes", ...rateCells(result.allBytesMbPerSecond)],
      ["--regex --all-bytes", ...rateCells(result.regexMbPerSecond)],
    ],
  );
  return `${size}; bars: logs 20 times as fast as grep, 100 % with --all-bytes at 100 MB/s or more. ${result.hiddenNeedles} needles were drawn again because redaction hides them.\n\n${speed}\n${shares}\n${rate}`;
}

function rateCells({ p50, min }: Percentiles): readonly string[] {
  return [p50.toFixed(0), min.toFixed(0)];
}
