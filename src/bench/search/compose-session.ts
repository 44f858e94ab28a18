/** Owns one made-up session as the turns that the index holds: sizes, words and roles as in real ones, without transcripts. */
import type { Turn } from "../../core/turn.ts";
import type { HistoryLanguage } from "../history/language-words.ts";
import type { SeededRandom } from "../history/seeded-random.ts";
import { pickRareWord, pickWord, type WordStock } from "./word-stock.ts";

export interface ComposeOptions {
  readonly random: SeededRandom;
  readonly stock: WordStock;
  readonly language: HistoryLanguage;
  readonly cwd: string;
  /** Paths that the project has, relative to it. */
  readonly paths: readonly string[];
  readonly startMs: number;
  readonly turns: number;
}

/** How often a session speaks of its own few words instead of anything. */
const OWN_TOPIC = 0.3;
const PARTICLES: Readonly<Record<HistoryLanguage, readonly string[]>> = {
  en: ["the ", "of ", "and ", "to ", "in ", "is ", "that ", "", "", "", "", ""],
  ko: ["은 ", "를 ", "이 ", "에서 ", "으로 ", " ", " ", "도 "],
  ja: ["は", "を", "が", "で", "の", "に", "と", "。"],
  zh: ["的", "了", "在", "，", "和", "。", "", ""],
};
const ENDINGS = [". ", ", ", "\n", ": "];

interface Topic {
  readonly words: readonly string[];
  readonly english: readonly string[];
  readonly identifiers: readonly string[];
  readonly paths: readonly string[];
}

class Composer {
  readonly options: ComposeOptions;
  readonly session: string;
  readonly topic: Topic;
  readonly turns: Turn[] = [];
  now: number;
  prompts = 0;

  constructor(options: ComposeOptions) {
    const { random, stock, language, paths } = options;
    const several = (count: number, draw: () => string): readonly string[] =>
      Array.from({ length: count }, draw);
    this.options = options;
    this.session = random.uuid();
    this.now = options.startMs;
    this.topic = {
      words: several(24, () => pickRareWord(stock.words[language], random)),
      english: several(24, () => pickRareWord(stock.words.en, random)),
      identifiers: several(10, () => pickRareWord(stock.identifiers, random)),
      paths: several(6, () => random.pick(paths)),
    };
  }

  word(language: HistoryLanguage): string {
    const { random, stock } = this.options;
    const own = language === "en" ? this.topic.english : this.topic.words;
    return random.chance(OWN_TOPIC) ? random.pick(own) : pickWord(stock.words[language], random);
  }

  identifier(): string {
    const { random, stock } = this.options;
    return random.chance(OWN_TOPIC)
      ? random.pick(this.topic.identifiers)
      : pickWord(stock.identifiers, random);
  }

  /** `words` words of talk with a name or path now and then. */
  talk(language: HistoryLanguage, words: number): string {
    const { random } = this.options;
    const particles = PARTICLES[language];
    let text = "";
    for (let at = 0; at < words; at += 1) {
      const draw = random.next();
      if (draw < 0.05) text += ` ${this.identifier()} `;
      else if (draw < 0.07) text += ` ${random.pick(this.topic.paths)}:${random.int(400)} `;
      else if (language === "en") {
        text += `${random.pick(particles)}${this.word("en")}${draw > 0.93 ? random.pick(ENDINGS) : " "}`;
      } else text += `${this.word(language)}${random.pick(particles)}`;
    }
    return text.trim();
  }

  /** What tools print: names, numbers, English, and documents in the session's language. */
  output(words: number): string {
    const { random, language } = this.options;
    const lines: string[] = [];
    for (let left = words; left > 0; left -= 14) {
      const line = random.chance(0.6) ? this.talk(language, 12) : this.talk("en", 8);
      lines.push(
        `${random.pick(this.topic.paths)}:${random.int(900)}: ${line} = ${random.int(9000)}`,
      );
    }
    return lines.join("\n");
  }

  add(part: Partial<Turn> & Pick<Turn, "role" | "class" | "text">): void {
    const { random, cwd } = this.options;
    this.now += 500 + random.int(40_000);
    this.turns.push({
      source: "claude-code",
      session: this.session,
      entryId: random.uuid(),
      line: this.turns.length + 1,
      block: 0,
      time: new Date(this.now).toISOString(),
      timeInferred: false,
      promptNumber: this.prompts,
      textTruncated: false,
      toolName: null,
      toolCallId: null,
      files: [],
      exitStatus: null,
      model: null,
      usage: null,
      branch: random.chance(0.01) ? "dropped" : "live",
      sidechain: false,
      cwd,
      gitBranch: "main",
      ...part,
    });
  }

  toolUse(): void {
    const { random, cwd } = this.options;
    const file = `${cwd}/${random.pick(this.topic.paths)}`;
    const isEdit = random.chance(0.25);
    const toolName = isEdit ? "Edit" : random.pick(["Bash", "Read", "Grep"]);
    const files = toolName === "Bash" ? [] : [file];
    const text = isEdit
      ? this.output(30 + random.int(90))
      : `${file} ${this.talk("en", 3 + random.int(12))}`;
    this.add({ role: "assistant", class: isEdit ? "edit" : "call", text, toolName, files });
    const isError = random.chance(0.06);
    const words = Math.min(420, Math.floor(15 * Math.exp(random.next() * random.next() * 4)));
    this.add({
      role: "tool",
      class: isError ? "error" : "result",
      text: this.output(words),
      toolName,
      exitStatus: isError ? 1 : 0,
    });
  }

  /** A prompt and what follows from it. */
  exchange(): void {
    const { random, language } = this.options;
    this.now += random.int(600_000);
    this.prompts += 1;
    this.add({ role: "user", class: "prompt", text: this.talk(language, 8 + random.int(40)) });
    if (random.chance(0.3)) {
      const text = this.talk("en", 20 + random.int(60));
      this.add({ role: "system", class: "lifecycle", text });
    }
    for (let calls = random.int(9); calls > 0; calls -= 1) {
      if (random.chance(0.4)) {
        const text = this.talk(language, 10 + random.int(40));
        this.add({ role: "assistant", class: "reply", text });
      }
      this.toolUse();
    }
    this.add({
      role: "assistant",
      class: "reply",
      text: this.talk(language, 20 + random.int(140)),
    });
  }
}

/** About `turns` turns; their lines count from 1. */
export function composeSession(options: ComposeOptions): readonly Turn[] {
  const composer = new Composer(options);
  while (composer.turns.length < options.turns) composer.exchange();
  return composer.turns;
}
