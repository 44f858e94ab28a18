/** The shared case that ranking decides, through the product's own search. */
import { join } from "node:path";
import { expect, test } from "vitest";

import { NO_BUDGET } from "../../src/core/budget.ts";
import { searchTurns } from "../../src/engine/search.ts";
import { syncSources } from "../../src/engine/sync-sources.ts";
import { localCalendar } from "../../src/platform/local-calendar.ts";
import { openTestEngine } from "../support/open-test-engine.ts";
import { layOut, sharedFolder, temporaryFolder } from "../support/temp-home.ts";

const shared = sharedFolder();
if (shared === undefined) console.warn("skipped: the shared cases are not beside this checkout");

test
  .skipIf(shared === undefined)
  .each(["config validation library", "which library validates our config?"])(
  "W091: the session that decides comes before those that ask: %s",
  (query) => {
    const home = temporaryFolder();
    layOut(join(shared ?? "", "cases", "decided-versus-discussed", "home"), home);
    const engine = openTestEngine(home);
    syncSources(engine);
    const { hits } = searchTurns(
      engine,
      { query, cwd: "/", allProjects: true, calendar: localCalendar("UTC") },
      { budget: NO_BUDGET, write: JSON.stringify },
    );
    const session = hits[0]?.session ?? "";
    const texts = engine.index("read")?.turnsOf(session, { from: 0, to: 100 });
    expect(texts?.map(({ text }) => text).join("\n")).toContain("decisiontoken");
  },
);
