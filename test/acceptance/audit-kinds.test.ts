/** The page about findings and the code name the same ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { FINDING_KINDS } from "../../src/engine/finding-kinds.ts";
import { repositoryRoot } from "../support/temp-home.ts";

test("docs/durability.md lists every kind of finding with its meaning", () => {
  const page = readFileSync(join(repositoryRoot, "docs", "durability.md"), "utf8");
  const section = page.slice(page.indexOf("## Findings"));
  const rows = [...section.matchAll(/^\| `([a-z-]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, kind, meaning]) => [kind, meaning],
  );
  expect(rows).toEqual(Object.entries(FINDING_KINDS));
});
