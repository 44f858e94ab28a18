/** Owns the words that say nothing about what is looked for: English words, and function words of Chinese, Japanese and Korean. */

const ENGLISH =
  "a about after again all also am an and any are as at be because been before being between both but by can could " +
  "did do does doing dont done during each few for from further had has have having he her here hers him his how i if " +
  "in into is isnt it its just let me more most my no nor not now of off on once only or other our out over own please " +
  "same say says said she should so some such tell than that the their them then there these they this those through to " +
  "too under until up us very was we were what when where which while who whom whose why will with would you your yours " +
  "anything something nothing cant wont didnt doesnt im ive id ill youre were theres thats whats wheres whos hows lets " +
  "shall may might must need like get got";

const CHINESE =
  "的 了 是 在 和 有 我 你 他 她 它 们 这 那 就 也 都 很 吗 呢 吧 着 把 被 给 與 与 或 及 之 会 能 要 不 没 到 来 去 过 " +
  "又 还 再 最 更 每 从 向 对 为 以 于 而 且 但 并 所 其 此 该 各 让 使 由 跟 比 啊 呀 嘛 么 什 谁 哪 几 一 会不会 " +
  "什么 为什么 怎么 怎样 怎么样 怎么办 如何 为何 哪个 哪些 哪里 哪儿 多少 几个 是否 有没有 是不是 能不能 " +
  "我们 你们 他们 她们 它们 咱们 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 可以 能够 应该 一下 一个 一些 有些 " +
  "还是 就是 不是 没有 已经 然后 因为 所以 但是 如果 虽然 而且 或者 以及 关于 对于 由于 里面 后来 时候 之前 之后 " +
  "甚麼 為什麼 怎麼 哪個 這個 那個 我們 你們 他們 會 對 這 還 來 沒 嗎 麼 " +
  "来着 请问 请 到底 究竟";

const JAPANESE =
  "の が は を に へ と で も や か よ ね な ば から まで より だけ など ので のに けど けれど しか ても って とか " +
  "だ です ます でした ました ません ない なかった た て する した して しま しまし している される された れる られる " +
  "さ せ い いる いた ある あった なる なった なり こと ことに もの とき ときの ため ところ よう ように そう はず わけ " +
  "これ それ あれ どれ この その あの どの ここ そこ あそこ どこ だれ 誰 何 なに なん なぜ いつ いくつ どう どうして どうやって " +
  "どういう という といった について に関する ください くれ たか だった でしょう だろう んだ のか ったっけ っけ っ そして また 私 僕";

const KOREAN =
  "왜 뭐 뭘 뭔가 뭐가 뭐였지 뭐였더라 무엇 무엇을 무엇이 무슨 어떻게 어떤 어떤걸 어느 어디 어디서 어디에 언제 누가 누구 얼마나 몇 " +
  "우리 우리가 내가 제가 나는 저는 그 이 저 그때 그거 이거 저거 것 거 수 때 좀 다시 그리고 그런데 그래서 하지만 또 및 " +
  "했지 했더라 했나 했나요 했어 했어요 했었지 했는지 하는지 하나 하나요 하지 하죠 해요 해야 하는 하기로 한 할 된 될 됐지 됐나 되는 됐나요 " +
  "있는 있나 있나요 있었지 있었나 있어 있지 있는지 없나 없는 이었지 였지 인가 인가요 인지 였나 였더라 였나요 이유는 그랬지 그랬나 그랬나요 그랬어 그랬더라 " +
  "대해 대한 관해 관한 위해 위한 때문에";

interface StopWords {
  readonly english: ReadonlySet<string>;
  readonly cjk: ReadonlySet<string>;
}

let words: StopWords | undefined;

function stopWords(): StopWords {
  return (words ??= {
    english: new Set(ENGLISH.split(" ")),
    cjk: new Set(`${CHINESE} ${JAPANESE} ${KOREAN}`.split(" ")),
  });
}

/** `word` folded to lower case, apostrophes gone. */
export function isStopWord(word: string): boolean {
  return stopWords().english.has(word);
}

/** A whole word of Chinese, Japanese or Korean that only joins or asks. */
export function isCjkFunctionWord(word: string): boolean {
  return stopWords().cjk.has(word);
}
