/** Owns words that point to a session and not to a date: "last session", 압축 전, さっき. */
import type { Cut } from "./cut-words.ts";
import { isNear } from "./is-near.ts";
import type { Item } from "./join-pieces.ts";
import { SESSIONS } from "./meaning.ts";
import type { SessionWord } from "./time-query.ts";

/** What "earlier" may stand before when it means a time: "what we said earlier about X", not "an earlier version". */
const AFTER_EARLIER =
  /^ *(?:[^\p{L}\p{N} ]|$|(?:about|we|i|you|in|on|that|this|the|with|when|for|and|did|was|is)\b)/u;
const BEFORE_EARLIER =
  /(?:^|[^a-z])(?:an|the|no|much|even|any|from|(?:minute|hour|day|week|month|year|version)s?)\s+$/;
/** What is packed before "compression" when it is not a talk. */
const PACKED = /(?:gzip|zip|zstd|brotli|파일|이미지|로그|画像|ファイル|图片|文件|日志)の?\s*$/;

export interface SessionPointer {
  readonly word: SessionWord;
  readonly cut: Cut;
}

function isMeant(text: string, item: Item, word: SessionWord): boolean {
  const before = text.slice(Math.max(0, item.from - 16), item.from);
  if (word === "before-compaction") return !PACKED.test(before);
  if (!text.startsWith("earlier", item.from)) return true;
  return AFTER_EARLIER.test(text.slice(item.to, item.to + 12)) && !BEFORE_EARLIER.test(before);
}

/** The first such word, with its particles and the "in", "the" before it. */
export function readSession(text: string, items: readonly Item[]): SessionPointer | null {
  for (const [at, item] of items.entries()) {
    const word = SESSIONS[item.meaning.session ?? -1];
    if (word === undefined || !isMeant(text, item, word)) continue;
    let [first, last] = [at, at];
    const isPrefix = (place: number): boolean => {
      const { prep, link, from, since } = items[place]?.meaning ?? {};
      return (
        (prep ?? link ?? from ?? since) !== undefined &&
        isNear(text, items[place], items[place + 1])
      );
    };
    while (isPrefix(first - 1)) first -= 1;
    while (
      items[last + 1]?.meaning.tail !== undefined &&
      isNear(text, items[last], items[last + 1])
    ) {
      last += 1;
    }
    return { word, cut: [items[first]?.from ?? item.from, items[last]?.to ?? item.to] };
  }
  return null;
}
