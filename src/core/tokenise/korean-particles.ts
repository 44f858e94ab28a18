/** Owns the Korean particles that a question's words carry and the text's words may not. */

const LISTED =
  "은 는 이 가 을 를 의 에 도 만 로 와 과 나 랑 야 " +
  "에서 에게 한테 께서 부터 까지 으로 이나 이랑 하고 보다 처럼 같이 마다 조차 마저 밖에 라도 이라 라는 이란 이야 에는 에도 와는 과는 로는 만은 만을 만이 들은 들을 들이 들의 " +
  "에서는 에서도 에서의 에게는 에게서 한테서 으로는 으로도 으로서 으로써 부터는 까지는 까지도 이라도 이라는 이라고 하고는 " +
  "에서부터 으로부터 에게서는";

let byLength: readonly string[] | undefined;
let all: ReadonlySet<string> | undefined;

function longestFirst(): readonly string[] {
  return (byLength ??= LISTED.split(" ").sort((a, b) => b.length - a.length));
}

export function isKoreanParticle(text: string): boolean {
  all ??= new Set(longestFirst());
  return all.has(text);
}

/**
 * Takes the longest particle off the end when two characters or more stay. Done to queries only: the index keeps
 * every character, so a wrong cut finds more and never less.
 */
export function stripKoreanParticle(word: string): string {
  for (const particle of longestFirst()) {
    if (word.length - particle.length >= 2 && word.endsWith(particle))
      return word.slice(0, -particle.length);
  }
  return word;
}
