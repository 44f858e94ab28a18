/** Owns the page of `bench retrieval`. */
import { renderMarkdownTable } from "../markdown-table.ts";
import type { RetrievalResult, RowResult } from "./run-retrieval.ts";

const share = (value: number): string => value.toFixed(3);

function gainOf({ gain }: RowResult): string {
  if (gain === null) return "";
  const signed = (value: number): string => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(3)}`;
  return `${signed(gain.mean)} [${signed(gain.low)}, ${signed(gain.high)}]`;
}

const HEAD = [
  "questions",
  "row",
  "n",
  "hit@1",
  "hit@5",
  "recall@10",
  "MRR",
  "session@5",
  "gain of recall@10 [95 %]",
  "p95 ms",
  "chars",
];

function cellsOf(group: string, row: RowResult): readonly string[] {
  return [
    group,
    row.row,
    String(row.questions),
    share(row.hit1),
    share(row.hit5),
    row.isSuspect ? `${share(row.recall10)} evaluator suspect` : share(row.recall10),
    share(row.mrr),
    share(row.session5),
    gainOf(row),
    row.p95Ms.toFixed(1),
    row.chars === 0 ? "" : row.chars.toFixed(0),
  ];
}

/** Every lane for all questions and each half, plain BM25 and the product for the smaller groups. */
function rowsOf({ groups }: RetrievalResult): readonly (readonly string[])[] {
  return groups.flatMap(({ group, rows }) => {
    const isWhole = group === "all" || group.endsWith(" half") || group.startsWith("categories");
    const shown = isWhole ? rows : rows.filter((_, at) => at === 0 || at === rows.length - 1);
    return shown.map((row) => cellsOf(group, row));
  });
}

/** Tables of the figures, then the control. */
export function renderRetrieval(results: readonly RetrievalResult[]): string {
  return results
    .map((result) => {
      const control = result.absent
        .map(({ row, answeredNothing, questions }) => `${row} ${answeredNothing}/${questions}`)
        .join(", ");
      const absent = result.absent.some(({ questions }) => questions > 0)
        ? `\nAbsent topics answered with nothing: ${control}.\n`
        : "";
      return `## ${result.name}\n\n${result.note}\n\n${renderMarkdownTable(HEAD, rowsOf(result))}${absent}`;
    })
    .join("\n");
}
