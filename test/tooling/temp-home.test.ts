/** Owns the test of how temp folders go: while a process that was left behind still writes below them. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { removeFolder } from "../support/temp-home.ts";

const WRITER = `
const { mkdirSync, writeFileSync } = require("node:fs");
const until = Date.now() + 1500;
for (let at = 0; Date.now() < until; at += 1) {
  try {
    mkdirSync(process.argv[1] + "/index", { recursive: true });
    writeFileSync(process.argv[1] + "/index/" + at, "");
  } catch {}
}
process.exit(0);
`;

test("a folder is removed under a process that writes into it", async () => {
  const root = mkdtempSync(join(tmpdir(), "varve-test-"));
  const writer = spawn(process.execPath, ["-e", WRITER, root], { stdio: "ignore" });
  const ended = new Promise((resolve) => writer.once("exit", resolve));
  while (!existsSync(join(root, "index", "100"))) await new Promise((done) => setTimeout(done, 5));
  removeFolder(root);
  await ended;
  removeFolder(root);
  expect(existsSync(root)).toBe(false);
});
