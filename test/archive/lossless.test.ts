import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";

import { Crash, crashingFiles } from "./crashing-files.ts";
import { step, World } from "./host-world.ts";
import { captureFile, makeHome, restoredText, sourceFile } from "./test-archive.ts";
import { removeFolder } from "../support/temp-home.ts";

const FULL = process.env["VARVE_TEST_FULL"] === "1";

test(
  "whatever the host and a crash do, every line that was captured stays",
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 24 }), (steps) => {
        const world = new World();
        for (const step of steps) world.run(step);
        world.check();
        removeFolder(world.home.home);
      }),
      // The same sequences for every run of the checks; VARVE_TEST_SEED looks at others.
      { numRuns: FULL ? 2000 : 100, seed: Number(process.env["VARVE_TEST_SEED"] ?? 20_261_130) },
    );
  },
  FULL ? 900_000 : 60_000,
);

test.each(["first capture", "append", "new epoch", "move", "reseal"])(
  "a crash at every single call of a %s is survived",
  (what) => {
    for (let calls = 0; ; calls += 1) {
      const home = makeHome();
      const path = home.hostPath("a.jsonl");
      let text = '{"n":1}\n{"n":2}\n';
      const entryId = (): string => [...home.open().entryIds()][0] ?? "";
      writeFileSync(path, text);
      if (what !== "first capture") captureFile(home.open(), sourceFile(path));
      const old = text;
      if (what === "append" || what === "reseal") appendFileSync(path, '{"n":3}\n');
      if (what === "new epoch") writeFileSync(path, '{"n":8}\n{"n":9}\n{"n":10}\n');
      if (what === "reseal") captureFile(home.open(), sourceFile(path));
      const target = what === "move" ? home.hostPath("b.jsonl") : path;
      if (what === "move") renameSync(path, target);
      text = readFileSync(target, "utf8");
      const files = crashingFiles(calls);
      const archive = home.open({ files });
      try {
        if (what === "reseal") archive.reseal(entryId());
        else captureFile(archive, sourceFile(target));
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
      // What was archived before can be read even before anybody cleans up.
      if (what !== "first capture") {
        expect(restoredText(home, home.open(), entryId(), 1)).toMatch(
          new RegExp(`^${old.replaceAll(/[{}]/g, "\\$&")}`),
        );
      }
      captureFile(home.open(), sourceFile(target));
      expect(restoredText(home, home.open(), entryId())).toBe(text);
      const findings = home.open().verify(entryId());
      expect(findings.filter(({ kind }) => kind !== "unfinished-rewrite")).toEqual([]);
      for (const finding of findings) home.open().repair(finding);
      expect(home.open().verify(entryId())).toEqual([]);
      expect(captureFile(home.open(), sourceFile(target)).outcome).toBe("unchanged");
      if (!files.crashed()) return;
    }
  },
);
