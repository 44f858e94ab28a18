/** Owns the sentences of generated coding sessions, in four languages. */
import type { HistoryLanguage } from "../history/language-words.ts";

/** Sentences with `{part}`, `{symptom}`, `{cause}`, `{cure}`, `{topic}`, `{chosen}`, `{rejected}`, `{reason}`, `{code}`, `{file}`. */
export interface CodingTalk {
  /** A person reports what goes wrong. */
  readonly report: readonly string[];
  /** The agent says what it looks at. */
  readonly look: readonly string[];
  /** The agent names the cause; the answer to a report rarely says the report again. */
  readonly cause: readonly string[];
  readonly cure: readonly string[];
  /** A person asks about a topic and decides nothing. */
  readonly wonder: readonly string[];
  readonly survey: readonly string[];
  /** A person decides. */
  readonly decide: readonly string[];
  readonly noted: readonly string[];
  readonly smallTalk: readonly string[];
  readonly smallAnswer: readonly string[];
  readonly ask: Readonly<
    Record<"cause" | "cure" | "decision" | "file" | "code", readonly string[]>
  >;
}

const english: CodingTalk = {
  report: [
    "Since yesterday {part} {symptom}. Can you find out what happens?",
    "{part} {symptom}, the log says {code}. Please have a look.",
    "Users complain that {part} {symptom}.",
  ],
  look: ["Let me look at the logs first.", "I'll search the code.", "Running the tests once more."],
  cause: [
    "Found it: {cause}.",
    "The {code} comes from this: {cause}.",
    "So {cause}. That explains what you saw with {part}.",
  ],
  cure: [
    "Done: I {cure}. The tests pass.",
    "I changed {file} to {cure}.",
    "{part} is fixed now, the change is to {cure}.",
  ],
  wonder: [
    "What do people use for {topic} these days? Which option for {topic} is popular?",
    "For {topic}, would {chosen} or {rejected} be better for {topic}?",
  ],
  survey: [
    "There are many options for {topic}; {chosen} and {rejected} are both common, see the documentation about {topic}.",
    "It depends. {topic} can be done with {rejected} as well as with {chosen}.",
  ],
  decide: [
    "We take {chosen} for {topic}, not {rejected}: {reason}.",
    "Decision: {topic} is done with {chosen}, because {reason}.",
  ],
  noted: ["Noted, {chosen} it is.", "All right, I will use {chosen} from now on."],
  smallTalk: ["go on", "looks good, continue", "run the tests again please", "commit that"],
  smallAnswer: ["Done.", "All 214 tests pass.", "Committed.", "Continuing with the next step."],
  ask: {
    cause: ["why does it happen that {part} {symptom}", "what was the reason {part} {symptom}?"],
    cure: ["how did we fix that {part} {symptom}", "what did we do about {part}, it {symptom}"],
    decision: ["what did we decide for {topic}?", "which one did we choose for {topic} and why"],
    file: ["which file did we change because {part} {symptom}", "where is the fix for {part}"],
    code: ["{code} in {part}", "what did {code} mean for {part}?"],
  },
};

const korean: CodingTalk = {
  report: [
    "어제부터 {part}이 {symptom}. 원인을 찾아 주세요.",
    "{part}이 {symptom}. 로그에는 {code}라고 나와요. 좀 봐 줄래요?",
    "{part}이 {symptom}. 사용자 문의가 들어왔어요.",
  ],
  look: ["먼저 로그를 보겠습니다.", "코드를 찾아보겠습니다.", "테스트를 다시 돌려 보겠습니다."],
  cause: [
    "찾았습니다. {cause}.",
    "{code}의 원인은 이렇습니다. {cause}.",
    "{cause}. {part}에서 보신 현상이 바로 이것입니다.",
  ],
  cure: [
    "끝났습니다. {cure}. 테스트도 통과합니다.",
    "{file}를 고쳤습니다. {cure}.",
    "{part}은 이제 괜찮습니다. {cure}.",
  ],
  wonder: [
    "{topic}에는 요즘 뭘 많이 쓰나요? {topic}에 인기 있는 게 뭐죠?",
    "{topic}에는 {chosen}와 {rejected} 중에 {topic}에 뭐가 나을까요?",
  ],
  survey: [
    "{topic} 선택지는 많습니다. {chosen}도 {rejected}도 흔하니 {topic} 문서를 보세요.",
    "상황에 따라 다릅니다. {topic}은 {rejected}로도 {chosen}으로도 할 수 있습니다.",
  ],
  decide: [
    "{topic}은 {rejected} 말고 {chosen}로 갑시다. {reason}.",
    "결정: {topic}에는 {chosen}을 씁니다. {reason}.",
  ],
  noted: ["알겠습니다. {chosen}로 하겠습니다.", "네, 앞으로 {chosen}을 쓰겠습니다."],
  smallTalk: ["계속해 주세요", "좋아요, 진행하세요", "테스트 한 번 더 돌려 줘요", "커밋해 주세요"],
  smallAnswer: [
    "했습니다.",
    "테스트 214개가 모두 통과합니다.",
    "커밋했습니다.",
    "다음 단계로 갑니다.",
  ],
  ask: {
    cause: ["{part}이 {symptom} 이유가 뭐였지", "왜 {part}에서 {symptom} 문제가 났었나요?"],
    cure: ["{part}이 {symptom} 문제 어떻게 고쳤지", "{part} {symptom} 현상 해결 방법"],
    decision: ["{topic}에 뭘 쓰기로 했지?", "{topic} 무엇으로 정했고 왜 그랬나요"],
    file: ["{part} {symptom} 문제로 어느 파일을 고쳤지", "{part} 수정한 파일"],
    code: ["{part} {code}", "{part}에서 {code}는 무슨 뜻이었지?"],
  },
};

const japanese: CodingTalk = {
  report: [
    "昨日から{part}が{symptom}。原因を調べてください。",
    "{part}が{symptom}。ログには{code}と出ています。見てもらえますか？",
    "{part}が{symptom}。利用者から問い合わせがありました。",
  ],
  look: ["まずログを見ます。", "コードを検索します。", "テストをもう一度実行します。"],
  cause: [
    "分かりました。{cause}。",
    "{code}の原因はこうです。{cause}。",
    "{cause}。{part}で見えた現象はこれです。",
  ],
  cure: [
    "完了です。{cure}。テストも通りました。",
    "{file}を変更しました。{cure}。",
    "{part}はもう大丈夫です。{cure}。",
  ],
  wonder: [
    "{topic}には最近何を使うのが普通ですか？{topic}で人気なのはどれですか？",
    "{topic}なら{chosen}と{rejected}、{topic}にはどちらがいいでしょうか？",
  ],
  survey: [
    "{topic}の選択肢は多いです。{chosen}も{rejected}も一般的なので{topic}の文書を見てください。",
    "場合によります。{topic}は{rejected}でも{chosen}でもできます。",
  ],
  decide: [
    "{topic}は{rejected}ではなく{chosen}にします。{reason}です。",
    "決定：{topic}には{chosen}を使います。{reason}です。",
  ],
  noted: ["了解しました。{chosen}にします。", "はい、今後は{chosen}を使います。"],
  smallTalk: ["続けてください", "いいですね、進めて", "テストをもう一回", "コミットして"],
  smallAnswer: [
    "できました。",
    "214件のテストがすべて通りました。",
    "コミットしました。",
    "次へ進みます。",
  ],
  ask: {
    cause: ["{part}が{symptom}理由は何だった", "なぜ{part}で{symptom}問題が起きたのですか？"],
    cure: ["{part}が{symptom}問題はどう直した", "{part} {symptom} 対処方法"],
    decision: ["{topic}は何を使うことにした？", "{topic}をどれに決めたか、その理由"],
    file: ["{part}が{symptom}件でどのファイルを直した", "{part} 修正したファイル"],
    code: ["{part} {code}", "{part}の{code}はどういう意味だった？"],
  },
};

const chinese: CodingTalk = {
  report: [
    "从昨天开始{part}{symptom}，请查一下原因。",
    "{part}{symptom}，日志里有{code}，帮我看看吧？",
    "用户反映{part}{symptom}。",
  ],
  look: ["我先看日志。", "我搜索一下代码。", "再跑一遍测试。"],
  cause: [
    "找到了：{cause}。",
    "{code}的原因是这样的：{cause}。",
    "{cause}。{part}上看到的现象就是这个。",
  ],
  cure: ["完成了：{cure}。测试通过。", "我修改了{file}：{cure}。", "{part}现在好了，{cure}。"],
  wonder: [
    "{topic}现在一般用什么？{topic}哪个比较流行？",
    "{topic}用{chosen}还是{rejected}，{topic}哪个更好？",
  ],
  survey: [
    "{topic}的选择很多，{chosen}和{rejected}都常见，可以看{topic}的文档。",
    "要看情况，{topic}用{rejected}或{chosen}都可以。",
  ],
  decide: [
    "{topic}不用{rejected}，用{chosen}：{reason}。",
    "决定：{topic}采用{chosen}，因为{reason}。",
  ],
  noted: ["好的，就用{chosen}。", "明白，以后都用{chosen}。"],
  smallTalk: ["继续", "不错，接着做", "再跑一次测试", "提交吧"],
  smallAnswer: ["好了。", "214个测试全部通过。", "已提交。", "继续下一步。"],
  ask: {
    cause: ["{part}为什么{symptom}", "{part}{symptom}的原因是什么来着？"],
    cure: ["{part}{symptom}是怎么解决的", "{part} {symptom} 解决办法"],
    decision: ["{topic}我们决定用什么？", "{topic}最后选了哪个，为什么"],
    file: ["因为{part}{symptom}改了哪个文件", "{part} 修改的文件"],
    code: ["{part} {code}", "{part}的{code}是什么意思？"],
  },
};

export const codingTalk: Readonly<Record<HistoryLanguage, CodingTalk>> = {
  en: english,
  ko: korean,
  ja: japanese,
  zh: chinese,
};

export type Filling = Readonly<Record<string, string>>;

/** `template` with its `{names}` replaced; a name that `values` lacks is a mistake of the tables. */
export function fillSentence(template: string, values: Filling): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`no ${name} for ${template}`);
    return value;
  });
}
