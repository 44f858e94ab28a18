/** Owns how the tests run: real processes (SQLite handles and locks do not cross threads), one place for the limits. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const isFull = process.env["VARVE_TEST_FULL"] === "1";

// What a developer or an agent has set must not reach a test.
for (const name of Object.keys(process.env)) {
  const isForeign = /^(VARVE_|CLAUDE|ANTHROPIC_|CODEX_|OPENAI_)/u.test(name);
  if (isForeign && !/^VARVE_(?:TEST|E2E)_/u.test(name)) delete process.env[name];
}

export default defineConfig({
  test: {
    root: fileURLToPath(new URL("..", import.meta.url)),
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    globals: false,
    testTimeout: isFull ? 600_000 : 30_000,
    hookTimeout: isFull ? 120_000 : 30_000,
    teardownTimeout: 10_000,
    env: { TZ: "UTC", LC_ALL: "C.UTF-8" },
    reporters: ["default"],
  },
});
