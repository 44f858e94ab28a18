import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { captureHandler, CAPTURE_EVENTS } from "../../src/hosts/capture-handler.ts";
import { checkCapture } from "../../src/hosts/check-capture.ts";
import { planCaptureInstall, planCaptureUninstall } from "../../src/hosts/plan-capture.ts";
import { applyPlan } from "../../src/hosts/apply-plan.ts";
import { makeHome, readOrNull, stepFor, writeText, type Home } from "./capture-home.ts";

const chime =
  '{\n  "description": "mine",\n  "hooks": {\n    "Stop": [\n      { "hooks": [ { "type": "command", "command": "chime" } ] }\n    ]\n  }\n}\n';

const codexChecks = (home: Home) => checkCapture(home.setup(["codex"])).slice(1);

describe("hooks.json", () => {
  test("is made, says how to trust, and goes again", () => {
    const home = makeHome();
    const { plan } = home.install();
    const { hooks } = JSON.parse(readFileSync(home.codexHooks, "utf8")) as {
      hooks: Record<string, unknown>;
    };
    expect(hooks).toEqual(
      Object.fromEntries(
        CAPTURE_EVENTS.map((event) => [
          event,
          [{ hooks: [captureHandler("codex", event, home.varveHome)] }],
        ]),
      ),
    );
    expect(plan.notes.join("\n")).toMatch(
      /only once you have trusted it[^]*Trust all and continue/,
    );
    expect(readOrNull(home.codexConfig)).toBeNull();
    home.uninstall();
    expect(readOrNull(home.codexHooks)).toBeNull();
  });

  test("hooks of others stay in front; uninstall gives the bytes back", () => {
    const home = makeHome();
    writeText(home.codexHooks, chime);
    home.install();
    const { hooks } = JSON.parse(readFileSync(home.codexHooks, "utf8")) as {
      hooks: { Stop: unknown[] };
    };
    expect(hooks.Stop).toHaveLength(2);
    expect(hooks.Stop[0]).toEqual({ hooks: [{ type: "command", command: "chime" }] });
    home.uninstall();
    expect(readFileSync(home.codexHooks, "utf8")).toBe(chime);
  });

  test.each([
    ['{ "$schema": "x", "hooks": {} }', 'unknown key "$schema"'],
    [
      '{ "hooks": { "Stop": [ { "hooks": [ { "type": "http", "url": "x" } ] } ] } }',
      'type "http" at Stop',
    ],
    ['{ "hooks": {}, }', "strict JSON"],
    ["{ // mine\n}", "strict JSON"],
  ])("%s is refused, because Codex would run no hook of it", (text, why) => {
    const home = makeHome();
    writeText(home.codexHooks, text);
    const step = stepFor(home.install(), home.codexHooks);
    expect(step.action).toBe("refuse");
    expect(step.reason).toContain(why);
    expect(readFileSync(home.codexHooks, "utf8")).toBe(text);
    expect(codexChecks(home)[0]).toMatchObject({ id: "codex-hooks", state: "failure" });
    // Claude Code is served all the same.
    expect(readOrNull(home.claudeSettings)).toContain("varve-hook");
  });
});

describe("trust", () => {
  const trust = (path: string, events: readonly string[]): string =>
    events
      .map((event) => `[hooks.state."${path}:${event}:0:0"]\ntrusted_hash = "sha256:00"\n`)
      .join("\n");

  test("is read from config.toml, event by event", () => {
    const home = makeHome();
    expect(codexChecks(home)).toMatchObject([{ state: "warning" }]);
    home.install();
    expect(codexChecks(home)).toMatchObject([
      { id: "codex-hooks", state: "ok" },
      {
        id: "codex-trust",
        state: "warning",
        detail: "not trusted yet: SessionStart, PreCompact, Stop, SessionEnd",
      },
    ]);
    writeText(home.codexConfig, trust(home.codexHooks, ["session_start", "pre_compact", "stop"]));
    expect(codexChecks(home)[1]?.detail).toBe("not trusted yet: SessionEnd");
    writeText(
      home.codexConfig,
      trust(home.codexHooks, ["session_start", "pre_compact", "stop", "session_end"]),
    );
    expect(codexChecks(home)[1]).toMatchObject({
      state: "ok",
      detail: "trust recorded for varve's hooks",
    });
    expect(home.install().plan.notes).toEqual([]);
    home.uninstall();
    expect(codexChecks(home)).toHaveLength(1);
  });

  test("of hooks that stand behind ours is said to be lost at uninstall", () => {
    const home = makeHome();
    home.install();
    const text = readFileSync(home.codexHooks, "utf8");
    const value = JSON.parse(text) as { hooks: { Stop: unknown[] } };
    value.hooks.Stop.push({ hooks: [{ type: "command", command: "chime" }] });
    writeText(home.codexHooks, JSON.stringify(value));
    expect(home.uninstall().plan.notes.join("\n")).toContain("trust those again");
    expect(JSON.parse(readFileSync(home.codexHooks, "utf8"))).toEqual({
      hooks: { Stop: [{ hooks: [{ type: "command", command: "chime" }] }] },
    });
  });

  test("hooks switched off in config.toml are said", () => {
    const home = makeHome();
    writeText(home.codexConfig, "[features]\nhooks = false\n");
    expect(home.install().plan.notes.join("\n")).toContain("switched off in Codex");
    expect(codexChecks(home)[0]).toMatchObject({ state: "warning" });
  });
});

describe("hooks kept in config.toml", () => {
  const group = (event: string, handler: { command: string; timeout: number }): string =>
    `\n[[hooks.${event}]]\n[[hooks.${event}.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(handler.command)}\ntimeout = ${handler.timeout}\n`;
  const foreign =
    '# mine\nmodel = "m"\n\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "chime"\n';

  function withOurs(home: Home, events: readonly (typeof CAPTURE_EVENTS)[number][]): string {
    return (
      foreign +
      events.map((event) => group(event, captureHandler("codex", event, home.varveHome))).join("")
    );
  }

  test("are left where they are, and uninstall takes only ours", () => {
    const home = makeHome();
    writeText(home.codexConfig, withOurs(home, CAPTURE_EVENTS));
    const installed = home.install();
    expect(stepFor(installed, home.codexConfig).action).toBe("none");
    expect(readOrNull(home.codexHooks)).toBeNull();
    expect(codexChecks(home)[0]).toMatchObject({ state: "ok" });
    expect(codexChecks(home)[1]).toMatchObject({ id: "codex-trust", state: "warning" });
    home.uninstall();
    expect(readFileSync(home.codexConfig, "utf8")).toBe(foreign);
  });

  test("an incomplete set is not doubled but refused", () => {
    const home = makeHome();
    const text = withOurs(home, ["Stop"]);
    writeText(home.codexConfig, text);
    const step = stepFor(home.install(), home.codexConfig);
    expect(step.action).toBe("refuse");
    expect(step.reason).toContain("varve uninstall");
    expect(readFileSync(home.codexConfig, "utf8")).toBe(text);
  });

  test("one of ours in a group with another hook is refused untouched", () => {
    const home = makeHome();
    const ours = captureHandler("codex", "Stop", home.varveHome);
    const text = `${foreign}[[hooks.Stop.hooks]]\ntype = "command"\ncommand = ${JSON.stringify(ours.command)}\n`;
    writeText(home.codexConfig, text);
    expect(stepFor(home.uninstall(), home.codexConfig).action).toBe("refuse");
    expect(readFileSync(home.codexConfig, "utf8")).toBe(text);
  });
});

test("one host alone: the other's files and the launcher stay", () => {
  const home = makeHome();
  home.install();
  const plan = planCaptureUninstall(home.setup(["codex"]));
  applyPlan(plan);
  expect(readOrNull(home.codexHooks)).toBeNull();
  expect(readOrNull(home.claudeSettings)).toContain("varve-hook");
  expect(readOrNull(join(home.varveHome, "bin", "varve-hook"))).toContain("exec");
  home.uninstall();
  expect(readOrNull(home.claudeSettings)).toBeNull();
  expect(planCaptureInstall(home.setup(["codex"])).steps.map((step) => step.host)).toEqual([
    null,
    null,
    "codex",
  ]);
});
