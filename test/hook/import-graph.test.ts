import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

import { repositoryRoot } from "./hook-process.ts";

test("the hook loads little: no package, few built-ins, few files", async () => {
  const { metafile } = await build({
    entryPoints: [join(repositoryRoot, "src/hook/main.ts")],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    absWorkingDir: repositoryRoot,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => path.includes("node_modules"))).toEqual([]);
  expect(
    inputs.filter(
      (path) => !/^src\/(hook|config\/hook-env|core|platform\/spawn-detached)/.test(path),
    ),
  ).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  const builtIns = new Set(output?.imports.map((one) => one.path));
  expect([...builtIns].sort()).toEqual(["node:child_process", "node:fs", "node:os", "node:path"]);
  expect(output?.bytes).toBeLessThan(30_000);
});
