import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { indexText } from "../../src/core/tokenise/index-text.ts";
import { openSqlite } from "../../src/platform/sqlite.ts";
import type { IndexBatch, SearchIndex } from "../../src/search-index/search-index.ts";
import { ask, found, newFolder, openNew, sampleBatch, sampleTurn, uuid } from "./sample-batch.ts";

const RUNS = process.env["VARVE_TEST_FULL"] === "1" ? 100 : 8;

function bytesOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)).toString("latin1"))
    .join("\n");
}

/** Which of these texts, or tokens of them, still stand in any file of the folder or in the vocabulary. */
function remains(folder: string, index: SearchIndex, texts: readonly string[]): readonly string[] {
  const bytes = bytesOf(folder);
  const database = openSqlite(join(folder, `${index.generation()}.db`), { busyTimeoutMs: 1000 });
  database.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, fts, row)");
  database.exec("CREATE VIRTUAL TABLE temp.characters USING fts5vocab(main, singles, row)");
  const stored = database
    .prepare("SELECT term FROM temp.vocabulary UNION SELECT term FROM temp.characters")
    .all();
  const terms = new Set(stored.map((row) => String(row["term"])));
  database.close();
  return texts.filter((text) => {
    const row = indexText(text);
    const tokens = `${row.text} ${row.single}`.trim().split(" ");
    return (
      tokens.some((token) => terms.has(token)) ||
      [text, ...tokens]
        .filter((piece) => piece.length > 1)
        .some((piece) => bytes.includes(Buffer.from(piece).toString("latin1")))
    );
  });
}

/** Rare in every part, so that no other row can hold a token of it. */
const SECRETS = ["quillzebra", "wrenkudu", "모래시계탑", "琥珀羽衣", "snake_yakmark"];

function openWithSecrets(folder: string): SearchIndex {
  const index = openNew(folder);
  const lines = Array.from({ length: 400 }, (_, at) =>
    sampleTurn({
      line: at + 1,
      entryId: uuid(at),
      text: `common talk number ${at} about lamps ${"and more ".repeat(at % 30)}`,
    }),
  );
  index.apply(sampleBatch(lines.slice(0, 100)));
  const secret = SECRETS.map((text, at) =>
    sampleTurn({
      line: at + 1,
      session: "99999999-s",
      entryId: uuid(1000 + at),
      text: `${text} ${text}`,
      files: [`/home/user/${text}/x`],
      toolName: text,
      cwd: `/home/user/${text}`,
    }),
  );
  index.apply(sampleBatch(secret, { facts: [{ title: `${SECRETS[0]} ${SECRETS[0]}` }] }));
  // Many small transactions make FTS5 merge segments: old copies of the secrets then stand in free pages.
  for (let at = 100; at < 400; at += 5) index.apply(sampleBatch(lines.slice(at, at + 5)));
  return index;
}

describe("what was removed leaves no byte", () => {
  test("forgotten turns", () => {
    const folder = newFolder();
    const index = openWithSecrets(folder);
    expect(remains(folder, index, SECRETS)).toEqual(SECRETS);
    expect(
      index.forgetTurns(SECRETS.map((_, at) => ({ session: "99999999-s", seq: String(at + 1) }))),
    ).toEqual({ turns: 5, clean: true });
    expect(remains(folder, index, SECRETS)).toEqual([]);
    expect(
      index.counts().epochs.find((epoch) => epoch.entryId === "entry-99999999-s"),
    ).toMatchObject({
      lines: 5,
      recordLines: 0,
      skipped: [{ reason: "forgotten", lines: 5, count: 5 }],
    });
    expect(index.verify()).toEqual([]);
    index.apply(
      sampleBatch([sampleTurn({ line: 6, session: "99999999-s", text: "still working" })]),
    );
    expect(found(index, "working")).toEqual(["99999999#6"]);
  });

  test("a dropped file and a dropped session", () => {
    for (const drop of [
      (index: SearchIndex) => index.dropEntry("entry-99999999-s"),
      (index: SearchIndex) => index.dropSession("99999999"),
    ]) {
      const folder = newFolder();
      const index = openWithSecrets(folder);
      expect(drop(index)).toEqual({ turns: 5, clean: true });
      expect(remains(folder, index, SECRETS)).toEqual([]);
      expect(index.findSessions("99999999")).toEqual([]);
      expect(index.position("entry-99999999-s", 1)).toBeUndefined();
      expect(index.verify()).toEqual([]);
    }
  });

  test("a forgotten record goes from every session that held it", () => {
    const index = openNew();
    for (const session of ["aaaaaaaa-1", "bbbbbbbb-1"]) {
      index.apply(
        sampleBatch([
          sampleTurn({ line: 1, session, entryId: uuid(1), text: "heron" }),
          sampleTurn({ line: 2, session, text: "crane" }),
        ]),
      );
    }
    expect(index.forgetTurns([{ session: "bbbbbbbb", seq: "1" }]).turns).toBe(1);
    expect(found(index, "heron")).toEqual([]);
    expect(
      index.counts().epochs.map((epoch) => [epoch.recordLines, epoch.skipped[0]?.lines]),
    ).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(index.verify()).toEqual([]);
  });

  test("unknown references, entries and sessions remove nothing", () => {
    const index = openWithSecrets(newFolder());
    expect(
      index.forgetTurns([
        { session: "nobodyatall", seq: "1" },
        { session: "99999999", seq: "77" },
        { session: "99999999", seq: "x" },
      ]).turns,
    ).toBe(0);
    expect(index.dropEntry("none").turns + index.dropSession("none-at-all").turns).toBe(0);
  });
});

test("after any removals scores are those of a fresh index", () => {
  const words = ["lamp", "fade", "heron", "검색", "缓存", "src/app.ts", "getUser"];
  const text = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
    .map((picked) => picked.join(" "));
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 }),
      fc.nat(),
      (files, pick) => {
        const batches: readonly IndexBatch[] = files.map((texts, f) =>
          sampleBatch(
            texts.map((one, at) =>
              sampleTurn({
                line: at + 1,
                session: `session-${f}`,
                entryId: uuid(f * 100 + at),
                text: one,
              }),
            ),
          ),
        );
        const gone = pick % files.length;
        const index = openNew();
        for (const batch of batches) index.apply(batch);
        index.dropEntry(`entry-session-${gone}`);
        const fresh = openNew();
        for (const [at, batch] of batches.entries()) if (at !== gone) fresh.apply(batch);
        for (const word of words) {
          const answer = (one: SearchIndex) =>
            one
              .search(ask(word, { limit: 50 }))
              .hits.map((hit) => [hit.session, hit.seq, hit.score.toFixed(9)]);
          expect(answer(index)).toEqual(answer(fresh));
        }
        index.close();
        fresh.close();
      },
    ),
    { numRuns: RUNS },
  );
}, 60_000);
