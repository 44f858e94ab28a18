/** Inputs made after faults seen in the wild: each folder of cases gives, through the real CLI, what its table says. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { layOut, sharedFolder, temporaryFolder } from "../support/temp-home.ts";
import {
  countPrompts,
  expectSettled,
  findSessionsOf,
  hitsOf,
  importAll,
  listSessions,
  say,
  search,
  type Hit,
  type Home,
} from "./imported-home.ts";

const isFull = process.env["VARVE_TEST_FULL"] === "1";
const shared = sharedFolder();
if (shared === undefined)
  console.warn("skipped: cases from the wild are not beside this checkout (../shared)");
const cases = join(shared ?? "", "cases");

function importCase(name: string): Home {
  const path = temporaryFolder();
  layOut(join(cases, name, "home"), path);
  importAll({ path });
  return { path };
}

/** Rows of a tab-separated table below its heading. */
function readTable(name: string, file: string): readonly (readonly string[])[] {
  const lines = readFileSync(join(cases, name, file), "utf8")
    .split("\n")
    .slice(1);
  return lines.filter((line) => line !== "").map((line) => line.split("\t"));
}

/** How many prompts hold each word; one search for all of them. */
function spoken(home: Home, words: readonly string[]): Record<string, number> {
  return countWords(words, search(home, words.join(" "), ["-a", "--class", "prompt"]).hits);
}

function countWords(words: readonly string[], hits: readonly Hit[]): Record<string, number> {
  const texts = hits.map((hit) => hit.snippet.toLowerCase());
  return Object.fromEntries(
    words.map((word) => [word, texts.filter((text) => text.includes(word)).length]),
  );
}

function once(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, 1]));
}

interface Expected {
  readonly sessions: number;
  readonly prompts: readonly string[];
  /** Prompts whose words are no markers. */
  readonly otherPrompts?: number;
  readonly found?: readonly string[];
  /** Never the words of the person. */
  readonly hostWords?: readonly string[];
  /** Found nowhere. */
  readonly absent?: readonly string[];
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  "bookkeeping-first": {
    sessions: 1,
    prompts: ["rookvine", "larkspindle"],
    absent: ["greenquartz"],
  },
  "content-shapes": {
    sessions: 1,
    prompts: ["quillfrost", "wrenmallow"],
    otherPrompts: 1,
    found: ["mossglint", "pennowl", "copperlark", "saltfern", "duskalder"],
    absent: ["iVBORw0KGgo"],
  },
  "damaged-lines": {
    sessions: 1,
    prompts: ["bramblewick", "harrowmint", "velvetrook", "tindersea"],
    found: ["mallowgate", "zephyrloom"],
    absent: ["lostmarrow", "halfpebble"],
  },
  "compaction-summary": {
    sessions: 1,
    prompts: ["amberquay", "cobaltreed", "pinecurrent"],
    hostWords: ["ironpetal"],
  },
  "duplicate-records": { sessions: 2, prompts: ["finchmarble", "tarncopper", "wickharbor"] },
  "host-noise": {
    sessions: 1,
    prompts: ["brightacorn", "plainreed", "slateheron", "cedarvane"],
    found: ["previewthistle"],
    hostWords: [
      "previewthistle",
      ...["one", "two", "three", "four", "five", "six", "seven"].map((n) => `oldleaf${n}`),
    ],
  },
  "queued-prompts": {
    sessions: 1,
    prompts: ["oakthimble", "fernspark", "glasswren"],
    hostWords: ["tinhollow"],
  },
  subagents: { sessions: 1, prompts: ["ashbarrow"], found: ["dunlinrose"] },
  "codex-generations": {
    sessions: 3,
    prompts: ["kelp", "urchin", "anemone"].flatMap((word) => [`${word}ask`, `${word}second`]),
    found: ["kelp", "urchin", "anemone"].flatMap((word) => [`${word}answer`, `${word}done`]),
  },
  "codex-injected-context": {
    sessions: 1,
    prompts: ["coralgate", "shellmeadow"],
    hostWords: ["one", "two", "three", "four", "five", "six"].map((n) => `hosttext${n}`),
  },
};

describe.skipIf(shared === undefined)("cases from the wild", () => {
  test.each(Object.entries(EXPECTED))("%s", (name, expected) => {
    const home = importCase(name);
    const sessions = listSessions(home);
    expect(sessions).toHaveLength(expected.sessions);
    expect(spoken(home, expected.prompts)).toEqual(once(expected.prompts));
    const prompts = sessions.reduce((sum, session) => sum + session.prompts, 0);
    expect(prompts).toBe(expected.prompts.length + (expected.otherPrompts ?? 0));
    const found = expected.found ?? [];
    const counts = countWords(found, found.length === 0 ? [] : search(home, found.join(" ")).hits);
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
    const never = expected.hostWords ?? [];
    if (never.length > 0)
      expect(Object.values(spoken(home, never)).every((n) => n === 0)).toBe(true);
    for (const word of expected.absent ?? [])
      expect({ word, hits: hitsOf(home, word) }).toEqual({ word, hits: [] });
    for (const session of sessions) expect(session.title).not.toMatch(/[<>]/);
    // The last test settles them all together; each alone in the long form.
    if (isFull) expectSettled(home);
  });

  test("codex-generations: replies once each, the environment is no prompt", () => {
    const home = importCase("codex-generations");
    for (const word of ["kelp", "urchin", "anemone"]) {
      const replies = search(home, `${word}answer ${word}done`, ["-a", "--class", "reply"]).hits;
      expect(replies.filter((hit) => hit.snippet.includes(`${word}answer`))).toHaveLength(1);
      expect(replies.filter((hit) => hit.snippet.includes(`${word}done`))).toHaveLength(1);
    }
    expect(countPrompts(home, "environment_context")).toBe(0);
    expect(countPrompts(home, "approval_policy")).toBe(0);
  });

  test("codex-injected-context: without the editor's preamble", () => {
    const home = importCase("codex-injected-context");
    expect(search(home, "coralgate", ["-a", "--class", "prompt"]).hits[0]?.snippet).not.toContain(
      "IDE",
    );
  });

  test("compaction-summary: the person's own words come before the summary that repeats them", () => {
    const home = importCase("compaction-summary");
    expect(hitsOf(home, "amberquay").map((hit) => hit.type)).toEqual(["prompt", "summary"]);
  });

  test("damaged-lines: counted, and a last line that is completed later comes in", () => {
    const home = importCase("damaged-lines");
    const audit = runVarveJson<{ readonly skipped: Readonly<Record<string, number>> }>(["audit"], {
      home: home.path,
    });
    expect(audit.value.skipped).toMatchObject({
      damaged: expect.any(Number),
      "nul-run": expect.any(Number),
    });
    const project = join(home.path, ".claude", "projects", "-home-user-code-lantern");
    const transcript = join(project, readdirSync(project)[0] ?? "");
    appendFileSync(transcript, ',"timestamp":"2026-03-04T08:00:50.000Z"}\n');
    importAll(home);
    expect(countPrompts(home, "halfpebble")).toBe(1);
    expectSettled(home);
  });

  test("duplicate-records: the second session is linked to the first", () => {
    const home = importCase("duplicate-records");
    const [first, second] = ["698a3b4d", "15a105b1"].map((id) =>
      listSessions(home).find((session) => session.id.startsWith(id)),
    );
    expect(second).toMatchObject({ parent: first?.id, relation: "fork", prompts: 1 });
    expect(first).toMatchObject({ prompts: 2 });
    expect(hitsOf(home, "gorsebell").length).toBeLessThanOrEqual(1);
  });

  test("subagents: a helper's work is shown under its session", () => {
    const home = importCase("subagents");
    const [session] = listSessions(home);
    expect(session?.helpers.length).toBeGreaterThan(0);
    const hit = hitsOf(home, "dunlinrose").find((found) => found.role === "tool");
    expect(hit).toBeDefined();
    expect(JSON.stringify([session?.helpers, session?.id])).toContain(hit?.session);
    expect(countPrompts(home, "bleakheath")).toBe(0);
  });

  test("torn-tail: a record is read when it is whole, and once", () => {
    const path = temporaryFolder();
    const home = { path };
    const target = join(
      path,
      readFileSync(join(cases, "torn-tail", "target.txt"), "utf8")
        .trim()
        .replace(/^dot-/, "."),
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(join(cases, "torn-tail", "part-1.jsonl")));
    importAll(home);
    expect(spoken(home, ["elmbeacon", "thornlattice"])).toEqual({ elmbeacon: 1, thornlattice: 0 });
    expectSettled(home);
    appendFileSync(target, readFileSync(join(cases, "torn-tail", "part-2.bin")));
    importAll(home);
    const words = ["elmbeacon", "thornlattice", "rushlight"];
    expect(words.map((word) => hitsOf(home, word).length)).toEqual([1, 1, 1]);
    expectSettled(home);
  });

  test("dates: days are those of the person's zone", () => {
    const home = importCase("dates");
    const day: Readonly<Record<string, string>> = { yesterday: "2026-03-21", today: "2026-06-01" };
    for (const [zone = "", , range = "", wanted = "", unwanted = ""] of readTable(
      "dates",
      "queries.tsv",
    )) {
      const at = day[range] ?? range;
      const local = { ...home, env: { TZ: zone } };
      const words = (list: string): string[] => list.split(",").filter((word) => word !== "(none)");
      const answer = search(local, "midnightplum islandfig datedquince undatedsloe", [
        "-a",
        "--since",
        at,
        "--until",
        at,
      ]);
      const shown = answer.hits.map((hit) => hit.snippet).join("\n");
      for (const word of words(wanted))
        expect({ zone, at, shown }).toHaveProperty("shown", expect.stringContaining(word));
      for (const word of words(unwanted)) expect(shown).not.toContain(word);
      expect(answer.header.zone).toBe(zone);
      const listed = runVarveJson<{ readonly sessions: readonly { readonly id: string }[] }>(
        ["sessions", "-a", "--since", at, "--until", at],
        { home: home.path, env: { TZ: zone } },
      ).value.sessions.map((session) => session.id);
      expect(new Set(listed)).toEqual(new Set(answer.hits.map((hit) => hit.session)));
    }
  });

  test("lossy-project-dirs: projects are told apart by their folders", () => {
    const home = importCase("lossy-project-dirs");
    const sessions = listSessions(home);
    expect(sessions).toHaveLength(8);
    expect(new Set(sessions.map((session) => session.project)).size).toBe(8);
    expect(sessions.every((session) => session.prompts === 1)).toBe(true);
    const projects = runVarveJson<{ readonly projects: readonly unknown[] }>(["project", "list"], {
      home: home.path,
    });
    expect(projects.value.projects).toHaveLength(8);
    const markers = ["hyphenone", "slashtwo", "underscorethree", "hyphenfour"];
    for (const marker of [...markers, "cyrillicfive", "cyrillicsix", "hanseven", "spaceeight"]) {
      const [hit] = hitsOf(home, marker);
      const own = search(home, marker, ["--project", hit?.project ?? ""]);
      expect(own.hits.length).toBeGreaterThan(0);
      const other = sessions.find((session) => session.project !== hit?.project);
      expect(search(home, marker, ["--project", other?.project ?? ""]).hits).toEqual([]);
    }
    expectSettled(home);
  });

  test("same-basename: two projects of one folder name never mix", () => {
    const home = importCase("same-basename");
    const pages = { work: "workpager", play: "playpager" };
    for (const [own, other] of [
      ["work", "play"],
      ["play", "work"],
    ] as const) {
      const flags = ["--project", `/home/user/${own}/api`];
      expect(search(home, pages[own], flags).hits.length).toBeGreaterThan(0);
      const outside = search(home, pages[other], flags);
      expect(outside.hits).toEqual([]);
      expect(outside.header.outsideScope).toBeGreaterThan(0);
    }
    expect(new Set(listSessions(home).map((session) => session.project)).size).toBe(2);
    expect(new Set(say(home, ["project", "list"]).trim().split("\n")).size).toBeGreaterThanOrEqual(
      2,
    );
  });

  test("cjk: words of one and two characters, and Latin words glued to them", () => {
    const home = importCase("cjk");
    const ids = new Map(readTable("cjk", "sessions.tsv").map(([name = "", id = ""]) => [name, id]));
    const table = readTable("cjk", "queries.tsv");
    const answers = findSessionsOf(
      home,
      table.map(([query = ""]) => query),
    );
    for (const [query = "", name = ""] of table) {
      const found = answers.get(query);
      if (name === "(none)") expect({ query, found }).toEqual({ query, found: [] });
      else
        expect({ query, found }).toEqual({ query, found: expect.arrayContaining([ids.get(name)]) });
    }
    expectSettled(home);
  });

  test("query-syntax: nothing in a query is syntax", () => {
    const home = importCase("query-syntax");
    const wanted = readTable("query-syntax", "sessions.tsv")[0]?.[1];
    const table = readTable("query-syntax", "queries.tsv");
    const answers = findSessionsOf(
      home,
      table.map(([query = ""]) => query),
    );
    // Signs that a shell or the parser of arguments could stumble over go through the command in any case.
    for (const query of ["-O2", "don't", "C++", '"warm white"', "title:pnpm"]) search(home, query);
    for (const [query = "", outcome] of table) {
      const found = answers.get(query);
      if (outcome === "yes")
        expect({ query, found }).toEqual({ query, found: expect.arrayContaining([wanted]) });
      if (outcome === "no") expect({ query, found }).toEqual({ query, found: [] });
    }
    expectSettled(home);
  });

  test("secrets: none in any byte beside the archive's members, none in an answer", () => {
    const path = temporaryFolder();
    const home = { path };
    execFileSync(process.execPath, [join(cases, "secrets", "make.mjs"), path]);
    importAll(home);
    const lines = (file: string): string[] =>
      readFileSync(join(path, file), "utf8")
        .split("\n")
        .filter((line) => line !== "");
    const absent = lines("must-be-absent.txt");
    const store = join(path, ".varve");
    const outputs = [
      runVarve(["search", "-a", "--limit", "50", "deploy anthropic key risk", "commit"], {
        home: path,
      }),
      runVarve(["sessions", "-a"], { home: path }),
      runVarve(["read", "s:c0ffee00-0000-4000-8000-000000000022", "--level", "full", "--all"], {
        home: path,
      }),
      runVarve(["export", "c0ffee00-0000-4000-8000-000000000022"], { home: path }),
      runVarve(["audit"], { home: path }),
      runVarve(["status"], { home: path }),
    ].map((result) => result.stdout + result.stderr);
    const files = execFileSync("find", [store, "-type", "f", "!", "-name", "*.gz"], {
      encoding: "utf8",
    });
    const bytes = files
      .trim()
      .split("\n")
      .map((file) => readFileSync(file, "latin1"));
    for (const secret of absent) {
      expect(outputs.some((output) => output.includes(secret))).toBe(false);
      expect(bytes.some((content) => content.includes(secret))).toBe(false);
    }
    for (const word of lines("must-survive.txt"))
      expect({ word, kept: outputs.some((output) => output.includes(word)) }).toEqual({
        word,
        kept: true,
      });
    expectSettled(home);
  });
});

describe.skipIf(shared === undefined)("the whole set of cases in one home", () => {
  test("gives the sum of its parts", () => {
    const path = temporaryFolder();
    for (const name of Object.keys(EXPECTED)) layOutOver(join(cases, name, "home"), path);
    importAll({ path });
    const sessions = Object.values(EXPECTED).reduce((sum, { sessions: own }) => sum + own, 0);
    expect(listSessions({ path })).toHaveLength(sessions);
    expectSettled({ path });
  });

  function layOutOver(from: string, home: string): void {
    for (const entry of readdirSync(from)) {
      cpSync(join(from, entry), join(home, entry.replace(/^dot-/, ".")), { recursive: true });
    }
  }
});
