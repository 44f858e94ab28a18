/** Owns which words of a made-up store stand in so many turns that they find next to nothing. */
import { queryWords } from "../../core/tokenise/query-words.ts";
import { isStopWord } from "../../core/tokenise/stop-words.ts";
import type { StoreIndex } from "./fill-store.ts";
import type { WordStock } from "./word-stock.ts";

/** Of each language's words, most frequent first, those that are looked at. */
const HEAD = 400;

/** Words in more than `share` of all turns. */
export function findFrequentWords(
  index: StoreIndex,
  stock: WordStock,
  share: number,
): readonly string[] {
  return Object.values(stock.words)
    .flatMap((list) => list.slice(0, HEAD))
    .filter((word) => {
      if (isStopWord(word) || queryWords(word).length !== 1) return false;
      const { corpus } = index.search({
        query: word,
        projects: "all",
        limit: 1,
        offset: 0,
        order: "relevance",
      });
      return (corpus.frequencies[0] ?? 0) > share * corpus.turns;
    });
}
