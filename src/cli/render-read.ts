/** Owns the lines of what was read: each text under its reference, with what is left of it and the call that reads on. */
import { toPlainText } from "../core/plain-text.ts";
import type { ReadAnswer } from "../engine/read-references.ts";
import type { OutputText } from "./output.ts";

/** How much there is comes first, then the text, each line behind `| `, then the next call. */
export function renderRead(answers: readonly ReadAnswer[]): readonly OutputText[] {
  return answers.flatMap((answer) => {
    const { ref, level, text, from, length, deeper, next } = answer;
    const part =
      text === "" || (from === 0 && text.length === length)
        ? `${text === "" ? "none of " : ""}${length} characters`
        : `characters ${from + 1} to ${from + text.length} of ${length}`;
    const more = deeper === null ? "" : `, ${deeper.level}: ${deeper.bytes} bytes`;
    const lines: OutputText[] = [
      [{ text: ref, style: "bold" }, ` (${level}, ${part}${more})`],
      // No line of a text can pose as one of ours.
      ...toPlainText(text)
        .replace(/\n$/, "")
        .split(/[\n\u2028\u2029]/)
        .map((line) => `| ${line}`),
    ];
    if (next !== null) lines.push([{ text: `next: ${next}`, style: "dim" }]);
    return lines;
  });
}
