/** Owns the endings that a question's Korean words carry and the text's words may not: particles and verb endings. */

const LISTED =
  "은 는 이 가 을 를 의 에 도 만 로 와 과 나 랑 야 " +
  "에서 에게 한테 께서 부터 까지 으로 이나 이랑 하고 보다 처럼 같이 마다 조차 마저 밖에 라도 이라 라는 이란 이야 에는 에도 와는 과는 로는 만은 만을 만이 들은 들을 들이 들의 " +
  "에서는 에서도 에서의 에게는 에게서 한테서 으로는 으로도 으로서 으로써 부터는 까지는 까지도 이라도 이라는 이라고 하고는 " +
  "에서부터 으로부터 에게서는 에서만 으로만 에게만 까지만 부터만";

/** After a syllable that ends in ㅆ, which marks the past: 고쳤지 and 고쳤습니다 share 고쳤. */
const AFTER_PAST =
  /(?:습니까|습니다|었더라|을까요|는데요|더라|던가|던데|는데|는지|네요|나요|군요|지요|어요|어서|으면|을까|다가|다고|다는|던|죠|지|어|나|니|냐|다|네|고|을|음)$/;
/** What 하다 and 되다 become behind a noun: 실패합니다, 실패했어요, 적용됐나요 all leave the noun. */
const LIGHT_VERB =
  /(?:(?:하였|되었|시켰|했|됐)[가-힣]{0,5}|(?:하|되|시키)(?:려고|도록|세요|는데|는지|기로|나요|니까|거나|면서|다|고|면|는|던|지|기|나|게|니|여|며|자)|(?:합|됩)니(?:다|까)|(?:해|돼)(?:요|서|야|도|줘|라)|한다|된다|했|됐|한|할|된|될)$/;
const FINAL_SS = 20;
const FINALS = 28;

let byLength: readonly string[] | undefined;
let all: ReadonlySet<string> | undefined;

function longestFirst(): readonly string[] {
  return (byLength ??= LISTED.split(" ").sort((a, b) => b.length - a.length));
}

export function isKoreanParticle(text: string): boolean {
  all ??= new Set(longestFirst());
  return all.has(text);
}

function endsInPast(stem: string): boolean {
  const code = stem.charCodeAt(stem.length - 1);
  return code >= 0xac00 && code <= 0xd7a3 && (code - 0xac00) % FINALS === FINAL_SS;
}

/** The word without the ending that `pattern` finds; undefined when there is none or less than two characters stay. */
function cutEnding(word: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(word);
  return found !== null && found.index >= 2 ? word.slice(0, found.index) : undefined;
}

/**
 * Takes a verb ending or the longest particle off the end when two characters or more stay. Done to queries only: the
 * index keeps every character, so a wrong cut finds more and never less.
 */
export function stripKoreanParticle(word: string): string {
  const noun = cutEnding(word, LIGHT_VERB);
  if (noun !== undefined) return noun;
  const past = cutEnding(word, AFTER_PAST);
  if (past !== undefined && endsInPast(past)) return past;
  for (const particle of longestFirst()) {
    if (word.length - particle.length >= 2 && word.endsWith(particle))
      return word.slice(0, -particle.length);
  }
  return word;
}
