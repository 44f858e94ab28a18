/** Owns finding a string in raw bytes: every way in which a transcript may spell it, in any letter case. */
import { spellingsOf } from "../../search-index/scan-like.ts";

/** JSON inside JSON doubles the backslashes: three levels at most. Without a bound, long runs of them would take for ever. */
const BACKSLASHES = "\\\\{1,8}";
const MAY_BE_ESCAPED = "\\\\{0,7}";
const SHORT: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

function bytesExpression(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(
    "",
  );
}

/** `\u00e9`, a surrogate pair as two of them; hex digits in any letter case. */
function codeExpression(character: string): string {
  return character
    .split("")
    .map((unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `${BACKSLASHES}u${hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)}`;
    })
    .join("");
}

/** One character, or a run of backslashes: each of its own would be tried in every division of a longer run. */
function characterExpression(character: string): string {
  if (character.startsWith("\\")) return `\\\\{${character.length},${character.length * 8}}`;
  // A class of two bytes can be skipped to, where alternatives would be tried one by one.
  if (/[a-zA-Z]/.test(character)) return `[${character.toLowerCase()}${character.toUpperCase()}]`;
  if (character === '"' || character === "/") return MAY_BE_ESCAPED + bytesExpression(character);
  const isPrintable = character >= " " && character < "\u007f";
  if (isPrintable) return bytesExpression(character);
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])];
  const short = SHORT[character];
  return `(?:${[
    ...cases.map(bytesExpression),
    ...cases.map(codeExpression),
    ...(short === undefined ? [] : [`${BACKSLASHES}${short}`]),
  ].join("|")})`;
}

/** For bytes read as Latin-1, one character a byte. */
export function rawExpression(needle: string): RegExp {
  const spelled = spellingsOf(needle).map((spelling) =>
    (spelling.match(/\\+|[^\\]/gu) ?? []).map(characterExpression).join(""),
  );
  return new RegExp(spelled.join("|"));
}
