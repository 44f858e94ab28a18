import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { nearest } from "../../src/core/nearest.ts";
import { appendLog } from "../../src/platform/log.ts";
import { createLocator, expandHome } from "../../src/platform/paths.ts";
import { runProcess } from "../../src/platform/run-process.ts";
import { removeFolder } from "../support/temp-home.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "varve-platform-")));
});
afterEach(() => removeFolder(folder));

test("nearest finds typos and swaps, and gives no wild guess", () => {
  const words = ["search", "status", "sync", "restore"];
  expect(nearest("serach", words)).toBe("search");
  expect(nearest("Statsu", words)).toBe("status");
  expect(nearest("restores", words)).toBe("restore");
  expect(nearest("zzzz", words)).toBeUndefined();
  expect(nearest("", [])).toBeUndefined();
  expect(nearest("s".repeat(100_000), words)).toBeUndefined();
});

describe("createLocator", () => {
  test("resolves links as far as the path exists", () => {
    mkdirSync(join(folder, "real/sub"), { recursive: true });
    symlinkSync(join(folder, "real"), join(folder, "link"));
    const locate = createLocator();
    expect(locate(join(folder, "link/sub"))).toEqual({
      real: join(folder, "real/sub"),
      exists: true,
      nearest: join(folder, "real/sub"),
    });
    expect(locate(join(folder, "link/gone/deep"))).toEqual({
      real: join(folder, "real/gone/deep"),
      exists: false,
      nearest: join(folder, "real"),
    });
  });

  test("loops, files as folders and impossible names are only not there", () => {
    symlinkSync(join(folder, "b"), join(folder, "a"));
    symlinkSync(join(folder, "a"), join(folder, "b"));
    const locate = createLocator();
    expect(locate(join(folder, "a/x")).exists).toBe(false);
    expect(locate(join("/etc/passwd/x")).exists).toBe(false);
    expect(locate(`/${"x".repeat(5_000)}`).exists).toBe(false);
  });

  test("~ is the home folder, only at the start and only alone", () => {
    expect(expandHome("~", "/home/user")).toBe("/home/user");
    expect(expandHome("~/a", "/home/user")).toBe("/home/user/a");
    expect(expandHome("~other/a", "/home/user")).toBe("~other/a");
    expect(expandHome("/a/~", "/home/user")).toBe("/a/~");
  });
});

describe("runProcess", () => {
  const run = (script: string, more: { command?: string; timeoutMs?: number } = {}) =>
    runProcess({
      command: more.command ?? process.execPath,
      args: ["-e", script],
      cwd: folder,
      env: { ONLY: "this" },
      timeoutMs: more.timeoutMs ?? 10_000,
      maxOutputBytes: 1_000,
    });

  test("gives the output of a command that went well, with nothing inherited", () => {
    expect(
      run("process.stdout.write(JSON.stringify([process.env.ONLY, process.env.HOME ?? null]))"),
    ).toEqual({ outcome: "ok", stdout: '["this",null]' });
  });

  test("tells missing, failed, too slow and too long apart", () => {
    expect(run("", { command: "no-such-command" })).toEqual({ outcome: "missing" });
    expect(run("process.exit(3)")).toEqual({ outcome: "failed" });
    expect(run("setInterval(() => {}, 1000)", { timeoutMs: 300 })).toEqual({ outcome: "timeout" });
    expect(run("process.stdout.write('x'.repeat(5000))")).toEqual({ outcome: "failed" });
  });
});

test("a log holds one redacted JSON line per event, is private, and rotates", () => {
  const path = join(folder, "logs", "sync.jsonl");
  const log = (event: Record<string, unknown>) =>
    appendLog(
      {
        path,
        redact: (text) => text.replaceAll("hunter2", "[redacted]"),
        now: () => new Date(0),
        limitBytes: 100,
      },
      event,
    );
  log({ what: "hunter2\nnext" });
  expect(readFileSync(path, "utf8")).toBe(
    '{"at":"1970-01-01T00:00:00.000Z","what":"[redacted]\\nnext"}\n',
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  for (let i = 0; i < 20; i += 1) log({ i });
  const kept = [`${path}.1`, path].flatMap((file) =>
    readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { i?: number }),
  );
  expect(kept.at(-1)).toMatchObject({ i: 19 });
  expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThan(400);
});
