/** Owns the form in which a question is matched with the time words. */

const FULL_WIDTH = 0xfee0;

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - FULL_WIDTH).toLowerCase();
  if (code >= 0x41 && code <= 0x5a) return String.fromCharCode(code + 32);
  if (code === 0x2019) return "'";
  if (code === 0x301c) return "~";
  return code === 0x2013 || code === 0x2014 ? "-" : " ";
}

/**
 * ASCII lower case, full-width signs and digits as ASCII, every blank a space. As long as the question, so that
 * places in one are places in the other.
 */
export function foldQuery(query: string): string {
  return query.replace(/[A-Z\s\u2013\u2014\u2019\u301c\uff01-\uff5e]/g, foldCharacter);
}
