/**
 * Owns making a bundle plain ASCII: the start reads it byte for byte, and V8 then keeps one byte a character instead of
 * two (2.5 ms of a cold search). The bundler escapes strings and names; what it leaves are regular expressions and raw
 * templates. `\uXXXX` means the same in an expression, and in a raw template that becomes one.
 */
import { readFileSync } from "node:fs";

/** Sources whose raw templates are regular expressions, every one. */
const patternSources = /^src\/core\/redaction\/rules\//u;
const rawTemplate = /String\.raw`[^`]*[^\0-\x7f][^`]*`/u;

/** Sources among `inputs` whose raw templates an escape would change. */
function findRawText(inputs) {
  return inputs.filter(
    (path) =>
      path.startsWith("src/") &&
      !patternSources.test(path) &&
      rawTemplate.test(readFileSync(path, "utf8")),
  );
}

/**
 * The bundle's text in ASCII.
 * @param {string} text
 * @param {readonly string[]} inputs sources, relative to the working folder
 */
export function escapeBundle(text, inputs) {
  const raw = findRawText(inputs);
  if (raw.length > 0)
    throw new Error(
      `a raw template with letters beyond ASCII would change in the bundle: ${raw.join(", ")}; write an ordinary string`,
    );
  return text.replace(
    /[^\0-\x7f]/gu,
    // By UTF-16 unit: a pair of escapes is one character again.
    (character) =>
      [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}
