import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { VarveError } from "../../src/core/errors.ts";
import { mustHoldCapture } from "../../src/config/config-problem.ts";
import { getSetting, listSettings, setSetting } from "../../src/config/change-settings.ts";
import { environmentFrom, readEnvironment } from "../../src/config/environment.ts";
import { loadConfig, type Config, type LoadConfigOptions } from "../../src/config/load-config.ts";
import { renderSettingsDoc } from "../../src/config/render-settings-doc.ts";
import { retentionDays } from "../../src/config/retention-days.ts";
import { DEFAULT_SETTINGS, SETTINGS } from "../../src/config/settings-table.ts";
import { parseToml } from "../../src/platform/toml-parse.ts";
import { removeFolder } from "../support/temp-home.ts";

let home: string;
let file: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "varve-config-"));
  mkdirSync(join(home, ".varve"));
  file = join(home, ".varve", "config.toml");
});
afterEach(() => removeFolder(home));

const looksSecret = (text: string) => /hunter\d/.test(text);

function load(
  toml?: string,
  more: Partial<LoadConfigOptions> & { variables?: Record<string, string> } = {},
): Config {
  if (toml !== undefined) writeFileSync(file, toml);
  return loadConfig({
    env: environmentFrom({ HOME: home, ...more.variables }),
    homeFolder: home,
    cwd: "/home/user/project",
    mode: "strict",
    looksSecret,
    ...more,
  });
}

function failure(work: () => unknown): VarveError {
  try {
    work();
  } catch (error) {
    if (error instanceof VarveError) return error;
    throw error;
  }
  throw new Error("expected a VarveError");
}

describe("loadConfig", () => {
  test("without a file everything is the default", () => {
    const config = load();
    expect(config.settings).toEqual({ ...DEFAULT_SETTINGS, home: join(home, ".varve") });
    expect(new Set(Object.values(config.origins))).toEqual(new Set(["default"]));
    expect(Object.keys(config.origins).toSorted()).toEqual(
      SETTINGS.map((spec) => spec.key).toSorted(),
    );
    expect(config.problems).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test("flag over variable over file over default, each with its origin", () => {
    const toml = "[search]\nlimit = 20\nsnippet_chars = 100\n[ui]\nlanguage = 'ko'\n";
    const config = load(toml, {
      variables: { VARVE_SEARCH_LIMIT: "30", VARVE_UI_LANGUAGE: "ja" },
      flags: { "search.limit": "40" },
    });
    expect(config.settings["search.limit"]).toBe(40);
    expect(config.settings["ui.language"]).toBe("ja");
    expect(config.settings["search.snippet_chars"]).toBe(100);
    expect(config.origins).toMatchObject({
      "search.limit": "flag",
      "ui.language": "VARVE_UI_LANGUAGE",
      "search.snippet_chars": "config.toml",
      "archive.private": "default",
    });
  });

  test("every type is read from the file", () => {
    const config = load(`\ufeff[archive]\r
private = "keep"
retention = "2y"
keep = ["tool-result=90d", "meta=forever"]
[exclude]
projects = ["diary"]
paths = ["~/private", "/srv/x", "**/secret"]
[capture]
skip_tools = []
[redact]
env_files = [".env.prod"]
[[redact.rules]]
name = "badge"
pattern = 'ACME-(\\d+)'
[sources]
claude = ["/mnt/old/.claude"]
`);
    expect(config.settings).toMatchObject({
      "archive.private": "keep",
      "archive.retention": 730,
      "archive.keep": { "tool-result": 90, meta: undefined },
      "exclude.projects": ["diary"],
      "exclude.paths": [join(home, "private"), "/srv/x", "**/secret"],
      "capture.skip_tools": [],
      "redact.env_files": [".env.prod"],
      "redact.rules": [{ name: "badge", pattern: "ACME-(\\d+)" }],
      "sources.claude": ["/mnt/old/.claude"],
      "sources.codex": [],
    });
  });

  test("variables take lists with commas or JSON, and instants with a zone", () => {
    const config = load(undefined, {
      variables: {
        VARVE_EXCLUDE_PROJECTS: "diary, notes",
        VARVE_EXCLUDE_PATHS: '["~/a,b"]',
        VARVE_NOW: "2026-01-31T09:00:00+09:00",
        VARVE_REDACT_RULES: '[{"name":"x","pattern":"y"}]',
        VARVE_ARCHIVE_RETENTION: "forever",
      },
    });
    expect(config.settings["exclude.projects"]).toEqual(["diary", "notes"]);
    expect(config.settings["exclude.paths"]).toEqual([join(home, "a,b")]);
    expect(config.settings.now).toBe(Date.UTC(2026, 0, 31));
    expect(config.settings["redact.rules"]).toEqual([{ name: "x", pattern: "y" }]);
    expect(config.origins["archive.retention"]).toBe("VARVE_ARCHIVE_RETENTION");
  });

  test.each([
    ["[search]\nlimt = 3", "search.limt", "did you mean search.limit?"],
    ["[exclud]\nprojects = ['a']", "exclud.projects", "did you mean exclude.projects?"],
    ["limit = 3", "limit", "did you mean search.limit?"],
    ["[zzz]\nqqq = 3", "zzz.qqq", "`varve config list` shows every setting"],
    ["home = '/x'", "home", "take the line out and use --home or VARVE_HOME"],
  ])("strict refuses %j and helps", (toml, key, fix) => {
    const error = failure(() => load(toml));
    expect(error).toMatchObject({ code: "bad-config", fix });
    expect(error.message).toContain(key);
  });

  test.each([
    ["[search]\nlimit = 0", {}],
    ["[search]\nlimit = 1.5", {}],
    ["[search]\nlimit = '8'", {}],
    ["[archive]\nprivate = 'keeep'", {}],
    ["[archive]\nretention = '5 minutes'", {}],
    ["[archive]\nkeep = ['sessions=1d']", {}],
    ["[exclude]\npaths = ['relative']", {}],
    ["[exclude]\nprojects = 'diary'", {}],
    ["[redact]\nrules = [{ name = 'x' }]", {}],
    ["", { VARVE_NOW: "2026-01-31" }],
    ["", { VARVE_NOW: "2026-01-31T09:00:00" }],
    ["", { VARVE_SEARCH_LIMIT: "many" }],
    ["", { VARVE_REDACT_RULES: "{" }],
  ])("a bad value is refused by a command, left out by a hook: %j %j", (toml, variables) => {
    expect(failure(() => load(toml, { variables }))).toMatchObject({ code: "bad-config" });
    const config = load(toml, { variables, mode: "lenient" });
    expect(config.settings).toEqual({ ...DEFAULT_SETTINGS, home: join(home, ".varve") });
    expect(config.problems).toMatchObject([{ kind: "bad-value" }]);
  });

  test("a secret in the file is refused with the variable to use, and never echoed", () => {
    const toml = 'anthropic_api_key = "hunter2"\n[exclude]\nprojects = ["hunter3"]\n';
    const error = failure(() => load(toml));
    expect(error.fix).toContain("ANTHROPIC_API_KEY");
    const { problems } = load(toml, { mode: "lenient" });
    expect(problems.map((problem) => problem.kind)).toEqual(["secret-value", "secret-value"]);
    expect(problems[1]?.fix).toContain("VARVE_EXCLUDE_PROJECTS");
    expect(JSON.stringify([problems, error.message, error.fix])).not.toMatch(/hunter/);
  });

  test("a broken file stops commands, and makes hooks wait rather than capture against a wish", () => {
    const toml = 'ok = 1\nkey = "hunter2\n';
    const error = failure(() => load(toml));
    expect(error.message).toMatch(/config\.toml cannot be read: no valid TOML at line 2/);
    expect(error.message).not.toMatch(/hunter/);
    const config = load(toml, { mode: "lenient" });
    expect(config.settings["search.limit"]).toBe(8);
    expect(mustHoldCapture(config.problems)).toBe(true);
    expect(mustHoldCapture(load("[exclude]\nproject = ['a']", { mode: "lenient" }).problems)).toBe(
      true,
    );
    expect(mustHoldCapture(load("[search]\nlimit = 0", { mode: "lenient" }).problems)).toBe(false);
    rmSync(file);
    mkdirSync(file);
    expect(failure(() => load()).message).toMatch(/EISDIR/);
  });

  test("a variable that sets nothing is reported and stops nothing", () => {
    const { problems } = load(undefined, {
      variables: { VARVE_SEARCH_LIMITS: "3", VARVE_CHILD: "1" },
    });
    expect(problems).toMatchObject([
      { kind: "unknown-variable", fix: "did you mean VARVE_SEARCH_LIMIT?" },
    ]);
  });

  test("the store's folder: flag, variable, HOME, or an error that says what to set", () => {
    const at = (more: Partial<LoadConfigOptions> & { variables?: Record<string, string> }) => {
      const config = load(undefined, more);
      return [config.settings.home, config.origins.home];
    };
    expect(at({})).toEqual([join(home, ".varve"), "default"]);
    expect(at({ variables: { VARVE_HOME: "store" } })).toEqual([
      "/home/user/project/store",
      "VARVE_HOME",
    ]);
    expect(at({ variables: { VARVE_HOME: "~/s" } })).toEqual([join(home, "s"), "VARVE_HOME"]);
    expect(at({ variables: { VARVE_HOME: "/a" }, flags: { home: "/b" } })).toEqual(["/b", "flag"]);
    const error = failure(() => load(undefined, { homeFolder: undefined }));
    expect(error.code).toBe("no-home");
    expect(error.fix).toContain("VARVE_HOME");
    expect(
      load(undefined, { homeFolder: undefined, variables: { VARVE_HOME: "/a" } }).settings.home,
    ).toBe("/a");
  });
});

test("a class that is kept for ever is not caught by the general retention", () => {
  const { settings } = load(
    '[archive]\nretention = "30d"\nkeep = ["session=forever", "tool-result=7d"]\n',
  );
  const days = ["session", "tool-result", "meta", "toString"].map((name) =>
    retentionDays(settings, name),
  );
  expect(days).toEqual([undefined, 7, 30, 30]);
});

test("the environment is a frozen copy; empty variables count as absent", () => {
  const env = environmentFrom({
    HOME: "",
    USERPROFILE: "C:\\u",
    VARVE_HOME: "",
    VARVE_NOW: "x",
    CODEX_HOME: "/c",
    LANG: "ko_KR.UTF-8",
    OTHER: "1",
  });
  expect(env).toMatchObject({
    homeFolder: "C:\\u",
    varve: { VARVE_NOW: "x" },
    codexHome: "/c",
    language: "ko_KR.UTF-8",
    noColor: false,
    isVarveChild: false,
  });
  expect(Object.isFrozen(env) && Object.isFrozen(env.varve)).toBe(true);
  expect(readEnvironment().searchPath).toBe(process.env["PATH"]);
});

describe("config use-cases", () => {
  const set = (key: string, value: string) =>
    setSetting({ file, homeFolder: home, looksSecret }, key, value);

  test("list and get show value, default and origin", () => {
    const config = load("[search]\nlimit = 3\n");
    expect(listSettings(config)).toHaveLength(SETTINGS.length);
    expect(getSetting(config, "search.limit")).toMatchObject({
      value: 3,
      defaultText: "8",
      origin: "config.toml",
      env: "VARVE_SEARCH_LIMIT",
    });
    expect(failure(() => getSetting(config, "search.limits"))).toMatchObject({
      code: "usage",
      fix: "did you mean search.limit?",
    });
  });

  test("set makes the file, changes it, and says when nothing changed", () => {
    expect(set("search.limit", "12").outcome).toBe("created");
    expect(readFileSync(file, "utf8")).toBe("[search]\nlimit = 12\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(set("search.snippet_chars", "99").outcome).toBe("changed");
    expect(set("search.snippet_chars", "99").outcome).toBe("unchanged");
    expect(set("exclude.paths", "~/private, /srv").outcome).toBe("changed");
    expect(readFileSync(file, "utf8")).toBe(
      '[search]\nlimit = 12\nsnippet_chars = 99\n\n[exclude]\npaths = ["~/private", "/srv"]\n',
    );
    expect(load().settings["exclude.paths"]).toEqual([join(home, "private"), "/srv"]);
  });

  test("comments, order, line ends and other lines stay byte for byte", () => {
    const before =
      "# mine\r\n[search] # about search\r\n  limit   =   3   # three\r\n\r\n# about exclusion\r\n[exclude]\r\nprojects = [ # many\r\n  'a', # ] one\r\n  \"b#\",\r\n]\r\n\r\n[[redact.rules]]\r\nname = \"x\"\r\npattern = '''a\r\nlimit = 4'''";
    writeFileSync(file, before);
    set("search.limit", "5");
    expect(readFileSync(file, "utf8")).toBe(before.replace("limit   =   3 ", "limit   =   5 "));
    set("search.snippet_chars", "80");
    set("exclude.projects", "c");
    set("ui.language", "ko");
    expect(readFileSync(file, "utf8")).toBe(
      before
        .replace("limit   =   3   # three", "limit   =   5   # three\r\nsnippet_chars = 80")
        .replace(/projects = \[ #[^]*?\r\n\]/, 'projects = ["c"]') +
        '\r\n\r\n[ui]\r\nlanguage = "ko"\r\n',
    );
    expect(load().settings).toMatchObject({
      "search.limit": 5,
      "exclude.projects": ["c"],
      "ui.language": "ko",
    });
  });

  test("dotted and quoted keys are found where they stand", () => {
    writeFileSync(file, 'search.limit = 3\n"ui" . "language" = "en"\n');
    set("search.limit", "4");
    set("ui.language", "zh");
    expect(readFileSync(file, "utf8")).toBe('search.limit = 4\n"ui" . "language" = "zh"\n');
  });

  test("a form that cannot be changed by line is left alone with what to write", () => {
    for (const before of [
      "search = { limit = 3 }\n",
      "[[redact.rules]]\nname = 'a'\npattern = 'b'\n",
    ]) {
      writeFileSync(file, before);
      const error = failure(() =>
        before.startsWith("search")
          ? set("search.snippet_chars", "80")
          : set("redact.rules", '[{"name":"c","pattern":"d"}]'),
      );
      expect(error.code).toBe("refused");
      expect(readFileSync(file, "utf8")).toBe(before);
    }
  });

  test("refusals: unknown key, bad value, secret, not in the file, broken file", () => {
    expect(failure(() => set("serch.limit", "3"))).toMatchObject({
      code: "usage",
      fix: "did you mean search.limit?",
    });
    expect(failure(() => set("search.limit", "x")).message).toContain(
      "a whole number from 1 to 200",
    );
    expect(failure(() => set("exclude.projects", "hunter2")).fix).toContain(
      "VARVE_EXCLUDE_PROJECTS",
    );
    expect(failure(() => set("home", "/x")).code).toBe("refused");
    writeFileSync(file, "broken = [\n");
    expect(failure(() => set("search.limit", "3")).code).toBe("bad-config");
    expect(readFileSync(file, "utf8")).toBe("broken = [\n");
  });

  test("a linked config.toml stays a link", () => {
    const target = join(home, "dotfiles.toml");
    writeFileSync(target, "[search]\nlimit = 3\n");
    symlinkSync(target, file);
    set("search.limit", "4");
    expect(readFileSync(target, "utf8")).toBe("[search]\nlimit = 4\n");
  });

  test("every setting of the file can be set on an empty file and beside every other", () => {
    const examples: Record<string, string> = {
      "archive.private": "keep",
      "archive.retention": "1y",
      "archive.keep": "meta=1d",
      "exclude.projects": 'a"b,c\\d',
      "exclude.paths": "/x",
      "capture.skip_tools": "A",
      "redact.rules": '[{"name":"a","pattern":"\\\\d"}]',
      "redact.env_files": ".e",
      "search.limit": "3",
      "search.snippet_chars": "50",
      "search.week_start": "sunday",
      "ui.language": "en",
      "sources.claude": "/c",
      "sources.codex": "/d",
    };
    for (const spec of SETTINGS.filter((setting) => setting.inFile))
      set(spec.key, examples[spec.key] ?? "");
    const { settings, origins } = load();
    expect(Object.entries(origins).filter(([, origin]) => origin === "config.toml")).toHaveLength(
      Object.keys(examples).length,
    );
    expect(settings["exclude.projects"]).toEqual(['a"b', "c\\d"]);
    expect(settings["redact.rules"]).toEqual([{ name: "a", pattern: "\\d" }]);
  });
});

describe("docs/settings.md", () => {
  const page = join(dirname(fileURLToPath(import.meta.url)), "../../docs/settings.md");

  test("is what the table renders (`npm run docs` writes it)", () => {
    expect(readFileSync(page, "utf8")).toBe(renderSettingsDoc());
  });

  test("its example is valid for a strict command", () => {
    const example = /```toml\n([^]*?)```/.exec(renderSettingsDoc())?.[1] ?? "";
    expect(() => parseToml(example)).not.toThrow();
    expect(load(example).settings["redact.rules"]).toHaveLength(1);
  });
});
