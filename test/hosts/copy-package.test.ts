import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { copyPackage } from "../../src/hosts/copy-package.ts";
import { removeFolder } from "../support/temp-home.ts";

function put(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

/** A cache as npx makes one: varve and what it loads lie side by side. */
function makeCache(): { root: string; from: string } {
  const root = mkdtempSync(join(tmpdir(), "varve-copy-"));
  onTestFinished(() => removeFolder(root));
  const modules = join(root, "_npx", "1", "node_modules");
  const from = join(modules, "varve");
  put(join(from, "package.json"), '{"name":"varve","type":"module"}');
  put(
    join(from, "dist", "varve.js"),
    'import { say } from "@photostructure/sqlite"; console.log(say());',
  );
  put(
    join(modules, "@photostructure/sqlite/package.json"),
    '{"main":"m.js","dependencies":{"dep":"1","gone":"1"}}',
  );
  put(join(modules, "@photostructure/sqlite/m.js"), 'exports.say = () => require("dep");');
  put(join(modules, "dep/package.json"), '{"dependencies":{"@photostructure/sqlite":"1"}}');
  put(join(modules, "dep/index.js"), 'module.exports = "loaded";');
  put(join(modules, "other/package.json"), "{}");
  return { root, from };
}

test("the copy runs without the cache, and a second copy replaces it", () => {
  const { root, from } = makeCache();
  const to = join(root, "home", "bin", "package");
  copyPackage({ from, to });
  put(join(to, "left-over"), "x");
  copyPackage({ from, to });
  expect(readdirSync(join(root, "home", "bin"))).toEqual(["package"]);
  expect(readdirSync(to).sort()).toEqual(["dist", "node_modules", "package.json"]);
  expect(readdirSync(join(to, "node_modules")).sort()).toEqual(["@photostructure", "dep"]);
  const { stdout } = spawnSync(process.execPath, [join(to, "dist", "varve.js")], {
    encoding: "utf8",
  });
  expect(stdout).toBe("loaded\n");
});

test("a copy that fails says so and leaves the earlier one", () => {
  const { root, from } = makeCache();
  const to = join(root, "package");
  copyPackage({ from, to });
  expect(() => copyPackage({ from: join(root, "nothing"), to })).toThrow(/could not be copied/);
  expect(existsSync(join(to, "dist", "varve.js"))).toBe(true);
  expect(readdirSync(root).sort()).toEqual(["_npx", "package"]);
});
