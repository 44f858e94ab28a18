/** Owns cutting Japanese and Chinese text into words. */

const KANA = /[\u3041-\u30ff]/;
const segmenters = new Map<string, Intl.Segmenter>();

/** Built at first use: it costs 7 ms, which a query without such text need not pay. */
function segmenterFor(language: "ja" | "zh"): Intl.Segmenter {
  let found = segmenters.get(language);
  if (found === undefined) {
    found = new Intl.Segmenter(language, { granularity: "word" });
    segmenters.set(language, found);
  }
  return found;
}

/** Words of a run of Han and kana, in order; Japanese when it has kana. */
export function segmentWords(run: string): readonly string[] {
  const segmenter = segmenterFor(KANA.test(run) ? "ja" : "zh");
  return Array.from(segmenter.segment(run), (part) => part.segment);
}
