/** Owns stores to be damaged: a made-up history taken in once, put back for each case, and the ways into its files. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

import { openSqlite, type SqliteDatabase } from "../../src/platform/sqlite.ts";
import { runVarve, runVarveJson } from "../support/run-varve.ts";
import {
  removeFolder,
  copyExactly,
  layOut,
  repositoryRoot,
  temporaryFolder,
} from "../support/temp-home.ts";

export interface AuditJson {
  readonly verdict: string;
  readonly findings: readonly {
    readonly kind: string;
    readonly entry: string | null;
    readonly detail: string;
    readonly repair: string;
  }[];
  readonly before?: readonly {
    readonly kind: string;
    readonly entry: string | null;
    readonly detail: string;
  }[];
  readonly plan?: readonly unknown[];
  readonly repaired?: readonly { readonly kind: string; readonly done: string }[];
  readonly links: readonly {
    readonly link: string;
    readonly expected: number;
    readonly found: number;
    readonly missing: number;
    readonly extra: number;
  }[];
  readonly counts: Readonly<Record<string, number>>;
}

export const SESSION = "0f0f0f0f-1111-4222-8333-444444444444";

/** One row of a session of the first host, two days long at most. */
export function claudeRow(n: number, over: Readonly<Record<string, unknown>> = {}): string {
  const uuid = `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
  return `${JSON.stringify({
    type: "user",
    uuid,
    parentUuid:
      n === 1 ? null : `00000000-0000-4000-8000-${(n - 1).toString(16).padStart(12, "0")}`,
    sessionId: SESSION,
    cwd: "/home/user/code/lantern",
    timestamp: new Date(Date.UTC(2026, 9, 1 + Math.floor(n / 40), 8, n % 60)).toISOString(),
    message: {
      role: "user",
      content: `the lantern keeper wrote entry number${n} 등불 in the book`,
    },
    ...over,
  })}\n`;
}

export function transcriptPath(home: string): string {
  return join(home, ".claude", "projects", "-home-user-code-lantern", `${SESSION}.jsonl`);
}

/** A home with the demo's sessions and one of 60 rows, taken in by two appends, so that its archive has two members. */
export function makeHome(name = "home"): string {
  const home = temporaryFolder(name);
  fillHome(home);
  return home;
}

function fillHome(home: string): void {
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const path = transcriptPath(home);
  mkdirSync(join(path, ".."), { recursive: true });
  const rows = Array.from({ length: 60 }, (_, at) => claudeRow(at + 1));
  writeFileSync(path, rows.slice(0, 30).join(""));
  expectDone(home, "import");
  writeFileSync(path, rows.join(""));
  expectDone(home, "sync");
}

function expectDone(home: string, command: string): void {
  const done = runVarve([command], { home });
  if (done.code !== 0) throw new Error(`varve ${command} failed: ${done.stderr}`);
}

const bases = new Map<string, string>();

afterAll(() => {
  for (const base of bases.values()) removeFolder(base);
});

/**
 * One store, made once per test file and put back as it was at each call: always at the same path, because the archive
 * knows where its sources lie, and a copy elsewhere would be a second session under the same id. `source` says whether
 * the host still has the session.
 */
export function freshStore(source: "there" | "gone" = "there"): string {
  const base = bases.get(source) ?? mkdtempSync(join(tmpdir(), "varve-audit-"));
  const home = join(base, "home");
  const kept = join(base, "kept");
  if (!bases.has(source)) {
    bases.set(source, base);
    mkdirSync(home);
    fillHome(home);
    if (source === "gone") rmSync(transcriptPath(home));
    copyExactly(home, kept);
  }
  removeFolder(home);
  copyExactly(kept, home);
  chmodSync(join(home, ".varve"), 0o700);
  return home;
}

export function databaseOf(home: string): string {
  const folder = join(home, ".varve", "index");
  return join(folder, `${readFileSync(join(folder, "current"), "utf8").trim()}.db`);
}

/** Works on the index as a program would that knows nothing of varve. */
export function withDatabase(home: string, work: (database: SqliteDatabase) => void): void {
  const database = openSqlite(databaseOf(home), { busyTimeoutMs: 1000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}

export function sqlOn(home: string, ...statements: readonly string[]): void {
  withDatabase(home, (database) => statements.forEach((sql) => database.exec(sql)));
}

/** Path of the archived file of a session's entry, first epoch. */
export function archivedFile(home: string, session = SESSION): string {
  const root = join(home, ".varve", "archive");
  const found = readdirSync(root, { recursive: true, encoding: "utf8" }).find(
    (name) => name.includes(session) && name.endsWith(".1.jsonl.gz"),
  );
  if (found === undefined) throw new Error(`${session} is not archived`);
  return join(root, found);
}

export const sidecarOf = (file: string): string => file.replace(/\.gz$/, "");

export function audit(
  home: string,
  ...flags: readonly string[]
): { readonly code: number | null; readonly value: AuditJson } {
  return runVarveJson<AuditJson>(["audit", ...flags], { home });
}

/** What a repair found before it mended. */
export function kindsBefore({ value }: { readonly value: AuditJson }): readonly string[] {
  return [...new Set((value.before ?? []).map(({ kind }) => kind))].sort();
}

export function kindsOf(result: { readonly value: AuditJson }): readonly string[] {
  return [...new Set(result.value.findings.map(({ kind }) => kind))].sort();
}
