/** Owns making questions from a person's own sessions: decisions, errors and edits whose turn is known. */
import { queryWords } from "../../core/tokenise/query-words.ts";
import type { Engine } from "../../engine/engine.ts";
import { createSeededRandom, type SeededRandom } from "../history/seeded-random.ts";
import type { HistoryLanguage } from "../history/language-words.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";

type OwnTurn = ReturnType<NonNullable<ReturnType<Engine["index"]>>["turnsOf"]>[number];

const MOST_SESSIONS = 120;
const MOST_TURNS_OF_A_SESSION = 3_000;
/** Each gives two questions: in its own words and in a paraphrase. */
const MOST_TURNS = 100;
/** Of a session and a kind: edits are a hundred times as frequent as decisions. */
const MOST_OF_A_KIND = 2;
const EXACT_CHARS = 60;
const PARAPHRASE_WORDS = 3;
const LEAST_WORDS = 4;
const LEAST_SENTENCE = 20;
const MOST_SENTENCE = 300;

/** Sentences in which somebody settles something. */
const DECIDING =
  /\b(?:decided|let's (?:use|go with|keep)|we(?:'ll| will)? (?:use|go with|take|keep)|from now on|instead of)\b|로 (?:하자|합시다|가자|갑시다|결정)|쓰기로|정했|にします|にしましょう|ことにし|採用|决定|采用|改用|就用/iu;
const FAILING = /^.*\b(?:[A-Z]\w*Error|E[A-Z]{4,}|error|failed|fatal|panic)\b.*$/imu;

/** Templated paraphrases: the words stand in another order and in a question. */
const FRAMES: Readonly<Record<HistoryLanguage, readonly [string, string]>> = {
  en: ["what did we do about ", "?"],
  ko: ["", " 어떻게 했지"],
  ja: ["", " はどうなりましたか"],
  zh: ["", " 是怎么处理的"],
};

function languageOf(text: string): HistoryLanguage {
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  return /\p{Script=Han}/u.test(text) ? "zh" : "en";
}

interface Seed {
  readonly kind: "decision" | "error" | "edit";
  /** What the question is made of. */
  readonly sentence: string;
}

function findSeed(turn: OwnTurn): Seed | undefined {
  if (turn.class === "edit") {
    const file = turn.files[0]?.split(/[/\\]/).at(-1);
    const changed = /^\+(.*)$/mu.exec(turn.text)?.[1] ?? turn.text.slice(0, EXACT_CHARS);
    return file === undefined ? undefined : { kind: "edit", sentence: `${file} ${changed.trim()}` };
  }
  if (turn.class === "error" || turn.class === "result") {
    const line = FAILING.exec(turn.text)?.[0];
    return line === undefined ? undefined : { kind: "error", sentence: line.trim() };
  }
  if (turn.class !== "prompt" && turn.class !== "reply") return undefined;
  const sentence = turn.text.split(/(?<=[.!?。！？])\s*|\n+/u).find((one) => DECIDING.test(one));
  return sentence === undefined ? undefined : { kind: "decision", sentence: sentence.trim() };
}

function shuffled<T>(list: readonly T[], random: SeededRandom): readonly T[] {
  return list
    .map((value) => ({ value, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

function askTwice(turn: OwnTurn, seed: Seed, random: SeededRandom): readonly RetrievalQuestion[] {
  const sentence = seed.sentence.slice(0, MOST_SENTENCE).toWellFormed();
  const words = [
    ...new Set(
      queryWords(sentence)
        .filter((word) => !word.single)
        .map((word) => word.typed),
    ),
  ];
  if (sentence.length < LEAST_SENTENCE || words.length < LEAST_WORDS) return [];
  const language = languageOf(sentence);
  const [before, after] = FRAMES[language];
  const chosen = shuffled(words, random).slice(0, PARAPHRASE_WORDS);
  const common = {
    expect: [`t:${turn.session}#${turn.seq}`],
    cwd: "/",
    project: turn.project,
    kind: seed.kind,
    language,
  };
  return [
    { ...common, query: sentence.slice(0, EXACT_CHARS).toWellFormed(), wording: "exact" },
    { ...common, query: `${before}${chosen.join(" ")}${after}`, wording: "paraphrase" },
  ];
}

function askAboutSession(turns: readonly OwnTurn[], random: SeededRandom): RetrievalQuestion[][] {
  const counts = new Map<Seed["kind"], number>();
  return shuffled(turns, random).flatMap((turn) => {
    const seed = turn.branch === "dropped" ? undefined : findSeed(turn);
    if (seed === undefined || (counts.get(seed.kind) ?? 0) >= MOST_OF_A_KIND) return [];
    const asked = askTwice(turn, seed, random);
    if (asked.length === 0) return [];
    counts.set(seed.kind, (counts.get(seed.kind) ?? 0) + 1);
    return [[...asked]];
  });
}

/** The same questions for the same store and seed; none for an empty store. */
export function questionsOfArchive(engine: Engine, seed: number): readonly RetrievalQuestion[] {
  const index = engine.index("read");
  if (index === undefined) return [];
  const random = createSeededRandom(seed, 700);
  const asked: RetrievalQuestion[][] = [];
  const sessions = shuffled(index.sessions({ projects: "all" }), random).slice(0, MOST_SESSIONS);
  for (const { id } of sessions) {
    if (asked.length >= MOST_TURNS) break;
    const turns = index.turnsOf(id, { from: 0, to: MOST_TURNS_OF_A_SESSION });
    asked.push(...askAboutSession(turns, random));
  }
  return asked.slice(0, MOST_TURNS).flat();
}
