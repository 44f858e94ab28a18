/** What a project's `.env` and a person's own rules hide is hidden in old rows and new ones. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { runVarve } from "../support/run-varve.ts";
import { readTree, temporaryFolder } from "../support/temp-home.ts";
import { placesOf, readStore } from "./scan-store.ts";
import { find, findings, rebuild, sync } from "./store-engine.ts";

const SESSION = "aaaa4444-1111-4111-8111-111111111111";

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

function row(cwd: string, number: number, content: string): string {
  return `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId: SESSION,
    version: "2.1.332",
    gitBranch: "main",
    type: "user",
    uuid: `aaaa4444-0000-4000-8000-${String(number).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 8, 1, 9, 0, number)).toISOString(),
    message: { role: "user", content },
  })}\n`;
}

const transcript = (home: string): string =>
  join(home, ".claude", "projects", "-code", `${SESSION}.jsonl`);

/** Where a text stands outside the archived bytes. */
const remains = (home: string, text: string): string[] =>
  placesOf(text, readStore(join(home, ".varve"), { withArchived: false }));

describe("values of a project's .env", () => {
  const value = ["quay", "Lantern", "2049", "kx"].join("-");

  test("are in no row and no output, and only as keyed hashes in the store", () => {
    const home = temporaryFolder("home");
    const project = join(home, "code", "harbour");
    write(join(project, ".env"), `# keys\nexport HARBOUR_CODE="${value}"\nMODE=development\n`);
    mkdirSync(join(project, ".git"));
    write(
      transcript(home),
      row(join(project, "src", "deep"), 1, `It says ${value} in development mode, lampword`),
    );
    sync(home);
    expect(remains(home, value)).toEqual([]);
    expect(remains(home, "lantern-2049")).toEqual([]);
    expect(find(home, "lampword development")).toHaveLength(1);
    const hashes =
      readTree(join(home, ".varve")).get("archive/secret-hashes.jsonl")?.toString() ?? "";
    expect(hashes).toMatch(/^\{"hash":"[0-9a-f]{64}","length":\d+\}\n$/);
    for (const args of [
      ["search", value, "--all-projects"],
      ["read", `s:${SESSION}`, "--level", "raw"],
      ["export", SESSION],
      ["search", "lampword", "--all-projects", "--json"],
    ]) {
      expect(runVarve(args, { home }).stdout, args.join(" ")).not.toContain(value);
    }
    rebuild(home);
    expect(remains(home, value)).toEqual([]);
  });

  test("that came into the file later are taken out of rows that were there before", () => {
    const home = temporaryFolder("home");
    const project = join(home, "code", "harbour");
    mkdirSync(project, { recursive: true });
    write(transcript(home), row(project, 1, `It says ${value}, lampword`));
    sync(home);
    expect(remains(home, value)).not.toEqual([]);
    write(join(project, ".env.local"), `HARBOUR_CODE=${value}\n`);
    appendFileSync(transcript(home), row(project, 2, "go on"));
    sync(home, { envFiles: [".env", ".env.local"] });
    expect(remains(home, value)).toEqual([]);
    expect(find(home, "lampword")).toHaveLength(1);
    expect(findings(home)).toEqual([]);
  });
});

describe("a rule of one's own", () => {
  const code = ["corp", "Kf83hGd92mQp"].join("_");
  const userRules = [{ name: "corp-code", pattern: "corp_[A-Za-z0-9]{12}" }];

  test("hides what was indexed before it was written, at the next sync, with no byte left over", () => {
    const home = temporaryFolder("home");
    write(transcript(home), row("/home/user/code/harbour", 1, `The code is ${code}, lampword`));
    sync(home);
    expect(remains(home, code)).not.toEqual([]);
    sync(home, { userRules });
    expect(remains(home, code)).toEqual([]);
    expect(find(home, "lampword", { userRules })).toHaveLength(1);
    expect(findings(home, { userRules })).toEqual([]);
    expect(
      [...readTree(join(home, ".varve", "index")).keys()].filter((name) => name.endsWith(".db")),
    ).toHaveLength(1);
  });

  test("written in config.toml hides it in the commands at once", () => {
    const home = temporaryFolder("home");
    write(transcript(home), row("/home/user/code/harbour", 1, `The code is ${code}, lampword`));
    runVarve(["import"], { home });
    expect(runVarve(["search", "lampword", "--all-projects"], { home }).stdout).toContain(code);
    write(
      join(home, ".varve", "config.toml"),
      '[[redact.rules]]\nname = "corp-code"\npattern = "corp_[A-Za-z0-9]{12}"\n',
    );
    const config = runVarve(["config", "list"], { home });
    expect(config.code, config.stderr).toBe(0);
    runVarve(["sync"], { home });
    const shown = runVarve(["search", "lampword", "--all-projects"], { home });
    expect(shown.stdout).toContain("lampword");
    expect(shown.stdout).not.toContain(code);
    expect(remains(home, code)).toEqual([]);
  });
});
