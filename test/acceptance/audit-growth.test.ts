/** An index that holds more than its lines gave is noticed by the next sync; a healthy one with many rows per line is not. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { audit, claudeRow, freshStore, makeHome, sqlOn, transcriptPath } from "./audited-store.ts";

interface SyncJson {
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

interface StatusJson {
  readonly checks: readonly {
    readonly id: string;
    readonly state: string;
    readonly detail: string;
    readonly fix: string;
  }[];
}

/** Seven times the rows, as another program's import into the same tables would leave them. */
function inflate(home: string): void {
  const columns =
    "block, time, flags, role, class, prompt, NULL, tool, model, cwd, git_branch, exit_status, call_id, usage, files";
  sqlOn(
    home,
    "INSERT INTO entries VALUES(999, 'claude-code/not-ours.00000000', 'claude-code', 'session')",
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7)
     INSERT INTO turns SELECT id + 100000000000 * i, 999, i, line + 1000 * entry, ${columns} FROM turns, n`,
    "INSERT INTO turn_texts SELECT id, 'imported by another tool' FROM turns WHERE entry = 999",
    "INSERT INTO fts(rowid, text, key) SELECT id, 'imported by another tool', '' FROM turns WHERE entry = 999",
  );
}

function indexCheck(home: string): StatusJson["checks"][number] | undefined {
  return runVarveJson<StatusJson>(["status"], { home }).value.checks.find(
    ({ id }) => id === "index",
  );
}

describe("growth", () => {
  test.each([["sync"], ["import"]])(
    "a foreign source is noticed in one %s, though nothing else changed",
    (command) => {
      const home = freshStore();
      expect(runVarveJson<SyncJson>([command], { home }).value.warnings).toEqual([]);
      inflate(home);
      const { code, value } = runVarveJson<SyncJson>([command], { home });
      expect(code).toBe(0);
      const told = value.warnings.map(({ message }) => message).join("\n");
      expect(told).toMatch(/8\.0 times as many/);
      expect(told).toMatch(/1 source that the archive does not hold/);
      expect(told).toMatch(/varve audit --repair/);
      const beat = JSON.parse(
        readFileSync(join(home, ".varve", "state", "last-sync.json"), "utf8"),
      ) as { drift: { kind: string }[] };
      expect(beat.drift.map(({ kind }) => kind).sort()).toEqual([
        "foreign-source",
        "growth-anomaly",
      ]);
      expect(indexCheck(home)).toMatchObject({ state: "warn", fix: "varve audit --repair" });
      expect(audit(home, "--repair", "--yes").code).toBe(0);
      expect(indexCheck(home)).toMatchObject({ state: "ok", fix: "" });
      expect(runVarveJson<SyncJson>([command], { home }).value.warnings).toEqual([]);
    },
  );

  test("the sync of a hook notes it too", () => {
    const home = makeHome();
    inflate(home);
    appendFileSync(transcriptPath(home), claudeRow(61));
    writeFileSync(
      join(home, ".varve", "state", "spool.jsonl"),
      `${JSON.stringify({ v: 1, host: "claude-code", event: "Stop", session: null, path: transcriptPath(home), at: "2026-10-02T09:00:00.000Z" })}\n`,
    );
    expect(runVarve(["sync", "--from-hook"], { home }).code).toBe(0);
    const beat = JSON.parse(
      readFileSync(join(home, ".varve", "state", "last-sync.json"), "utf8"),
    ) as { turns: number; drift: { kind: string }[] };
    expect(beat).toMatchObject({ turns: 1 });
    expect(beat.drift.map(({ kind }) => kind)).toContain("growth-anomaly");
  });

  test("lost rows and lost full-text rows are noticed", () => {
    const home = freshStore();
    sqlOn(home, "DELETE FROM turns WHERE line = 7");
    const told = runVarveJson<SyncJson>(["sync"], { home })
      .value.warnings.map(({ message }) => message)
      .join("\n");
    expect(told).toMatch(/holds \d+ rows where its source lines gave \d+/);
    expect(told).toMatch(/\d+ rows and \d+ full-text rows/);
  });

  test("rows of several blocks are healthy: three rows for each line", () => {
    const home = temporaryFolder();
    mkdirSync(join(transcriptPath(home), ".."), { recursive: true });
    const blocks = [1, 2, 3].map((n) => ({ type: "text", text: `block ${n} of the answer` }));
    const rows = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0
        ? claudeRow(at + 1)
        : claudeRow(at + 1, {
            type: "assistant",
            message: { role: "assistant", model: "m", content: blocks },
          }),
    );
    writeFileSync(transcriptPath(home), rows.join(""));
    expect(runVarveJson<SyncJson>(["import"], { home }).value.warnings).toEqual([]);
    const { code, value } = audit(home);
    expect({ code, findings: value.findings }).toEqual({ code: 0, findings: [] });
    expect(value.counts["rowsPerLine"]).toBeGreaterThan(1.05);
  });

  test("forgetting, pruning and rebuilding keep the count", () => {
    const home = makeHome();
    for (const args of [
      ["forget", "--match", "number12", "--purge", "--yes"],
      ["rebuild"],
      ["sync"],
    ]) {
      expect(runVarve(args, { home }).code).toBe(0);
      expect(indexCheck(home)).toMatchObject({ state: "ok" });
    }
    expect(audit(home).code).toBe(0);
  });
});
