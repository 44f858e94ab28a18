/** Owns the tables of `bench search`. */
import { renderMarkdownTable } from "../markdown-table.ts";
import type { SearchBenchResult } from "./bench-search.ts";

const ms = (value: number): string => value.toFixed(1);

/** Markdown: what the store holds, the families warm, the cold processes. */
export function renderSearchBench(result: SearchBenchResult): string {
  const { turns, sessions, textBytes, indexBytes, families, cold } = result;
  const store = `${turns} turns in ${sessions} sessions, ${(textBytes / 1e6).toFixed(0)} MB of text, index / text ${(indexBytes / textBytes).toFixed(2)}; milliseconds.`;
  const warm = renderMarkdownTable(
    ["questions", "scope", "p50", "p95", "p99", "bar p95", "kept", "processor p95", "overlap@10"],
    families.map((each) => [
      `${each.family} (${each.queries})`,
      each.scope,
      ms(each.p50),
      ms(each.p95),
      ms(each.p99),
      each.barMs === undefined ? "" : String(each.barMs),
      each.barMs === undefined ? "" : each.p95 <= each.barMs ? "yes" : "no",
      ms(each.processorP95),
      each.overlap.toFixed(2),
    ]),
  );
  const processes = renderMarkdownTable(
    ["cold `varve search`", "over bare p50", "p95", "bare p50", "failed"],
    cold.map(({ name, measured }) => [
      name,
      ms(measured.over.p50),
      ms(measured.over.p95),
      ms(measured.bare.p50),
      String(measured.failures),
    ]),
  );
  return `${store}\n\n${warm}\n${processes}`;
}
