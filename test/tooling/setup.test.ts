import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));

test("the lock file names no registry host and every package has an integrity hash", () => {
  const lock = readFileSync(join(repository, "package-lock.json"), "utf8");
  expect(lock).not.toMatch(/"resolved": "https?:/u);
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  for (const [path, entry] of Object.entries(packages)) {
    if (path !== "" && entry.link !== true) expect(entry.integrity, path).toMatch(/^sha512-/u);
  }
});

test("dependencies of users need no install script but the one whose binary is in the package", () => {
  const lock = JSON.parse(readFileSync(join(repository, "package-lock.json"), "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
  };
  const scripted = Object.entries(lock.packages).filter(
    ([, entry]) => entry.hasInstallScript === true && entry.dev !== true,
  );
  expect(scripted.map(([path]) => path)).toEqual(["node_modules/@photostructure/sqlite"]);
});

test("setup is silent and quick when there is nothing to do", () => {
  if (!existsSync(join(repository, "dist", ".build-stamp"))) {
    console.warn("skipped: this tree was never set up");
    return;
  }
  const run = (): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [join(repository, "scripts/setup.mjs"), "--quiet"], {
      encoding: "utf8",
    });
  if (run().status !== 0) {
    console.warn("skipped: the sources do not build, which `npm run build` reports");
    return;
  }
  const times = [1, 2, 3, 4, 5].map(() => {
    const started = performance.now();
    const done = run();
    expect(done.status).toBe(0);
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(300);
});
