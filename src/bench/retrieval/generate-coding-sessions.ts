/** Owns generated coding sessions with questions about them: causes, cures, decisions, files and error codes, in four languages. */
import { createSeededRandom, type SeededRandom } from "../history/seeded-random.ts";
import type { HistoryLanguage } from "../history/language-words.ts";
import { codingComponents, type CodingComponent } from "./coding-components.ts";
import { codingDecisions, type CodingDecision } from "./coding-decisions.ts";
import { codingFaults, type CodingFault } from "./coding-faults.ts";
import {
  composeDiff,
  composeFailure,
  composeLog,
  composeMatches,
  composePass,
  composeSource,
} from "./coding-output.ts";
import { codingTalk, fillSentence, type Filling } from "./coding-talk.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";
import { createCodingTranscript, type CodingTranscript } from "./write-coding-session.ts";

export interface CodingSessionsOptions {
  readonly seed: number;
  /** Stands for the home folder: `.claude/projects` is made below it. */
  readonly home: string;
  /** 40 unless given. */
  readonly sessions?: number;
}

const LANGUAGES: readonly HistoryLanguage[] = ["en", "ko", "ja", "zh"];
const FOLDERS = ["/home/user/shop", "/home/user/desk"];
const SESSIONS = 40;
const DAY_MS = 86_400_000;
const NEWEST = "2026-11-20T09:00:00.000Z";
const WORKDAYS = 120;

interface Story {
  readonly random: SeededRandom;
  readonly language: HistoryLanguage;
  readonly cwd: string;
  readonly isHeldOut: boolean;
  readonly transcript: CodingTranscript;
  readonly questions: RetrievalQuestion[];
}

type QuestionKind = "cause" | "cure" | "decision" | "file" | "code";

function ask(
  story: Story,
  kind: QuestionKind,
  about: {
    readonly line: number;
    readonly isExact: boolean;
    readonly values: Filling;
    readonly language?: HistoryLanguage;
  },
): void {
  const { random, language, cwd, isHeldOut, transcript } = story;
  const templates = codingTalk[about.language ?? language].ask[kind];
  story.questions.push({
    query: fillSentence(random.pick(templates), about.values),
    expect: [`t:${transcript.session}#${about.line}`],
    cwd,
    kind,
    language: about.language ?? language,
    wording: about.isExact ? "exact" : "paraphrase",
    isHeldOut,
  });
}

function fillingOf(
  component: CodingComponent,
  fault: CodingFault,
  language: HistoryLanguage,
  wording: 0 | 1,
): Filling {
  return {
    part: component.names[language][wording],
    symptom: fault.symptom[language][wording],
    cause: fault.cause[language][wording],
    cure: fault.cure[language][wording],
    code: fault.code,
    file: component.file,
  };
}

function smallTalk({ random, language, transcript }: Story): void {
  const talk = codingTalk[language];
  transcript.prompt(random.pick(talk.smallTalk));
  transcript.reply(random.pick(talk.smallAnswer));
}

/** A fault from the report to the passing tests. */
function tellFault(story: Story, component: CodingComponent, fault: CodingFault): ToldFault {
  const { random, language, transcript } = story;
  const talk = codingTalk[language];
  const said = fillingOf(component, fault, language, 0);
  const say = (templates: readonly string[]): string => fillSentence(random.pick(templates), said);
  transcript.prompt(say(talk.report));
  transcript.reply(say(talk.look));
  transcript.call("Bash", { command: `tail -n 200 logs/${component.symbol}.log` });
  transcript.result(composeLog(random, component, fault));
  transcript.call("Grep", { pattern: component.symbol, path: "src" });
  transcript.result(composeMatches(random, component));
  if (random.chance(0.5)) {
    transcript.call("Read", { file_path: `${story.cwd}/${component.file}` });
    transcript.result(composeSource(random, component, fault));
  }
  transcript.call("Bash", { command: `npx vitest run ${component.test}` });
  transcript.result(composeFailure(random, component, fault), true);
  const causeLine = transcript.reply(say(talk.cause));
  if (random.chance(0.4)) smallTalk(story);
  const [before, after] = fault.patch;
  const editLine = transcript.call("Edit", {
    file_path: `${story.cwd}/${component.file}`,
    old_string: before,
    new_string: after,
  });
  transcript.result(`The file ${story.cwd}/${component.file} has been updated.`);
  if (random.chance(0.5)) {
    transcript.call("Bash", { command: "git diff" });
    transcript.result(composeDiff(component, fault));
  }
  transcript.call("Bash", { command: "npm test" });
  transcript.result(composePass(random, component));
  const cureLine = transcript.reply(say(talk.cure));
  smallTalk(story);
  return { component, fault, causeLine, cureLine, editLine };
}

interface ToldFault {
  readonly component: CodingComponent;
  readonly fault: CodingFault;
  readonly causeLine: number;
  readonly cureLine: number;
  readonly editLine: number;
}

function askAboutFault(story: Story, kind: "cause" | "cure" | "file", told: ToldFault): void {
  const line = { cause: told.causeLine, cure: told.cureLine, file: told.editLine }[kind];
  const isExact = story.random.chance(0.5);
  const values = fillingOf(told.component, told.fault, story.language, isExact ? 0 : 1);
  ask(story, kind, { line, isExact, values });
}

/** Half of them in a language that the session does not speak: only the code is shared. */
function askAboutCode(story: Story, { component, fault, causeLine }: ToldFault): void {
  const { random } = story;
  const isExact = random.chance(0.5);
  const language = isExact
    ? story.language
    : random.pick(LANGUAGES.filter((one) => one !== story.language));
  const values = fillingOf(component, fault, language, isExact ? 0 : 1);
  ask(story, "code", { line: causeLine, isExact, values, language });
}

function wonderAbout({ random, language, transcript }: Story, values: Filling): void {
  const talk = codingTalk[language];
  transcript.prompt(fillSentence(random.pick(talk.wonder), values));
  transcript.reply(fillSentence(random.pick(talk.survey), values));
}

function decisionFilling(
  decision: CodingDecision,
  language: HistoryLanguage,
  wording: 0 | 1,
): Filling {
  return {
    topic: decision.topic[language][wording],
    chosen: decision.chosen,
    rejected: decision.rejected,
    reason: decision.reason[language],
  };
}

function tellDecision(story: Story, decision: CodingDecision): void {
  const { random, language, transcript } = story;
  const values = decisionFilling(decision, language, 0);
  for (let round = random.int(3); round >= 0; round -= 1) wonderAbout(story, values);
  const line = transcript.prompt(fillSentence(random.pick(codingTalk[language].decide), values));
  transcript.reply(fillSentence(random.pick(codingTalk[language].noted), values));
  const isExact = random.chance(0.5);
  ask(story, "decision", {
    line,
    isExact,
    values: decisionFilling(decision, language, isExact ? 0 : 1),
  });
}

/**
 * Writes the sessions and gives five questions for each. Sessions of one language share parts and faults, so a
 * question is answered by one of several that speak of the same things. Every other session is held out.
 */
export function generateCodingSessions(
  options: CodingSessionsOptions,
): readonly RetrievalQuestion[] {
  const questions: RetrievalQuestion[] = [];
  const count = options.sessions ?? SESSIONS;
  for (let at = 0; at < count; at += 1) {
    const random = createSeededRandom(options.seed, 500 + at);
    const cwd = FOLDERS[(at >> 3) % FOLDERS.length] ?? "/home/user/shop";
    const story: Story = {
      random,
      language: LANGUAGES[at % LANGUAGES.length] ?? "en",
      cwd,
      isHeldOut: (at >> 2) % 2 === 1,
      questions,
      transcript: createCodingTranscript({
        random,
        home: options.home,
        cwd,
        startMs: Date.parse(NEWEST) - random.int(WORKDAYS) * DAY_MS - random.int(6) * 3_600_000,
      }),
    };
    tellSession(story);
    story.transcript.save();
  }
  return questions;
}

function tellSession(story: Story): void {
  const { random, language } = story;
  const first = random.pick(codingComponents);
  const second = random.pick(codingComponents.filter((part) => part !== first));
  const firstFault = random.pick(codingFaults);
  const secondFault = random.pick(codingFaults.filter((fault) => fault !== firstFault));
  const decision = random.pick(codingDecisions);
  const left = random.int(3);
  const told = tellFault(story, first, firstFault);
  const kinds = (["cause", "cure", "file"] as const).filter((_, at) => at !== left);
  for (const kind of kinds) askAboutFault(story, kind, told);
  for (const other of codingDecisions.filter((one) => one !== decision && random.chance(0.25)))
    wonderAbout(story, decisionFilling(other, language, 0));
  tellDecision(story, decision);
  const later = tellFault(story, second, secondFault);
  askAboutFault(story, (["cause", "cure", "file"] as const)[left] ?? "cause", later);
  askAboutCode(story, later);
}
