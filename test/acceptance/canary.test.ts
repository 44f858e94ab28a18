/** Secrets planted wherever an agent may write one are in no file, no output and no word of the index. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { openEngine } from "../../src/engine/engine.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { makeLookAlikes } from "../canary/make-look-alikes.ts";
import { makeSecrets, type Canary } from "../canary/make-secrets.ts";
import { runVarve, type RunOptions } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";
import { isNameSafe, plantCanaries, type Plant } from "./canary-home.ts";
import { asBytes, readStore, type Haystack } from "./scan-store.ts";
import { engineOptions, NOW } from "./store-engine.ts";

/** 60 canaries, every one of another kind where there are enough kinds. */
const canaries = makeSecrets(20_261_130, 60);

/** Every leak, found whole, case-folded or by any run of the secret; each canary with all places it was planted in. */
function findLeaks(plants: readonly Plant[], haystacks: readonly Haystack[]): string[] {
  const leaks: string[] = [];
  const folded = haystacks.map(({ where, text }) => ({ where, text: text.toLowerCase() }));
  for (const canary of new Set(plants.map((plant) => plant.canary))) {
    const needles = [canary.secret, ...canary.runs].map((run) => asBytes(run.toLowerCase()));
    const places = plants.filter((plant) => plant.canary === canary).map(({ place }) => place);
    for (const { where, text } of folded) {
      const run = needles.find((needle) => text.includes(needle));
      if (run === undefined) continue;
      const at = text.indexOf(run);
      leaks.push(
        `${canary.kind} in ${where}: ...${text.slice(Math.max(0, at - 40), at + 60)}... (planted in ${places.join(", ")})`,
      );
    }
  }
  return leaks;
}

describe("60 secrets", () => {
  test("are of at least 20 kinds, and some of them may stand in names", () => {
    expect(new Set(canaries.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20);
    expect(canaries.filter(isNameSafe).length).toBeGreaterThanOrEqual(3);
    for (const { kind, runs } of canaries) expect(runs.length, kind).toBeGreaterThan(0);
  });

  test("stand in no file of the store, no output and no word of the index", () => {
    const home = temporaryFolder("home");
    const plants = plantCanaries(home, canaries);
    const options: RunOptions = { home, env: { VARVE_NOW: NOW } };
    const outputs = runEverything(home, options, canaries);
    const haystacks = [
      ...readStore(join(home, ".varve"), { withArchived: false }),
      ...readStore(join(home, "backup"), { withArchived: false }),
      ...outputs,
    ];
    expect(findLeaks(plants, haystacks)).toEqual([]);
    expect(runVarve(["audit"], options)).toMatchObject({ code: 0 });
  });

  test("are all found by the same search when nothing redacts", () => {
    const home = temporaryFolder("home");
    const plants = plantCanaries(home, canaries);
    const redactor = {
      problems: [],
      redact: (text: string) => text,
      counts: () => ({}),
      learnEnvFiles: () => undefined,
      hideEnvFiles: () => undefined,
      takeLearned: () => [],
    };
    const engine = openEngine(engineOptions(home, { redactor }));
    try {
      syncSources(engine);
    } finally {
      engine.close();
    }
    const haystacks = readStore(join(home, ".varve"), { withArchived: false });
    const missed = canaries.filter(
      (canary) => findLeaks([{ canary, place: "" }], haystacks).length === 0,
    );
    expect(missed.map(({ kind }) => kind)).toEqual([]);
    const names = plants.filter(({ canary }) => isNameSafe(canary));
    expect(names.length).toBeGreaterThan(30);
  });
});

/** Runs every command that reads or tells, a few of them with a secret in what is typed. Returns what they said. */
function runEverything(home: string, options: RunOptions, secrets: readonly Canary[]): Haystack[] {
  const said: Haystack[] = [];
  const run = (...args: string[]): string => {
    const { stdout, stderr } = runVarve(args, options);
    // What a person typed may be told back only redacted, so the command line itself is not searched.
    said.push({
      where: `stdout of varve ${args[0] ?? ""} ${args.slice(1).join(" ").slice(0, 40)}`,
      text: asBytes(stdout),
    });
    said.push({
      where: `stderr of varve ${args[0] ?? ""} ${args.slice(1).join(" ").slice(0, 40)}`,
      text: asBytes(stderr),
    });
    return stdout;
  };
  run("import");
  run("import", "--json");
  run("import", "--path", join(home, "plain"), "--source", "jsonl");
  const list = run("sessions", "--all-projects", "--limit", "100", "--json");
  run("sessions", "--all-projects");
  const sessions = [
    ...new Set((JSON.parse(list) as { sessions: { id: string }[] }).sessions.map(({ id }) => id)),
  ];
  const references = sessions.map((id) => `s:${id}`);
  for (const level of ["abstract", "outline", "full", "raw"])
    run("read", ...references, "--level", level, "--all");
  run("forget", ...references);
  for (const [number, id] of sessions.entries()) {
    const to = ["export", id, "--to", join(home, `${number}.md`)];
    expect(runVarve(to, options), id).toMatchObject({ code: 0 });
    if (number % 3 === 0) run("export", id, "--format", number % 2 === 0 ? "markdown" : "jsonl");
    if (number % 3 === 1) run("restore", id, "--list");
    if (number % 3 === 2) run("restore", id, "--to", join(home, "restored", String(number)));
  }
  for (const words of ["fails", "deploy line config", "title", "notice", "folder", "prompt"]) {
    run("search", words, "--all-projects", "--limit", "50");
    run("search", words, "--all-projects", "--limit", "50", "--json");
  }
  for (const secret of secrets
    .filter(isNameSafe)
    .slice(0, 2)
    .map((canary) => canary.secret)) {
    run("search", secret, "--all-projects");
    run("search", secret, "--project", secret);
    run("read", `t:${secret}#1`);
    run("restore", secret);
    run(secret);
    run("status", `--${secret}`);
    run("config", "get", secret);
    run("config", "set", "search.limit", secret);
    run("forget", "--match", secret);
    run("import", "--path", join(home, secret));
    run("redact", "--test", join(home, secret));
    run("project", "alias", secret, "x");
    run("prune", "--older-than", secret);
  }
  run("status");
  run("status", "--json");
  run("audit");
  run("audit", "--json");
  run("prune", "--older-than", "1d", "--dry-run");
  run("project", "list");
  run("project", "list", "--json");
  run("config", "list");
  run("rebuild");
  run("backup", "--to", join(home, "backup"));
  run("sync", "--json");
  writeFileSync(join(home, "secrets.txt"), secrets.map(({ text }) => text).join("\n"));
  run("redact", "--test", join(home, "secrets.txt"));
  run("redact", "--test", join(home, "secrets.txt"), "--print");
  const exported = sessions.map((_, index) => join(home, `${index}.md`));
  for (const path of exported)
    said.push({ where: path, text: asBytes(readFileSync(path, "utf8")) });
  return said;
}

test("of 1,000 look-alikes at most one is taken for a secret", () => {
  const home = temporaryFolder("home");
  const file = join(
    home,
    ".claude",
    "projects",
    "-home-user-code-harbour",
    "33333333-3333-4333-8333-333333333333.jsonl",
  );
  mkdirSync(dirname(file), { recursive: true });
  const lookAlikes = makeLookAlikes(20_261_130, 1_000);
  const rows = lookAlikes.map((text, index) =>
    JSON.stringify({
      type: "user",
      uuid: `33333333-0000-4000-8000-${String(index).padStart(12, "0")}`,
      sessionId: "33333333-3333-4333-8333-333333333333",
      cwd: "/home/user/code/harbour",
      timestamp: new Date(Date.UTC(2026, 9, 1, 9, 0, index)).toISOString(),
      message: { role: "user", content: `see this: ${text} and so on` },
    }),
  );
  writeFileSync(file, `${rows.join("\n")}\n`);
  const options: RunOptions = { home, env: { VARVE_NOW: NOW } };
  const report = JSON.parse(runVarve(["import", "--json"], options).stdout) as {
    redacted: Record<string, number>;
  };
  expect(Object.values(report.redacted).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
    1,
  );
  expect(makeLookAlikes(1).length).toBe(1_000);
});
