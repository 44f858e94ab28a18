/** Owns `bench search` from size to page: one store, or with a plot three of growing size. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderPlot } from "../render-plot.ts";
import { benchSearch, type SearchBenchOptions, type SearchBenchResult } from "./bench-search.ts";
import { QUERY_FAMILIES } from "./draw-queries.ts";
import type { SearchScope } from "./measure-family.ts";

export interface RunSearchOptions extends SearchBenchOptions {
  /** Where plots go; undefined = none are made, and only the whole size is measured. */
  readonly plotFolder: string | undefined;
}

/** Parts of the size that a plot is drawn from. */
const PARTS = [10, 3];

function plotScope(results: readonly SearchBenchResult[], scope: SearchScope): string {
  return renderPlot({
    title: `Search, p95: ${scope === "all" ? "all projects" : "one project"}`,
    xLabel: "turns in the store",
    yLabel: "milliseconds",
    logX: true,
    series: QUERY_FAMILIES.map((family) => ({
      name: family,
      points: results.flatMap(({ turns, families }) =>
        families
          .filter((each) => each.family === family && each.scope === scope)
          .map((each) => [turns, each.p95] as const),
      ),
    })),
  });
}

/** The result of the whole size; each store is removed before the next is made. */
export async function runSearch(options: RunSearchOptions): Promise<SearchBenchResult> {
  const { plotFolder, turns, workFolder } = options;
  const smaller: SearchBenchResult[] = [];
  for (const part of plotFolder === undefined ? [] : PARTS) {
    const folder = join(workFolder, `part-${part}`);
    const size = Math.round(turns / part);
    // oxlint-disable-next-line no-await-in-loop -- stores that are measured together would measure each other
    smaller.push(await benchSearch({ ...options, workFolder: folder, turns: size }));
    rmSync(folder, { recursive: true, force: true });
  }
  const result = await benchSearch(options);
  if (plotFolder !== undefined) {
    mkdirSync(plotFolder, { recursive: true });
    const all = [...smaller, result];
    writeFileSync(join(plotFolder, "search-project.svg"), plotScope(all, "project"));
    writeFileSync(join(plotFolder, "search-all.svg"), plotScope(all, "all"));
  }
  return result;
}
