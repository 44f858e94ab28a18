/** An answer comes from one state of the index, however many rebuilds end while it is made. */
import { join } from "node:path";

import { expect, test } from "vitest";

import { rebuildIndex } from "../../src/engine/fill-index.ts";
import { holdIndex, holdIndexWhile } from "../../src/engine/hold-index.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { layOut, repositoryRoot, temporaryFolder } from "../support/temp-home.ts";

test("the generation changes behind an answer and not within it", async () => {
  const home = temporaryFolder("user");
  layOut(join(repositoryRoot, "fixtures", "demo"), home);
  const engine = openTestEngine(home);
  const other = openTestEngine(home);
  syncSources(engine);
  const generation = (): string | undefined => engine.index("read")?.generation();
  const first = generation();
  holdIndex(engine, () => {
    const { generation: built } = rebuildIndex(other);
    expect(built).not.toBe(first);
    expect(generation()).toBe(first);
    expect(engine.index("read")?.isEmpty()).toBe(false);
  });
  const second = generation();
  expect(second).not.toBe(first);
  await holdIndexWhile(engine, async () => {
    rebuildIndex(other);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(generation()).toBe(second);
  });
  expect(generation()).not.toBe(second);
  expect(() =>
    holdIndex(engine, () => {
      throw new RangeError("within");
    }),
  ).toThrow("within");
  const last = generation();
  rebuildIndex(other);
  expect(generation()).not.toBe(last);
});
