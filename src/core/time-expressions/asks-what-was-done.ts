/** Owns telling whether a question asks for nothing but what was done at its time: then no word of it is to be looked for. */

/** What is left of such questions without their time words, in lower case and without marks. */
const QUESTIONS: readonly RegExp[] = [
  /^(?:so )?what(?:'s| is| was| were| did| have| had|s)?(?: (?:i|we|you|claude|codex))?(?: (?:all|been|do|doing|done|did|get done|got done|work on|worked on|working on|up to|happen|happened|going on|go on))+$/,
  /^(?:show me |list )?(?:what (?:i|we) did|what happened|everything(?: (?:i|we) did)?)$/,
  /^(?:는|은|에|에는)?\s*(?:나는?|내가|우리가?|우리는)?\s*(?:뭐|뭘|뭣을|무엇을?|무슨 (?:일|작업)(?:을|이)?|어떤 (?:일|작업)(?:을|이)?)\s*(?:했(?:지|었지|었어|어|더라|나|니|는지|던가|냐)|하고 있었(?:지|어|더라|나)|한 (?:거|것)(?:지|야|였지|였더라)?|있었(?:지|어|나|더라))요?$/,
  /^(?:한|했던) (?:일|작업|것|거)(?:들)?(?:은|을|이)?(?: (?:뭐지|뭐야|뭐였지|보여줘|알려줘))?$/,
  /^(?:は|に|には)?(?:私は|僕は|俺は|我々は)?(?:何|なに)を?(?:した|してた|していた|やった|やってた|やっていた|しました|やりました)(?:か|の|っけ|んだっけ|のか|かな|かしら)?$/,
  /^(?:に)?(?:した|やった)(?:こと|作業|仕事)(?:は|を)?$/,
  /^(?:我|我们|咱们|咱)?(?:都|一共)?(?:做|干|弄|搞|忙)(?:了|过)?(?:些|点)?(?:什么|啥)(?:事|事情|工作)?(?:了)?(?:呢|来着)?$/,
  /^发生(?:了|过)?(?:什么|啥)(?:事|事情)?$/,
];
const MARKS = /[?？!！。．.,，、~〜…]+/g;

/** `rest`: the question without its time words. */
export function asksWhatWasDone(rest: string): boolean {
  const plain = rest.toLowerCase().replace(MARKS, " ").replace(/\s+/g, " ").trim();
  return QUESTIONS.some((question) => question.test(plain));
}
