import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { removeFolder } from "../support/temp-home.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "varve-tooling-"));
  spawnSync("git", ["init", "--quiet", folder]);
});
afterEach(() => removeFolder(folder));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function checkHouse(): { readonly code: number | null; readonly out: string } {
  const run = spawnSync(
    process.execPath,
    [join(repository, "scripts/house-numbers.mjs"), "--root", folder],
    { encoding: "utf8" },
  );
  return { code: run.status, out: run.stdout + run.stderr };
}

const header = "/** Owns an example. */\n";

describe("house numbers", () => {
  test("keep quiet about a file that keeps them", () => {
    put(
      "src/core/fine.ts",
      `${header}const table = [1, 2].map((n) => n * 2);\nexport function fine(a: number): number {\n  return table[a] ?? 0;\n}\n`,
    );
    const { code, out } = checkHouse();
    expect(out).toContain("all kept");
    expect(code).toBe(0);
  });

  const breaches: readonly (readonly [string, string, string])[] = [
    ["no header", "export const a = 1;\n", "does not begin with"],
    [
      "too many lines",
      `${header}${Array.from({ length: 401 }, (_, n) => `export const a${n} = ${n};`).join("\n")}\n`,
      "at most 400",
    ],
    [
      "a long function",
      `${header}export function long(): void {\n${"  void 0;\n".repeat(90)}}\n`,
      "long has 92 lines",
    ],
    [
      "five parameters",
      `${header}export const five = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;\n`,
      "takes 5 parameters",
    ],
    ["any", `${header}export function one(a: any): void {\n  void a;\n}\n`, "`any`"],
    [
      "a cast",
      `${header}export function one(a: unknown): string {\n  return a as string;\n}\n`,
      "cast to string",
    ],
    [
      "a bang",
      `${header}export function one(a?: string): string {\n  return a!;\n}\n`,
      "handle the missing case",
    ],
    [
      "the environment",
      `${header}export function one(): string {\n  return process.env["HOME"] ?? "";\n}\n`,
      "reads process.env",
    ],
    [
      "the console",
      `${header}export function one(): void {\n  console.log("x");\n}\n`,
      "writes to the console",
    ],
    [
      "work at import",
      `${header}import { openSync } from "node:fs";\nexport const handle = openSync("x", "r");\n`,
      "work at import",
    ],
    [
      "a statement at import",
      `${header}if (Math.random() > 2) throw new Error("x");\n`,
      "work at import",
    ],
    [
      "a machine's path",
      `${header}export const path = "${["", "root", "thing"].join("/")}";\n`,
      "path of one machine",
    ],
  ];

  test("find each breach, in its file", () => {
    for (const [index, [, text]] of breaches.entries()) put(`src/engine/bad-${index}.ts`, text);
    const { code, out } = checkHouse();
    const lines = out.split("\n");
    for (const [index, [name, , message]] of breaches.entries()) {
      const found = lines.filter((line) => line.startsWith(`src/engine/bad-${index}.ts:`));
      expect(
        found.some((line) => line.includes(message)),
        `${name}: ${found.join(" / ")}`,
      ).toBe(true);
    }
    expect(code).toBe(1);
  });

  test("allow a cast where JSON is decoded, and comments and blank lines without limit", () => {
    const comments = "// why\n\n".repeat(500);
    put(
      "src/engine/fine.ts",
      `${header}${comments}export function parseThing(text: string): string {\n  return (JSON.parse(text) as { a: string }).a;\n}\n`,
    );
    expect(checkHouse().out).toContain("all kept");
  });
});

describe("layers", () => {
  function checkLayers(): { readonly code: number | null; readonly out: string } {
    for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "package.json"])
      copyFileSync(join(repository, name), join(folder, name));
    symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));
    const program = join(repository, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
    const run = spawnSync(
      process.execPath,
      [program, "--config", ".dependency-cruiser.cjs", "src"],
      { cwd: folder, encoding: "utf8" },
    );
    return { code: run.status, out: run.stdout + run.stderr };
  }
  const exporting = `${header}export const value = 1;\n`;
  const importing = (path: string): string =>
    `${header}import { value } from "${path}";\nexport const other = value;\n`;

  test("let the engine join ring 1, and a face talk to the engine", () => {
    put("src/core/a.ts", exporting);
    put("src/archive/b.ts", importing("../core/a.ts"));
    put(
      "src/engine/c.ts",
      importing("../archive/b.ts")
        .replaceAll("value", "other")
        .replace("const other", "const third"),
    );
    put(
      "src/cli/d.ts",
      `${header}import { third } from "../engine/c.ts";\nexport const fourth = third;\n`,
    );
    expect(checkLayers().out).toContain("no dependency violations");
  });

  const forbidden: readonly (readonly [string, string, string, string])[] = [
    [
      "ring 1 folders import each other",
      "src/archive/a.ts",
      "src/projects/b.ts",
      "../archive/a.ts",
    ],
    ["core imports platform", "src/platform/a.ts", "src/core/b.ts", "../platform/a.ts"],
    ["the engine imports a face", "src/cli/a.ts", "src/engine/b.ts", "../cli/a.ts"],
    ["a face skips the engine", "src/archive/a.ts", "src/cli/b.ts", "../archive/a.ts"],
  ];
  test("refuse an import against the rings, Node's own modules in core, cycles, and a package in a second folder", () => {
    for (const [index, [, target, from, path]] of forbidden.entries()) {
      put(target.replace("/a.ts", `/a${index}.ts`), exporting);
      put(
        from.replace("/b.ts", `/b${index}.ts`),
        importing(path.replace("/a.ts", `/a${index}.ts`)),
      );
    }
    put(
      "src/core/a.ts",
      `${header}import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n`,
    );
    put(
      "src/engine/x.ts",
      `${header}import { y } from "./y.ts";\nexport const x = (): unknown => y;\n`,
    );
    put(
      "src/engine/y.ts",
      `${header}import { x } from "./x.ts";\nexport const y = (): unknown => x;\n`,
    );
    put(
      "src/engine/z.ts",
      `${header}import { parse } from "smol-toml";\nexport const z = parse;\n`,
    );
    const { code, out } = checkLayers();
    expect(code).not.toBe(0);
    for (const [index, [name, target, from]] of forbidden.entries()) {
      expect(out, name).toContain(
        `${from.replace("/b.ts", `/b${index}.ts`)} → ${target.replace("/a.ts", `/a${index}.ts`)}`,
      );
    }
    for (const rule of ["core-has-no-effects", "no-cycles", "smol-toml-has-one-owner"])
      expect(out).toContain(rule);
  });
});
