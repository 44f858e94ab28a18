/** Owns telling whether a turn ends by asking: who asks names the subject and says nothing about it. */

const QUESTION_MARK = /[?？]["'”’」』)\]]*$/;
/** Endings that ask without a mark: Korean 나요, 까요, 니까; Japanese か; Chinese 吗, 呢. */
const ASKING_END =
  /(?:나요|까요|까|인가요|는가|죠|ですか|ますか|でしょうか|ましたか|吗|呢)[.。!…~]*$/;
/** A remark in brackets behind the last sentence, such as what a picture shows. */
const LAST_BRACKETS = /\s*\[[^\]]{0,200}\]$/;
/** Only the end of the text matters. */
const END_CHARS = 260;
const ENDING_CHARS = 12;

export function asksQuestion(text: string): boolean {
  let end = text.slice(-END_CHARS).trimEnd();
  if (end.endsWith("]")) end = end.replace(LAST_BRACKETS, "").trimEnd();
  const last = end.slice(-ENDING_CHARS);
  return QUESTION_MARK.test(last) || ASKING_END.test(last);
}
