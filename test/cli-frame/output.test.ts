import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runCommandLine } from "../../src/cli/frame/run-command-line.ts";
import type { CommandModule } from "../../src/cli/frame/command-spec.ts";
import { createOutput, type OutputStream } from "../../src/cli/output.ts";
import { createProgress } from "../../src/cli/progress.ts";
import { environmentFrom } from "../../src/config/environment.ts";
import { VarveError } from "../../src/core/errors.ts";
import { toPlainLine, toPlainText, toSafeJson } from "../../src/core/plain-text.ts";
import { sampleCommands } from "./sample-commands.ts";
import { removeFolder } from "../support/temp-home.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A stream that keeps what it was given; the real ones are tried in processes below. */
function memoryStream(): OutputStream & { text: string } {
  return {
    text: "",
    write(text, done) {
      this.text += text;
      if (done !== undefined) setImmediate(done);
      return true;
    },
    on: () => undefined,
  };
}

describe("toPlainText", () => {
  test.each([
    ["plain 한글 text\n\tkept", "plain 한글 text\n\tkept"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007after", "after"],
    ["\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["\u009b2Jx\u009d0;t\u009cy", "xy"],
    ["\u001bPdcs\u001b\\x\u001b_apc\u001b\\y", "xy"],
    ["\u001bc\u001b(B\u001b7z", "z"],
    ["\u001b]52;c;unterminated text stays", "]52;c;unterminated text stays"],
    ["\u001b]0;never closed\nnext line", "]0;never closed\nnext line"],
    ["safe\rrm -rf", "safe\nrm -rf"],
    ["dos\r\nline", "dos\nline"],
    ["a\u0000b\u0008c\u007fd\u0085e", "abcde"],
    ["a\u202eb\u2066c", "a\\u202eb\\u2066c"],
    ["half \ud83d and whole 😀", "half \ufffd and whole 😀"],
  ])("%j -> %j", (given, expected) => {
    expect(toPlainText(given)).toBe(expected);
  });

  test("whatever comes in, nothing that acts comes out, in linear time", () => {
    const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
    const piece = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "3",
      "m",
      "\u0007",
      "\u009b",
      "\u009d",
      "\\",
      "\r",
      "\n",
      "P",
      "\u202e",
      "\ud800",
      "x",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
          fc.string({ unit: "binary" }),
        ),
        (text) => {
          const plain = toPlainText(text);
          expect(plain).not.toMatch(acting);
          expect(toPlainText(plain)).toBe(plain);
          expect(Buffer.from(plain).toString()).toBe(plain);
          expect(toPlainLine(text)).not.toMatch(/[\n\t]/);
        },
      ),
      { numRuns: process.env["VARVE_TEST_FULL"] === "1" ? 50_000 : 2_000 },
    );
    const started = performance.now();
    for (const hostile of ["\u001b]", "\u001b[", "\u001b[1;", "\u009d", "\u001b]x\n", "\u001b P"])
      toPlainText(hostile.repeat(200_000));
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test("JSON is one document, parses to the same value and holds no raw control character", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        const rendered = toSafeJson({ value, text });
        expect(JSON.parse(rendered)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(rendered).not.toMatch(
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
      }),
    );
  });
});

describe("createOutput", () => {
  const open = (more: { json?: boolean; color?: boolean; quiet?: boolean } = {}) => {
    const stdout = memoryStream();
    const stderr = memoryStream();
    return {
      stdout,
      stderr,
      output: createOutput({
        stdout,
        stderr,
        json: false,
        color: false,
        isTerminal: false,
        ...more,
      }),
    };
  };

  test("data goes to stdout, talk to stderr, JSON only in JSON mode", () => {
    const text = open();
    text.output.data("found");
    text.output.json({ a: 1 });
    text.output.talk("note\n");
    expect([text.stdout.text, text.stderr.text]).toEqual(["found\n", "note\n"]);
    const json = open({ json: true, quiet: true });
    json.output.data("found");
    json.output.json({ a: "\u001b[31m" });
    json.output.talk("note");
    json.output.error("bad");
    expect([json.stdout.text, json.stderr.text]).toEqual(['{\n  "a": "\\u001b[31m"\n}\n', "bad\n"]);
  });

  test("colour is made here only, and content cannot add any", () => {
    const parts = [{ text: "t\u001b[5mitle", style: "bold" as const }, " \u001b[31mrest"];
    const colored = open({ color: true });
    colored.output.data(parts);
    expect(colored.stdout.text).toBe("\u001b[1mtitle\u001b[0m rest\n");
    const plain = open();
    plain.output.data(parts);
    expect(plain.stdout.text).toBe("title rest\n");
  });
});

describe("runCommandLine", () => {
  const run = async (argv: string[], command?: CommandModule["run"]) => {
    const stdout = memoryStream();
    const stderr = memoryStream();
    const code = await runCommandLine({
      specs: sampleCommands(command),
      argv,
      version: "1.2.3",
      environment: environmentFrom({}),
      cwd: "/home/user",
      stdout,
      stderr,
      redact: (text) => text.replaceAll("hunter2", "[redacted]"),
    });
    return { code, out: stdout.text, err: stderr.text };
  };

  test("exit codes, help and version", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
    expect(await run(["status"], async () => 1)).toEqual({ code: 1, out: "", err: "" });
    expect((await run([])).out).toContain("usage: varve COMMAND");
    expect((await run(["search", "--help", "--json"])).out).toContain(
      "usage: varve search QUERY...",
    );
    expect((await run(["project"])).out).toContain("project alias");
    expect(await run(["serch"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining("did you mean varve search?"),
    });
  });

  test("a command gets its values, and its failures are told without a trace or a secret", async () => {
    const seen: unknown[] = [];
    await run(["search", "a", "b", "--limit=3", "--home", "/x"], async (context) => {
      seen.push(context.args, context.flags, context.globals.home, context.cwd);
      return 0;
    });
    expect(seen).toEqual([{ query: ["a", "b"] }, { limit: 3 }, "/x", "/home/user"]);
    const boom = await run(["status"], async () => {
      throw new Error("boom hunter2");
    });
    expect(boom).toEqual({
      code: 2,
      out: "",
      err: "varve: internal error: boom [redacted]; run again with --debug for the trace\n",
    });
    const known = await run(["status", "--json"], async () => {
      throw new VarveError("busy", "locked by hunter2", "wait");
    });
    expect(known.code).toBe(2);
    expect(JSON.parse(known.out)).toEqual({
      error: { code: "busy", message: "locked by [redacted]", fix: "wait" },
    });
    expect(known.err).toBe("varve: locked by [redacted]\n  wait\n");
  });
});

test("no progress bar without a terminal", async () => {
  const progress = await createProgress({ label: "sessions", total: 3, isTerminal: false });
  expect(() => {
    progress.update(1);
    progress.stop();
  }).not.toThrow();
});

describe("as a process", () => {
  let folder: string;
  let script: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "varve-output-"));
    script = join(folder, "run.mjs");
    await build({
      stdin: {
        resolveDir: root,
        loader: "ts",
        contents: `
          import { runCommandLine } from "./src/cli/frame/run-command-line.ts";
          import { readEnvironment } from "./src/config/environment.ts";
          const nothing = { summary: "s", description: "d", args: [], flags: [], examples: [], exitCodes: [] };
          const specs = [{ ...nothing, name: "flood", load: async () => ({ run: async ({ output }) => {
            for (let i = 0; i < 20000; i += 1) output.data("line " + i + " " + "x".repeat(80));
            return 0;
          } }) }];
          const code = await runCommandLine({ specs, argv: process.argv.slice(2), version: "1", environment: readEnvironment(), cwd: ".", stdout: process.stdout, stderr: process.stderr, redact: (text) => text });
          process.exit(code);
        `,
      },
      outfile: script,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      logLevel: "error",
    });
  });
  afterAll(() => removeFolder(folder));

  test("a long answer into a slow pipe arrives whole although the process exits right after", () => {
    const { stdout } = spawnSync(
      "bash",
      ["-c", `"${process.execPath}" "${script}" flood | (sleep 0.3; wc -l)`],
      { encoding: "utf8" },
    );
    expect(stdout.trim()).toBe("20000");
  });

  test("a reader that goes away ends it quietly", () => {
    const { stdout, stderr } = spawnSync(
      "bash",
      [
        "-c",
        `set -o pipefail; "${process.execPath}" "${script}" flood | head -n 2; echo "code \${PIPESTATUS[0]}"`,
      ],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(stdout.split("\n")[0]).toMatch(/^line 0/);
    expect(stdout).toContain("code 0");
  });
});
