/** Owns finding a string in a turn's text, files or tool with LIKE: never less than what holds it, a little more. */
import type { Condition } from "./search-conditions.ts";

/** LIKE folds the letter case of ASCII only; any other letter that has two cases may stand for anything here. */
function patternOf(text: string): string {
  const parts: string[] = ["%"];
  for (const character of text) {
    if (character === "%" || character === "_" || character === "\\") parts.push(`\\${character}`);
    else if (character < "\u0080" || isCaseless(character)) parts.push(character);
    else if (parts.at(-1) !== "%") parts.push("%");
  }
  if (parts.at(-1) !== "%") parts.push("%");
  return parts.join("");
}

function isCaseless(character: string): boolean {
  return character.toLowerCase() === character && character.toUpperCase() === character;
}

/** `needle` as typed, and composed and decomposed: both stand for the same letters. */
export function spellingsOf(needle: string): readonly string[] {
  return [...new Set([needle, needle.normalize("NFC"), needle.normalize("NFD")])];
}

/** Condition on turn `t` and text `x`. */
export function likeCondition(needle: string): Condition {
  const spellings = spellingsOf(needle);
  const texts = spellings.map(patternOf);
  // Files are stored as JSON, tools as labels that many turns share.
  const files = spellings.map((text) => patternOf(JSON.stringify(text).slice(1, -1)));
  const like = (column: string, patterns: readonly string[]): string =>
    patterns.map(() => `${column} LIKE ? ESCAPE '\\'`).join(" OR ");
  return {
    sql: `(${like("x.text", texts)} OR ${like("t.files", files)}
      OR t.tool IN (SELECT no FROM labels WHERE ${like("text", texts)}))`,
    values: [...texts, ...files, ...texts],
  };
}
