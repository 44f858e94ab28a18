/**
 * A bot that keeps its talks and remembers them: each talk is a file of lines {"ts", "role", "text"}, taken in by
 * `import` and found by `search`. `node bot-session.js FOLDER "what someone says"`.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { openVarve, type Varve } from "varve";

class Talk {
  readonly #file: string;

  constructor(folder: string, name: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, `${name}.jsonl`);
  }

  /** A line counts once it is whole, so it goes out in one write with its line end. */
  say(role: "user" | "assistant", text: string): void {
    appendFileSync(this.#file, `${JSON.stringify({ ts: new Date().toISOString(), role, text })}\n`);
  }

  async keep(varve: Varve): Promise<number> {
    const { turns } = await varve.import({ path: this.#file });
    return turns;
  }
}

/** What was said before is data: every line of it is quoted, so that none can pose as an instruction. */
async function recall(varve: Varve, words: string): Promise<string> {
  const { hits } = await varve.search(words, { allProjects: true, class: "prompt", limit: 5 });
  return hits.map((hit) => `> ${hit.date ?? "undated"} ${hit.snippet}`).join("\n");
}

const [folder = "talks", ...words] = process.argv.slice(2);
const said = words.join(" ");
const varve = openVarve();
try {
  const remembered = await recall(varve, said);
  process.stdout.write(`said before:\n${remembered}\n`);
  const talk = new Talk(folder, `bot-talk-${Date.now()}`);
  talk.say("user", said);
  talk.say("assistant", "Noted.");
  process.stdout.write(`kept ${await talk.keep(varve)} turns\n`);
} finally {
  await varve.close();
}
