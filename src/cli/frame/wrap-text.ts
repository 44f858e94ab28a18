/** Owns breaking lines of help: words only, no word is cut. */

/** Breaks each paragraph (separated by an empty line) at `width` characters and indents every line. */
export function wrapText(text: string, width: number, indent = 0): string {
  const margin = " ".repeat(indent);
  return text
    .split(/\n{2,}/)
    .map((paragraph) => wrapParagraph(paragraph, Math.max(20, width - indent)))
    .map((lines) => lines.map((line) => margin + line).join("\n"))
    .join("\n\n");
}

function wrapParagraph(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** Terms at the left, wrapped texts in a column beside them; a long term has its text below it. */
export function renderColumns(
  rows: readonly { readonly term: string; readonly text: string }[],
  width: number,
): string {
  const column = Math.min(28, Math.max(0, ...rows.map((row) => row.term.length)) + 4);
  return rows
    .map(({ term, text }) => {
      const wrapped = wrapText(text, width, column);
      const left = `  ${term}`;
      return left.length + 2 > column
        ? `${left}\n${wrapped}`
        : left.padEnd(column) + wrapped.slice(column);
    })
    .join("\n");
}
