import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { applyPlan } from "../../src/hosts/apply-plan.ts";
import { captureHandler, CAPTURE_EVENTS } from "../../src/hosts/capture-handler.ts";
import { checkCapture } from "../../src/hosts/check-capture.ts";
import { claudeCodeHost } from "../../src/hosts/claude-code/claude-code-host.ts";
import { isRefused } from "../../src/hosts/install-plan.ts";
import { EMPTY_RECORD } from "../../src/hosts/install-record.ts";
import { planCaptureInstall } from "../../src/hosts/plan-capture.ts";
import { nodeFileOps } from "../../src/platform/file-ops.ts";
import { parseJsonc } from "../../src/platform/edit-jsonc.ts";
import {
  makeHome,
  readOrNull,
  repositoryRoot,
  settingsFixtures,
  stepFor,
  writeText,
} from "./capture-home.ts";

const REFUSED = /broken|array-root|refused-/;
const fixtures = [...settingsFixtures()];
type Hooks = Record<
  string,
  { matcher?: string; hooks: { command?: string; timeout?: number }[] }[]
>;

function hooksIn(text: string): Hooks {
  const document = parseJsonc(text.replace(/^\uFEFF/, ""));
  if (!document.ok) throw new Error(document.problem);
  return (document.value as { hooks: Hooks }).hooks;
}

/** Other keys, their order, other hooks and every comment are as before. */
function expectForeignKept(before: string, after: string): void {
  const parsed = (text: string): Record<string, unknown> => {
    const document = parseJsonc(text.replace(/^\uFEFF/, ""));
    return document.ok ? (document.value as Record<string, unknown>) : {};
  };
  const { hooks: oldHooks, ...old } = parsed(before);
  const { hooks: _, ...now } = parsed(after);
  expect(Object.entries(now)).toEqual(Object.entries(old));
  for (const [event, groups] of Object.entries(oldHooks ?? {})) {
    if (!Array.isArray(groups)) continue;
    const ours = CAPTURE_EVENTS.some((name) => name === event);
    expect(hooksIn(after)[event]?.slice(0, ours ? -1 : undefined)).toEqual(groups);
  }
  for (const comment of before.match(/ \/\/ .*|\/\*.*?\*\//g) ?? [])
    expect(after).toContain(comment);
}

test.each(["claude-code", "codex"] as const)(
  "the handlers of %s are the committed text",
  (host) => {
    const frozen = readFileSync(
      join(repositoryRoot, `test/fixtures/settings/frozen-${host}.json`),
      "utf8",
    );
    const handlers = CAPTURE_EVENTS.map((event) =>
      captureHandler(host, event, "/home/user/.varve"),
    );
    expect(`${JSON.stringify(handlers, null, 2)}\n`).toBe(frozen);
  },
);

const hasShared = fixtures.some(([name]) => name.startsWith("shared/"));
test.skipIf(!hasShared)(
  "the seven shared files are among them (needs the shared cases folder)",
  () => {
    expect(fixtures.filter(([name]) => name.startsWith("shared/"))).toHaveLength(7);
  },
);

describe("settings that can be edited", () => {
  const editable = fixtures.filter(([name]) => !REFUSED.test(name));
  test.each(editable)(
    "%s: added behind others, twice is once, uninstall gives the bytes back",
    (_name, text) => {
      const home = makeHome();
      writeText(home.claudeSettings, text);
      const first = home.install();
      expect(isRefused(first.plan)).toBe(false);
      const installed = readFileSync(home.claudeSettings, "utf8");
      const hooks = hooksIn(installed);
      for (const event of CAPTURE_EVENTS) {
        const ours = hooks[event]?.at(-1);
        expect(ours).toEqual({ hooks: [captureHandler("claude-code", event, home.varveHome)] });
        expect(ours?.hooks[0]?.timeout).toBeGreaterThanOrEqual(2);
        expect(ours?.hooks[0]?.timeout).toBeLessThanOrEqual(5);
      }
      expectForeignKept(text, installed);
      if (text.includes("\r\n")) expect(installed.replaceAll("\r\n", "")).not.toContain("\n");
      expect(installed.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));

      const again = home.install();
      expect(again.outcomes.every((outcome) => outcome === "unchanged")).toBe(true);
      expect(readFileSync(home.claudeSettings, "utf8")).toBe(installed);
      home.uninstall();
      expect(readFileSync(home.claudeSettings, "utf8")).toBe(text);
      expect(home.uninstall().outcomes.every((outcome) => outcome === "unchanged")).toBe(true);
    },
  );

  test.each(
    editable.filter(([name]) => /full|commented|bom-crlf|one-line|empty-object/.test(name)),
  )("%s: the bytes come back without the record as well", (_name, text) => {
    const home = makeHome();
    writeText(home.claudeSettings, text);
    home.install();
    rmSync(join(home.varveHome, "bin", "installed.json"));
    home.uninstall();
    expect(readFileSync(home.claudeSettings, "utf8")).toBe(text);
  });

  test("no file: created, and removed again", () => {
    const home = makeHome();
    const { plan } = home.install();
    expect(plan.steps.map((step) => step.action)).toEqual(["create", "create", "create", "create"]);
    expect(Object.keys(hooksIn(readFileSync(home.claudeSettings, "utf8")))).toEqual([
      ...CAPTURE_EVENTS,
    ]);
    home.uninstall();
    expect([home.claudeSettings, home.codexHooks].map(readOrNull)).toEqual([null, null]);
    expect(readOrNull(join(home.varveHome, "bin", "varve-hook"))).toBeNull();
    expect(readOrNull(join(home.varveHome, "bin", "installed.json"))).toBeNull();
  });

  test("what others changed after set-up stays when our entries go", () => {
    const home = makeHome();
    writeText(home.claudeSettings, '{\n  "model": "a"\n}\n');
    home.install();
    const installed = readFileSync(home.claudeSettings, "utf8");
    writeText(
      home.claudeSettings,
      installed.replace('"model": "a"', '"model": "b", // mine\n  "x": [1]'),
    );
    home.uninstall();
    expect(readFileSync(home.claudeSettings, "utf8")).toBe(
      '{\n  "model": "b", // mine\n  "x": [1]\n}\n',
    );
  });

  test("older handlers of ours are replaced, and uninstall still gives the first bytes back", () => {
    const home = makeHome();
    const text = '{\n  "model": "a"\n}\n';
    writeText(home.claudeSettings, text);
    home.install();
    const older = readFileSync(home.claudeSettings, "utf8").replaceAll(
      '"timeout": 5',
      '"timeout": 4',
    );
    writeText(home.claudeSettings, older);
    expect(checkCapture(home.setup(["claude-code"]))).toMatchObject([
      { state: "ok" },
      { state: "warning" },
    ]);
    expect(stepFor(home.install(), home.claudeSettings).action).toBe("edit");
    expect(checkCapture(home.setup(["claude-code"]))).toMatchObject([
      { state: "ok" },
      { state: "ok" },
    ]);
    expect(readFileSync(home.claudeSettings, "utf8")).not.toContain('"timeout": 4');
    home.uninstall();
    expect(readFileSync(home.claudeSettings, "utf8")).toBe(text);
  });

  test("disableAllHooks is kept and said", () => {
    const home = makeHome();
    writeText(home.claudeSettings, '{ "disableAllHooks": true }\n');
    const { plan } = home.install();
    expect(plan.notes.join("\n")).toContain("disableAllHooks");
    expect(readFileSync(home.claudeSettings, "utf8")).toContain('"disableAllHooks": true');
    expect(checkCapture(home.setup(["claude-code"]))[1]).toMatchObject({ state: "warning" });
  });
});

describe("settings that cannot", () => {
  test.each(fixtures.filter(([name]) => REFUSED.test(name)))(
    "%s: untouched, with what to do",
    (_name, text) => {
      const home = makeHome();
      writeText(home.claudeSettings, text);
      for (const { plan, outcomes } of [home.install(), home.uninstall()]) {
        const step = plan.steps.find((one) => one.path === home.claudeSettings);
        expect(step).toMatchObject({ action: "refuse" });
        expect(step?.reason).toMatch(
          /left untouched, because .+; put that right and run the command again/,
        );
        expect(isRefused(plan)).toBe(true);
        expect(outcomes).toContain("refused");
      }
      expect(readFileSync(home.claudeSettings, "utf8")).toBe(text);
    },
  );

  test("a folder, bytes that are no UTF-8, a dangling link", () => {
    const home = makeHome();
    mkdirSync(home.claudeSettings);
    expect(stepFor(home.install(), home.claudeSettings).reason).toContain("not a regular file");
    rmSync(home.claudeSettings, { recursive: true });
    symlinkSync("/nonexistent/settings.json", home.claudeSettings);
    expect(stepFor(home.install(), home.claudeSettings).reason).toContain("symbolic link");
    rmSync(home.claudeSettings);
    writeFileSync(home.claudeSettings, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(stepFor(home.install(), home.claudeSettings).reason).toContain("not valid UTF-8");
    expect([...readFileSync(home.claudeSettings)]).toEqual([0x7b, 0xff, 0x7d]);
  });
});

describe("files as people have them", () => {
  test("a symbolic link stays one and its target is edited, mode kept", () => {
    const home = makeHome();
    const real = join(home.folder, "dotfiles.json");
    writeText(real, "{}\n");
    chmodSync(real, 0o640);
    symlinkSync(real, home.claudeSettings);
    home.install();
    expect(lstatSync(home.claudeSettings).isSymbolicLink()).toBe(true);
    expect(Object.keys(hooksIn(readFileSync(real, "utf8")))).toHaveLength(4);
    expect(statSync(real).mode & 0o777).toBe(0o640);
    home.uninstall();
    expect(readFileSync(real, "utf8")).toBe("{}\n");
  });

  test("a file that the host writes after the plan was made is left alone", () => {
    const home = makeHome();
    writeText(home.claudeSettings, "{}\n");
    const plan = planCaptureInstall(home.setup());
    writeText(home.claudeSettings, '{ "model": "new" }\n');
    const results = applyPlan(plan);
    const result = results.find(({ step }) => step.path === home.claudeSettings);
    expect(result).toMatchObject({ outcome: "changed-meanwhile" });
    expect(result?.detail).toContain("run the command again");
    expect(readFileSync(home.claudeSettings, "utf8")).toBe('{ "model": "new" }\n');
    expect(results.find(({ step }) => step.path === home.codexHooks)?.outcome).toBe("done");
  });

  test("nor is one that the host writes while ours is on its way to the disk", () => {
    const home = makeHome();
    writeText(home.claudeSettings, "{}\n");
    const plan = planCaptureInstall(home.setup(["claude-code"]));
    const results = applyPlan(plan, {
      ...nodeFileOps,
      sync(descriptor) {
        nodeFileOps.sync(descriptor);
        // Only once the draft of the settings lies beside them.
        if (readdirSync(join(home.folder, ".claude")).length === 1) return;
        writeText(home.claudeSettings, '{ "model": "new" }\n');
      },
    });
    expect(results.at(-1)?.outcome).toBe("changed-meanwhile");
    expect(readFileSync(home.claudeSettings, "utf8")).toBe('{ "model": "new" }\n');
    expect(readdirSync(join(home.folder, ".claude"))).toEqual(["settings.json"]);
  });

  test("a full disk leaves the old settings", () => {
    const home = makeHome();
    writeText(home.claudeSettings, "{}\n");
    const results = applyPlan(planCaptureInstall(home.setup(["claude-code"])), {
      ...nodeFileOps,
      write(descriptor, bytes) {
        if (Buffer.from(bytes).includes("hooks"))
          throw Object.assign(new Error(), { code: "ENOSPC" });
        nodeFileOps.write(descriptor, bytes);
      },
    });
    expect(
      results.some((result) => result.outcome === "failed" && result.detail.includes("ENOSPC")),
    ).toBe(true);
    expect(readFileSync(home.claudeSettings, "utf8")).toBe("{}\n");
  });

  test("a store that cannot be written leaves the hosts alone", () => {
    const home = makeHome();
    writeText(home.varveHome, "a file where the store should be");
    const { outcomes } = home.install();
    expect(outcomes[0]).toBe("refused");
    expect(outcomes.slice(1).every((outcome) => outcome === "not-tried")).toBe(true);
    expect(readOrNull(home.claudeSettings)).toBeNull();
  });
});

test("install then uninstall is the identity on any settings", () => {
  const handler = fc.record({ type: fc.constant("command"), command: fc.string() });
  const group = fc.record({ hooks: fc.array(handler, { maxLength: 2 }) });
  const event = fc.oneof(fc.array(group, { maxLength: 2 }), fc.constant(null), fc.constant([]));
  const hooks = fc.dictionary(
    fc.constantFrom("Stop", "SessionStart", "PreToolUse", "PreCompact"),
    event,
  );
  const settings = fc.record(
    {
      model: fc.jsonValue({ maxDepth: 2 }),
      hooks: fc.oneof(hooks, fc.constant(null)),
      "x y": fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      settings,
      fc.constantFrom(0, 2, 4, "\t"),
      fc.boolean(),
      fc.boolean(),
      (value, indent, crlf, mark) => {
        let text = `${JSON.stringify(value, null, indent)}\n`;
        if (crlf) text = text.replaceAll("\n", "\r\n");
        if (mark) text = `\uFEFF${text}`;
        const path = "/home/user/.claude/settings.json";
        const input = (now: string, record = EMPTY_RECORD) => ({
          view: {
            configFolder: "/home/user/.claude",
            folderExists: true,
            files: new Map([["settings.json", { path, target: path, text: now, problem: null }]]),
          },
          varveHome: "/home/user/.varve",
          record,
        });
        const installed = claudeCodeHost.planInstall(input(text));
        const after = installed.steps[0]?.after ?? "";
        expect(installed.steps[0]?.action).toBe("edit");
        expect(claudeCodeHost.planInstall(input(after)).steps[0]?.action).toBe("none");
        const record = { files: installed.undo };
        expect(claudeCodeHost.planUninstall(input(after, record)).steps[0]?.after).toBe(text);
        expect(claudeCodeHost.planUninstall(input(after)).steps[0]?.action).toBe("edit");
      },
    ),
    { numRuns: process.env.VARVE_TEST_FULL === "1" ? 3000 : 200 },
  );
}, 120_000);
