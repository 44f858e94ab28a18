import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

import { createBench } from "./project-bench.ts";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

test("processes that meet the same new folders at once mint each once", async () => {
  const bench = createBench();
  // Beside node_modules' packages, so that the SQLite binding is found.
  const script = join(root, "node_modules", `.mint-${process.pid}.mjs`);
  try {
    await build({
      stdin: {
        resolveDir: root,
        loader: "ts",
        contents: `
          import { openProjects } from "./src/projects/projects.ts";
          const [file, homeFolder] = process.argv.slice(2);
          const projects = openProjects({ file, homeFolder, lockPath: file + ".lock", redact: (text) => text, keyedHash: (text) => text });
          const seen = {};
          for (let i = 0; i < 25; i += 1) seen["/x/p" + i] = projects.identify("/x/p" + i).slug;
          console.log(JSON.stringify(seen));
        `,
      },
      outfile: script,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      external: ["@photostructure/sqlite"],
      logLevel: "error",
    });
    const outputs = await Promise.all(
      Array.from({ length: 3 }, () => run([script, bench.file, bench.home])),
    );
    expect(new Set(outputs).size).toBe(1);
    expect(readFileSync(bench.file, "utf8").trimEnd().split("\n")).toHaveLength(25);
  } finally {
    rmSync(script, { force: true });
    bench.remove();
  }
});

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (part: Buffer) => (text += part.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}
