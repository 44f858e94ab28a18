/** Owns matching one string against texts, in any letter case and however its letters are composed. */
import { spellingsOf } from "../../search-index/scan-like.ts";
import type { Span } from "./cut-context.ts";

export interface MatchedTexts {
  /** One per text that was looked at, in their order; undefined where nothing matches. */
  readonly spans: readonly (Span | undefined)[];
  /** The text that used up the time, when one alone did: it matches slowly, and would again. */
  readonly stuckAt: number | undefined;
}

/** Matches texts until an instant of performance.now(); a text that was not reached has no entry. */
export interface TextMatcher {
  match(texts: readonly string[], until: number): Promise<MatchedTexts>;
  /** Ends what runs. */
  close(): Promise<void>;
}

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Letter case as Unicode folds it, one character for one. */
export function needleExpression(needle: string): RegExp {
  const spellings = spellingsOf(needle).map((text) => text.replace(SYNTAX, "\\$&"));
  return new RegExp(spellings.join("|"), "iu");
}

export function openNeedleMatcher(needle: string): TextMatcher {
  const expression = needleExpression(needle);
  return {
    match: (texts) =>
      Promise.resolve({
        spans: texts.map((text) => {
          const found = expression.exec(text);
          return found === null ? undefined : { at: found.index, length: found[0].length };
        }),
        stuckAt: undefined,
      }),
    close: () => Promise.resolve(),
  };
}
