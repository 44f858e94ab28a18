/** Owns cutting text to a size without breaking a code point. */

/** First code points of `text` whose UTF-8 form fits in `maxBytes`; the same string when all of it fits. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > maxBytes) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

/** At most `maxChars` UTF-16 units of `text`, never half a surrogate pair. */
export function cutToChars(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? maxChars - 1 : maxChars);
}
