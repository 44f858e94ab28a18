/** Owns the English words that say nothing about what is looked for. */

const LISTED =
  "a about after again all also am an and any are as at be because been before being between both but by can could " +
  "did do does doing dont done during each few for from further had has have having he her here hers him his how i if " +
  "in into is isnt it its just let me more most my no nor not now of off on once only or other our out over own please " +
  "same say says said she should so some such tell than that the their them then there these they this those through to " +
  "too under until up us very was we were what when where which while who whom why will with would you your yours " +
  "anything something nothing cant wont didnt doesnt im ive id ill youre were theres thats whats lets shall may might " +
  "must need like get got";

let words: ReadonlySet<string> | undefined;

/** `word` folded to lower case, apostrophes gone. */
export function isStopWord(word: string): boolean {
  words ??= new Set(LISTED.split(" "));
  return words.has(word);
}
