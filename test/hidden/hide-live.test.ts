/** A hide counts at once in processes that are open, for what comes later, and after everything that can be made anew. */
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { Engine } from "../../src/engine/engine.ts";
import { rebuildIndex } from "../../src/engine/fill-index.ts";
import { purge } from "../../src/engine/forget.ts";
import { hideTurns } from "../../src/engine/hidden/hide-turns.ts";
import { listHidden } from "../../src/engine/hidden/list-hidden.ts";
import { undoHide } from "../../src/engine/hidden/undo-hide.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { digestRange } from "../../src/engine/timeline/digest-range.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { addLines, claudePath, typed, writeLines } from "../acceptance/made-sessions.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { cleanEnvironment, runVarve, startVarve, varveBin } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { FORK, forkLines, MAIN, MAIN_REF, mainLines, OTHER, plantHome } from "./hidden-home.ts";

function openHome(): { readonly home: string; readonly engine: Engine } {
  const home = temporaryFolder();
  plantHome(home);
  const engine = openTestEngine(home);
  syncSources(engine);
  return { home, engine };
}

interface Found {
  readonly refs: readonly string[];
  readonly total: number;
}

function find(engine: Engine, query: string): Found {
  const { hits, header } = searchTurns(engine, { query, allProjects: true, cwd: "/" });
  return { refs: hits.map(({ ref }) => ref).toSorted(), total: header.total };
}

const hide = (engine: Engine, ...refs: readonly string[]): string =>
  hideTurns(engine, { refs, by: "mcp" }).undo?.replace("varve undo ", "") ?? "";

test("an engine that is open sees what another process hides and shows, in hits and in totals", () => {
  const { home, engine } = openHome();
  const before = find(engine, "heron");
  expect(before.total).toBe(4);
  expect(runVarve(["forget", `t:${MAIN}#4`, `t:${OTHER}#1`, "--hide"], { home }).code).toBe(0);
  const after = find(engine, "heron");
  expect(after.refs).toEqual(
    before.refs.filter((ref) => ![`t:${MAIN}#4`, `t:${OTHER}#1`].includes(ref)),
  );
  expect(after.total).toBe(2);
  expect(runVarve(["undo"], { home }).code).toBe(0);
  expect(find(engine, "heron")).toEqual(before);
});

test("a page that follows does not show what was hidden meanwhile", () => {
  const { engine } = openHome();
  const ask = { query: "heron", allProjects: true, cwd: "/", limit: 1 };
  const all = searchTurns(engine, { ...ask, limit: 10 }).hits.map(({ ref }) => ref);
  const first = searchTurns(engine, ask);
  hide(engine, all[2] ?? "");
  const rest = searchTurns(engine, { ...ask, limit: 10, cursor: first.cursor ?? "" });
  expect([...first.hits, ...rest.hits].map(({ ref }) => ref)).toEqual(all.toSpliced(2, 1));
  expect(rest.header.total).toBe(all.length - 1);
});

test("what a hidden session says later is hidden, indexed or not, and so is a copy in a later fork", () => {
  const { home, engine } = openHome();
  hide(engine, `s:${OTHER}`, MAIN_REF);
  addLines(claudePath(home, OTHER), [typed({ id: 42, session: OTHER }, "one more pelican")]);
  expect(find(engine, "pelican").refs).toEqual([]);
  const later = "dddd3333-0000-4000-8000-000000000009";
  writeLines(
    claudePath(home, later),
    forkLines().map((line) => line.replaceAll(FORK, later)),
  );
  syncSources(engine);
  expect(find(engine, "Zimmerlinde").refs).toEqual([]);
  expect(find(engine, "pelican").refs).toEqual([]);
  const bytes = ["logs", "Zimmerlinde", "--exact", "--all-bytes", "--all-projects"];
  expect(runVarve(bytes, { home }).code).toBe(1);
  // With no index the ends of the files are looked through.
  rmSync(join(home, ".varve", "index"), { recursive: true });
  const alone = openTestEngine(home);
  expect(find(alone, "litre").refs).not.toEqual([]);
  expect(find(alone, "Zimmerlinde").refs).toEqual([]);
  expect(find(alone, "pelican").refs).toEqual([]);
});

test("totals of many matches, by words, by time and by one character, leave out what is hidden", () => {
  const { home, engine } = openHome();
  const many = Array.from({ length: 120 }, (_, at) =>
    typed({ id: 100 + at, session: OTHER }, `gannet ${at} 船`),
  );
  addLines(claudePath(home, OTHER), many);
  syncSources(engine);
  const day = { slugs: "all" as const, from: "2026-05-04", until: null };
  const totals = (): readonly number[] => [
    ...[{ query: "gannet" }, { query: "gannet", order: "time" as const }, { query: "船" }].map(
      (ask) => searchTurns(engine, { ...ask, allProjects: true, cwd: "/" }).header.total,
    ),
    digestRange(engine, { ...day, calendar: localCalendar("local time") }).turns,
  ];
  const before = totals();
  expect(before.slice(0, 3)).toEqual([120, 120, 120]);
  hide(engine, `t:${OTHER}#5`, `t:${OTHER}#6`, `t:${OTHER}#7`);
  expect(totals()).toEqual(before.map((total) => total - 3));
});

test("a hidden session that outgrows its first block of rows stays hidden", () => {
  const { home, engine } = openHome();
  hide(engine, `s:${OTHER}`);
  expect(find(engine, "pelican").refs).toEqual([]);
  const many = Array.from({ length: 4_200 }, (_, at) =>
    typed({ id: 1_000 + at, session: OTHER }, `pelican ${at}`),
  );
  addLines(claudePath(home, OTHER), many);
  syncSources(engine);
  expect(find(engine, "pelican").refs).toEqual([]);
  undoHide(engine);
  expect(find(engine, "pelican").refs).not.toEqual([]);
});

test("it outlives a new epoch, a rebuild and a backup", () => {
  const { home, engine } = openHome();
  const id = hide(engine, MAIN_REF);
  // The host writes the file anew, with a row less.
  writeLines(claudePath(home, MAIN), mainLines().slice(1));
  syncSources(engine);
  expect(find(engine, "Zimmerlinde").refs).toEqual([]);
  rebuildIndex(engine);
  expect(find(engine, "Zimmerlinde").refs).toEqual([]);
  expect(find(engine, "litre").refs).not.toEqual([]);
  const copy = join(home, "copy");
  expect(runVarve(["backup", "--to", copy], { home }).code).toBe(0);
  const other = temporaryFolder();
  expect(runVarve(["rebuild", "--home", copy], { home: other }).code).toBe(0);
  const search = ["search", "Zimmerlinde", "--all-projects", "--home", copy];
  expect(runVarve(search, { home: other }).stdout).not.toContain("north room");
  undoHide(engine, id);
  expect(find(engine, "Zimmerlinde").total).toBeGreaterThan(0);
});

test("a purge takes what is hidden, and its undo brings nothing back", () => {
  const { engine } = openHome();
  hide(engine, MAIN_REF);
  const targets = { references: [MAIN_REF], projects: [], match: undefined, before: undefined };
  expect(purge(engine, targets, "a test").matched.turns).toBe(1);
  undoHide(engine);
  expect(find(engine, "Zimmerlinde").refs).toEqual([]);
});

test("two hides over one turn: it is shown when both are taken back", () => {
  const { engine } = openHome();
  const turn = hide(engine, `t:${OTHER}#1`);
  const session = hide(engine, `s:${OTHER}`);
  expect(listHidden(engine).map(({ id }) => id)).toEqual([session, turn]);
  undoHide(engine, session);
  expect(find(engine, "session").refs).not.toContain(`t:${OTHER}#1`);
  expect(find(engine, "Noted").refs).toEqual([`t:${OTHER}#2`]);
  undoHide(engine, turn);
  expect(find(engine, "session").refs).toContain(`t:${OTHER}#1`);
});

test("processes that hide at once lose no line, and the same hide twice is one", async () => {
  const { home, engine } = openHome();
  const refs = [`t:${MAIN}#3`, `t:${MAIN}#4`, `t:${MAIN}#6`, `t:${OTHER}#1`, `t:${OTHER}#1`];
  const codes = await Promise.all(
    refs.map(
      (ref) =>
        new Promise((resolve) => {
          startVarve(["forget", ref, "--hide"], { home }).on("close", resolve);
        }),
    ),
  );
  expect(codes).toEqual(refs.map(() => 0));
  const hidden = listHidden(engine).flatMap((one) => one.refs);
  expect(hidden.toSorted()).toEqual([...new Set(refs)].toSorted());
}, 60_000);

const setpriv = spawnSync("setpriv", ["--version"]).status === 0;
const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot && !setpriv)(
  "in a store that may not be written what is hidden stays hidden, and more is refused (needs setpriv when run as root)",
  () => {
    const { home, engine } = openHome();
    hide(engine, MAIN_REF);
    engine.close();
    const store = join(home, ".varve");
    const open = (path: string, folder: number, file: number): void => {
      for (const name of readdirSync(path)) {
        const child = join(path, name);
        if (statSync(child).isDirectory()) open(child, folder, file);
        else chmodSync(child, file);
      }
      chmodSync(path, folder);
    };
    chmodSync(join(home, ".."), 0o755);
    open(home, 0o555, 0o444);
    onTestFinished(() => open(home, 0o700, 0o600));
    const asOther = (...args: readonly string[]): { code: number | null; said: string } => {
      const user = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
      const [command = "", ...rest] = [...user, process.execPath, varveBin, ...args];
      const options = { env: cleanEnvironment({ home }), cwd: "/", encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(command, rest, options);
      return { code: status, said: `${stdout}${stderr}` };
    };
    const before = readFileSync(join(store, "hidden.jsonl"));
    expect(asOther("search", "litre", "-a").said).toContain(`t:${MAIN}#3`);
    expect(asOther("search", "Zimmerlinde", "-a").said).not.toContain("north room");
    for (const args of [["forget", `t:${MAIN}#3`, "--hide"], ["undo"]]) {
      const { code, said } = asOther(...args);
      expect(code, said).toBe(2);
      expect(said).toContain("may not be written");
    }
    expect(readFileSync(join(store, "hidden.jsonl"))).toEqual(before);
    expect(asOther("search", "litre", "-a").said).toContain(`t:${MAIN}#3`);
  },
  60_000,
);
