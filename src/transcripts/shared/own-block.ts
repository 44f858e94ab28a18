/** Owns recognising the blocks that varve itself injected, so that nothing it said is learned back from a transcript. */

const OPENING = /<(memory-context|user-preferences)(\s[^<>]*)?>/g;

/** What is left of a text without our own blocks, and how many there were. */
export interface StrippedText {
  readonly text: string;
  readonly blocks: number;
}

/**
 * Removes each `<memory-context>` and `<user-preferences>` block, with or without attributes. A block without its end
 * is removed to the end of the text when it carries our `instruction` attribute; a tag quoted in backticks stays.
 */
export function stripOwnBlocks(text: string): StrippedText {
  if (!text.includes("<memory-context") && !text.includes("<user-preferences"))
    return { text, blocks: 0 };
  let kept = "";
  let done = 0;
  let blocks = 0;
  for (const match of text.matchAll(OPENING)) {
    const at = match.index;
    if (at < done || text[at - 1] === "`") continue;
    const closing = `</${match[1]}>`;
    const end = text.indexOf(closing, at);
    if (end === -1 && match[2]?.includes("instruction=") !== true) continue;
    kept += text.slice(done, at);
    done = end === -1 ? text.length : end + closing.length;
    blocks += 1;
  }
  return { text: blocks === 0 ? text : kept + text.slice(done), blocks };
}
