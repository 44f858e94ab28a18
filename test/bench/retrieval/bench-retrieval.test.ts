import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

import {
  benchRetrieval,
  type RetrievalSources,
} from "../../../src/bench/retrieval/bench-retrieval.ts";
import { generateCodingSessions } from "../../../src/bench/retrieval/generate-coding-sessions.ts";
import { questionsOfArchive } from "../../../src/bench/retrieval/questions-of-archive.ts";
import { renderRetrieval } from "../../../src/bench/retrieval/render-retrieval.ts";
import type { RetrievalResult } from "../../../src/bench/retrieval/run-retrieval.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { syncSources } from "../../../src/engine/sync-sources.ts";
import { openTestEngine } from "../../support/open-test-engine.ts";
import { temporaryFolder } from "../../support/temp-home.ts";

vi.setConfig({ testTimeout: 120_000 });

function digest(folder: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const file of files)
    if (file.endsWith(".jsonl")) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex");
}

const sources = (more: Partial<RetrievalSources>): RetrievalSources => ({
  locomo: undefined,
  longMemEval: undefined,
  file: undefined,
  mine: false,
  cwd: "/",
  withOwnStore: () => Promise.reject(new Error("not asked for")),
  ...more,
});

function recallOf(result: RetrievalResult | undefined, group: string, row: string): number {
  const rows = result?.groups.find((one) => one.group === group)?.rows;
  const found = rows?.find((one) => one.row === row);
  if (found === undefined) throw new Error(`no row ${row} of ${group}`);
  return found.recall10;
}

test("the same seed gives the same sessions and questions, and every answer is a turn", () => {
  const [one, two] = [temporaryFolder("one"), temporaryFolder("two")];
  const questions = generateCodingSessions({ seed: 5, home: one });
  expect(generateCodingSessions({ seed: 5, home: two })).toEqual(questions);
  expect(digest(two)).toBe(digest(one));
  expect(questions).toHaveLength(200);
  expect(questions.filter(({ isHeldOut }) => isHeldOut)).toHaveLength(100);
  expect(new Set(questions.map(({ language }) => language)).size).toBe(4);
  const engine = openTestEngine(one);
  syncSources(engine);
  const index = engine.index("read");
  for (const { expect: wanted } of questions) {
    const [session = "", seq = ""] = (wanted[0] ?? "").slice(2).split("#");
    expect(index?.turn(session, seq)?.text, wanted[0]).toBeTruthy();
  }
});

test("the product's search beats plain BM25 of the same run on questions that no weight was chosen by", async () => {
  const work = temporaryFolder();
  const steps: string[] = [];
  const results = await benchRetrieval({
    workFolder: work,
    seed: 11,
    sessions: 16,
    sources: sources({}),
    onStep: (text) => steps.push(text),
  });
  const [result] = results;
  const plain = recallOf(result, "held-out half", "plain BM25");
  const product = recallOf(result, "held-out half", "all (varve search)");
  console.log(`held-out half: plain BM25 ${plain.toFixed(3)}, varve search ${product.toFixed(3)}`);
  expect(product).toBeGreaterThanOrEqual(plain + 0.08);
  expect(steps).not.toEqual([]);
  const page = renderRetrieval(results);
  expect(page).toContain("| held-out half | all (varve search) | 40 |");
  expect(page).toMatch(/Absent topics answered with nothing: plain BM25 \d+\/10/);
  const absent = result?.absent.at(-1);
  expect(absent?.answeredNothing).toBeGreaterThanOrEqual(8);
});

test("questions of a person's own archive and file are asked of the store as it is", async () => {
  const home = temporaryFolder();
  generateCodingSessions({ seed: 3, home, sessions: 6 });
  const engine = openTestEngine(home);
  syncSources(engine);
  const made = questionsOfArchive(engine, 1);
  expect(questionsOfArchive(engine, 1)).toEqual(made);
  expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(["decision", "error", "edit"]));
  const file = join(home, "q.jsonl");
  writeFileSync(
    file,
    '{"query":"ECONNRESET heartbeat of nobody","expect":["no such words anywhere"]}\n',
  );
  const withOwnStore = <T>(work: (own: Engine) => T): Promise<T> => Promise.resolve(work(engine));
  const results = await benchRetrieval({
    workFolder: temporaryFolder(),
    seed: 1,
    sources: sources({ mine: true, file, withOwnStore }),
    onStep: () => undefined,
  });
  expect(results.map(({ name }) => name)).toEqual(["Your archive", "Your questions"]);
  expect(recallOf(results[0], "exact", "all (varve search)")).toBeGreaterThan(0.5);
  expect(recallOf(results[1], "all", "all (varve search)")).toBe(0);
});
