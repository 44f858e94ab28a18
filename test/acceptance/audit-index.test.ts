/** Damage to the index: each kind is found, named, mended from the archive, and a second audit is clean. */
import {
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import { describe, expect, test } from "vitest";

import { indexText } from "../../src/core/tokenise/index-text.ts";
import type { SqliteDatabase } from "../../src/platform/sqlite.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { readTree } from "../support/temp-home.ts";
import { join } from "node:path";
import {
  audit,
  freshStore,
  databaseOf,
  kindsBefore,
  kindsOf,
  SESSION,
  sqlOn,
  withDatabase,
} from "./audited-store.ts";

const ENTRY = `(SELECT no FROM entries WHERE id LIKE 'claude-code/${SESSION}%')`;
const ROWS = `SELECT id FROM turns WHERE entry = ${ENTRY}`;
/** Columns of a turn behind its id, entry and place. */
const REST =
  "time, flags, role, class, prompt, NULL, tool, model, cwd, git_branch, exit_status, call_id, usage, files";

function dropRows(home: string, where: string): void {
  sqlOn(
    home,
    `CREATE TEMP TABLE gone AS ${ROWS} AND ${where}`,
    "DELETE FROM turn_texts WHERE id IN (SELECT id FROM gone)",
    "DELETE FROM turns WHERE id IN (SELECT id FROM gone)",
  );
}

/** Takes rows out of the full text as varve itself would. */
function deleteWords(
  database: SqliteDatabase,
  where: string,
): readonly { readonly id: bigint; readonly words: string }[] {
  const rows = database
    .prepare(`SELECT id, text FROM turn_texts WHERE id IN (${ROWS} AND ${where})`)
    .all();
  return rows.map((row) => {
    const id = BigInt(Number(row["id"]));
    const words = indexText(String(row["text"])).text;
    database
      .prepare("INSERT INTO fts(fts, rowid, text, key) VALUES('delete', ?, ?, '')")
      .run(id, words);
    return { id, words };
  });
}

interface Damage {
  readonly name: string;
  readonly damage: (home: string) => void;
  /** Kinds that must be named. */
  readonly kinds: readonly string[];
  /** What one of the findings must say. */
  readonly says?: { readonly kind: string; readonly entry: string | null; readonly detail: string };
}

const damages: readonly Damage[] = [
  {
    name: "a dropped row",
    damage: (home) => dropRows(home, "line = 7"),
    kinds: ["row-missing", "full-text-orphan", "rows-lost"],
  },
  {
    name: "a duplicate row at another place",
    damage: (home) =>
      sqlOn(
        home,
        `INSERT INTO turns SELECT id + 2000, entry, epoch, line + 5000, block, ${REST} FROM turns WHERE entry = ${ENTRY} AND line = 9`,
        `INSERT INTO turn_texts SELECT id + 2000, text FROM turn_texts WHERE id = (${ROWS} AND line = 9)`,
      ),
    kinds: ["row-extra", "full-text-missing", "growth-anomaly"],
  },
  {
    name: "a record that stands twice",
    damage: (home) =>
      sqlOn(
        home,
        "DROP INDEX turns_record",
        `INSERT INTO turns SELECT id + 2000, entry, epoch, line + 5000, block, ${REST.replace("NULL", "record")} FROM turns WHERE entry = ${ENTRY} AND line = 9`,
      ),
    kinds: ["duplicate-record", "row-extra", "text-missing"],
  },
  {
    name: "a full-text row without a turn",
    damage: (home) =>
      sqlOn(home, "INSERT INTO fts(rowid, text, key) VALUES(123456789, 'ghost words', '')"),
    kinds: ["full-text-orphan"],
  },
  {
    name: "a turn without its full-text row",
    damage: (home) => withDatabase(home, (database) => deleteWords(database, "line = 11")),
    kinds: ["full-text-missing"],
  },
  {
    name: "a turn without its text",
    damage: (home) => sqlOn(home, `DELETE FROM turn_texts WHERE id = (${ROWS} AND line = 11)`),
    kinds: ["text-missing"],
  },
  {
    name: "an edited row",
    damage: (home) =>
      sqlOn(
        home,
        `UPDATE turn_texts SET text = 'the keeper never said so' WHERE id = (${ROWS} AND line = 12)`,
      ),
    kinds: ["row-text-differs", "full-text-tokens"],
    says: {
      kind: "full-text-tokens",
      entry: null,
      detail: "rows with other tokens than their texts give (1)",
    },
  },
  {
    name: "a row of another class",
    damage: (home) => sqlOn(home, `UPDATE turns SET class = 7 WHERE id = (${ROWS} AND line = 12)`),
    kinds: ["row-differs"],
  },
  {
    name: "two days swapped",
    damage: (home) =>
      sqlOn(
        home,
        `UPDATE turns SET time = (SELECT o.time FROM turns o WHERE o.entry = turns.entry AND o.line = 90 - turns.line) WHERE entry = ${ENTRY} AND line IN (35, 55)`,
      ),
    kinds: ["row-time-differs"],
  },
  {
    name: "a row from the future",
    damage: (home) =>
      sqlOn(home, `UPDATE turns SET time = time + 946080000000 WHERE id = (${ROWS} AND line = 20)`),
    kinds: ["row-time-differs"],
  },
  {
    name: "a transaction that came through in part",
    damage: (home) => {
      withDatabase(home, (database) => deleteWords(database, "line > 50"));
      dropRows(home, "line > 50");
    },
    kinds: ["row-missing", "rows-lost"],
  },
  {
    name: "a position that lags behind",
    damage: (home) => sqlOn(home, `UPDATE epochs SET lines = lines - 3 WHERE entry = ${ENTRY}`),
    kinds: ["lines-behind", "lines-unaccounted"],
  },
  {
    name: "rows of a foreign source, seven times the index",
    damage: (home) =>
      sqlOn(
        home,
        "INSERT INTO entries VALUES(999, 'claude-code/not-ours.00000000', 'claude-code', 'session')",
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
         INSERT INTO turns SELECT id + 100000000000 * i, 999, i, line, block + 10 * entry, ${REST} FROM turns, n`,
        `INSERT INTO turn_texts SELECT t.id, 'imported by another tool' FROM turns t WHERE t.entry = 999`,
        "INSERT INTO fts(rowid, text, key) SELECT id, 'imported by another tool', '' FROM turns WHERE entry = 999",
      ),
    kinds: ["foreign-source", "growth-anomaly"],
    says: {
      kind: "foreign-source",
      entry: "claude-code/not-ours.00000000",
      detail: "770 rows of a source that the archive does not hold",
    },
  },
  {
    name: "seven copies of rows under new ids",
    damage: (home) =>
      sqlOn(
        home,
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
         INSERT INTO turns SELECT id + 100000000000 * i, entry, epoch, line + 100000 * i, block, ${REST} FROM turns, n`,
        "INSERT INTO turn_texts SELECT t.id, 'copied' FROM turns t WHERE t.line > 100000",
        "INSERT INTO fts(rowid, text, key) SELECT id, 'copied', '' FROM turns WHERE line > 100000",
      ),
    kinds: ["row-extra", "growth-anomaly"],
  },
  {
    name: "another schema",
    damage: (home) => sqlOn(home, "UPDATE meta SET value = 'ffffffffff' WHERE key = 'schema'"),
    kinds: ["schema-mismatch"],
  },
  {
    name: "full text cut by another tokeniser",
    damage: (home) =>
      withDatabase(home, (database) => {
        const rows = database
          .prepare(`SELECT x.id, x.text FROM turn_texts x WHERE x.id IN (${ROWS})`)
          .all();
        database.exec("INSERT INTO fts(fts) VALUES('delete-all')");
        for (const row of rows)
          database
            .prepare("INSERT INTO fts(rowid, text, key) VALUES(?, ?, '')")
            .run(BigInt(Number(row["id"])), String(row["text"]));
      }),
    kinds: ["full-text-tokens", "full-text-missing"],
  },
  {
    name: "as many tokens, but other ones",
    damage: (home) =>
      withDatabase(home, (database) => {
        for (const { id, words } of deleteWords(database, "line = 13")) {
          database.prepare("INSERT INTO fts(rowid, text, key) VALUES(?, ?, '')").run(
            id,
            words
              .split(" ")
              .map((_, at) => `odd${at}`)
              .join(" "),
          );
        }
      }),
    kinds: ["full-text-tokens"],
  },
];

describe("damage to the index", () => {
  test.each(damages)("$name", ({ damage, kinds, says }) => {
    const home = freshStore();
    damage(home);
    const archived = readTree(join(home, ".varve", "archive"));
    const mended = audit(home, "--repair", "--yes");
    expect(kindsBefore(mended)).toEqual(expect.arrayContaining([...kinds]));
    if (says !== undefined)
      expect(mended.value.before).toContainEqual(expect.objectContaining(says));
    expect({ code: mended.code, findings: mended.value.findings }).toEqual({
      code: 0,
      findings: [],
    });
    expect(mended.value.verdict).toBe("clean");
    expect(readTree(join(home, ".varve", "archive"))).toEqual(archived);
  });

  test("a sound store is clean and says what it added up", () => {
    const home = freshStore();
    const { code, value } = audit(home);
    expect({ code, findings: value.findings, verdict: value.verdict }).toEqual({
      code: 0,
      findings: [],
      verdict: "clean",
    });
    for (const link of value.links)
      expect(link).toMatchObject({ found: link.expected, missing: 0, extra: 0, dup: 0, stale: 0 });
    expect(value.links.map(({ link }) => link)).toEqual([
      "source bytes→archive",
      "lines→records+skipped",
      "turns→rows",
      "rows→full text",
    ]);
    const text = runVarve(["audit"], { home }).stdout;
    expect(text).toMatch(/^link +expected +found +missing +extra +dup +stale$/m);
    expect(text).toMatch(/^skipped by reason: /m);
    expect(text).toMatch(/^rows per source line \d\.\d\d; largest day \d/m);
    expect(text).toMatch(
      /^sqlite ok {2}foreign keys ok {2}full text ok {2}generation \S+ {2}tokeniser \d+$/m,
    );
    expect(text).toMatch(/^verdict clean$/m);
  });

  test.each([
    ["garbage at its start", (path: string) => overwrite(path, 0, 4096)],
    [
      "garbage in its middle",
      (path: string) =>
        overwrite(path, Math.floor(statSync(path).size / 3), Math.floor(statSync(path).size / 2)),
    ],
    ["half of it", (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ["nothing in it", (path: string) => truncateSync(path, 0)],
  ])("an index file with %s", (_name, damage) => {
    const home = freshStore();
    const words = runVarveJson<{ hits: unknown[] }>(["search", "number42", "--all-projects"], {
      home,
    }).value.hits.length;
    damage(databaseOf(home));
    const mended = audit(home, "--repair", "--yes");
    expect(
      kindsBefore(mended).some((kind) =>
        ["index-damaged", "integrity", "full-text-damaged"].includes(kind),
      ),
    ).toBe(true);
    expect({ code: mended.code, findings: mended.value.findings }).toEqual({
      code: 0,
      findings: [],
    });
    expect(words).toBeGreaterThan(0);
    expect(
      runVarveJson<{ hits: unknown[] }>(["search", "number42", "--all-projects"], { home }).value
        .hits,
    ).toHaveLength(words);
  });

  test("no index at all, and one that is older than the archive", () => {
    const home = freshStore();
    writeFileSync(join(home, ".varve", "index", "current"), "\n");
    expect(kindsOf(audit(home))).toEqual(["index-missing"]);
    expect(audit(home, "--repair", "--yes").code).toBe(0);
  });
});

describe("the plan", () => {
  test("is shown and asked for before anything is changed", () => {
    const home = freshStore();
    dropRows(home, "line = 7");
    const before = readTree(join(home, ".varve"));
    expect(audit(home)).toMatchObject({
      code: 1,
      value: { verdict: expect.stringMatching(/^\d+ findings$/) as string },
    });
    const dry = audit(home, "--repair", "--dry-run");
    expect(dry.code).toBe(1);
    expect(dry.value.plan).toHaveLength(dry.value.findings.length);
    const refused = runVarve(["audit", "--repair"], { home });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("plan: row-missing");
    expect(refused.stderr).toContain("--yes");
    for (const [path, bytes] of readTree(join(home, ".varve"))) {
      if (!path.startsWith("state/") && !/-(?:shm|wal)$/.test(path))
        expect(before.get(path)?.equals(bytes), path).toBe(true);
    }
  });

  test("the new index is built beside and switched to; answers come meanwhile and after", () => {
    const home = freshStore();
    const old = readFileSync(join(home, ".varve", "index", "current"), "utf8");
    dropRows(home, "line = 7");
    const { value } = audit(home, "--repair", "--yes");
    expect(value.repaired?.map(({ kind }) => kind)).toEqual(["rebuild"]);
    expect(readFileSync(join(home, ".varve", "index", "current"), "utf8")).not.toBe(old);
    expect(runVarve(["search", "number7", "--all-projects"], { home }).code).toBe(0);
  });
});

function overwrite(path: string, from: number, to: number): void {
  const descriptor = openSync(path, "r+");
  const garbage = Buffer.alloc(to - from, 0xa5);
  writeSync(descriptor, garbage, 0, garbage.length, from);
  closeSync(descriptor);
}
