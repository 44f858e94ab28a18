/** Owns tables for pages of results. */

/** Cells are escaped; rows may be shorter than the head. */
export function renderMarkdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const line = (cells: readonly string[]): string =>
    `| ${head.map((_, index) => cell(cells[index] ?? "")).join(" | ")} |`;
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`;
}
