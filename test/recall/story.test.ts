/** A fix is found by its symptom after a year of other work, as high as after a month. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

import { generateHistory } from "../../src/bench/generate-history.ts";
import { NO_BUDGET } from "../../src/core/budget.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const FIX = "7f0c1d2e-0000-4000-8000-00000000a417";
/** Everything happens in one project, as it does when one works on. */
const CWD = "/home/user/orders";
const MONTH_MS = 30 * 86_400_000;
const START = Date.parse("2025-01-15T09:00:00.000Z");
const QUESTIONS = [
  "the screen stays blank with ERR_SEAL_4417, why?",
  "ERR_SEAL_4417 화면이 비어 있는 원인",
  "ERR_SEAL_4417 で画面が真っ白になる原因",
  "出现 ERR_SEAL_4417 画面空白的原因",
];

type Line = readonly ["user" | "assistant", string];

/** Other sessions of the same year: the code stands in their logs, and nobody says what it means. */
function noiseLines(month: number): readonly Line[] {
  return [
    ["user", `please look at the deploy of month ${month}`],
    ["assistant", `The log shows ERR_SEAL_4417 and a timeout, I retried step ${month}.`],
    ["user", "go on"],
    ["assistant", `Deployed build ${month}00, the page loads.`],
  ];
}

const FIX_LINES: readonly Line[] = [
  ["user", "Since the update the dashboard is empty and the console says ERR_SEAL_4417."],
  ["assistant", "ERR_SEAL_4417 means the signing key in the cache is older than the server's key."],
  ["user", "and now?"],
  ["assistant", "Fixed: the cache key holds the key's fingerprint, so a new key is taken at once."],
];

function writeSession(home: string, id: string, startMs: number, lines: readonly Line[]): void {
  const path = join(home, ".claude", "projects", CWD.replaceAll("/", "-"), `${id}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const rows = lines.map(([type, text], at) =>
    JSON.stringify({
      parentUuid: at === 0 ? null : `${id}-${at - 1}`,
      isSidechain: false,
      userType: "external",
      cwd: CWD,
      sessionId: id,
      version: "2.1.332",
      gitBranch: "main",
      type,
      message:
        type === "user"
          ? { role: "user", content: text }
          : { role: "assistant", model: "m", type: "message", content: [{ type: "text", text }] },
      uuid: `${id}-${at}`,
      timestamp: new Date(startMs + at * 60_000).toISOString(),
    }),
  );
  writeFileSync(path, `${rows.join("\n")}\n`);
}

/** Ranks (from 1) of the session's first hit for each question, asked at the end of `months` months. */
function ranksAfter(months: number): readonly number[] {
  const home = temporaryFolder();
  writeSession(home, FIX, START, FIX_LINES);
  for (let month = 1; month <= months; month += 1) {
    const id = `7f0c1d2e-0000-4000-8000-0000000000${String(month).padStart(2, "0")}`;
    writeSession(home, id, START + (month - 0.5) * MONTH_MS, noiseLines(month));
  }
  const until = new Date(START + months * MONTH_MS);
  generateHistory({ seed: months, bytes: months * 400_000, out: home, until: until.toISOString() });
  const engine = openTestEngine(home, { now: () => until });
  syncSources(engine);
  return QUESTIONS.map((query) => {
    const { hits } = searchTurns(
      engine,
      { query, cwd: CWD, allProjects: true, limit: 10, calendar: localCalendar("UTC") },
      { budget: NO_BUDGET, write: JSON.stringify },
    );
    return hits.findIndex((hit) => hit.session === FIX) + 1;
  });
}

test("in the first three after a year, within one place of a month", { timeout: 120_000 }, () => {
  const early = ranksAfter(1);
  const late = [3, 6, 12].map(ranksAfter);
  console.log(
    `ranks after 1, 3, 6, 12 months: ${[early, ...late].map((ranks) => ranks.join("/")).join(", ")}`,
  );
  for (const ranks of late) {
    ranks.forEach((found, at) => {
      expect(found, QUESTIONS[at]).toBeGreaterThanOrEqual(1);
      expect(found, QUESTIONS[at]).toBeLessThanOrEqual(3);
      expect(Math.abs(found - (early[at] ?? 0)), QUESTIONS[at]).toBeLessThanOrEqual(1);
    });
  }
});
