/** Owns the transcript of one generated coding session, in the form of Claude Code; each row is a line and makes one turn. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SeededRandom } from "../history/seeded-random.ts";

export interface CodingTranscript {
  readonly session: string;
  /** Each gives the line that the row stands in, from 1. */
  prompt(text: string): number;
  reply(text: string): number;
  call(name: string, input: object): number;
  /** Of the last call. */
  result(text: string, isError?: boolean): number;
  /** Writes the file below `home`. */
  save(): void;
}

export interface CodingTranscriptOptions {
  readonly random: SeededRandom;
  /** Stands for the home folder. */
  readonly home: string;
  readonly cwd: string;
  readonly startMs: number;
}

/** Rows are kept until they are saved: a session is some hundred kilobytes. */
export function createCodingTranscript(options: CodingTranscriptOptions): CodingTranscript {
  const { random, home, cwd } = options;
  const session = random.uuid();
  const rows: string[] = [];
  let now = options.startMs;
  let parentUuid: string | null = null;
  let toolUseId = "";
  const add = (type: "user" | "assistant", message: object): number => {
    now += 1000 + random.int(40_000);
    const uuid = random.uuid();
    rows.push(
      JSON.stringify({
        parentUuid,
        isSidechain: false,
        userType: "external",
        cwd,
        sessionId: session,
        version: "2.1.332",
        gitBranch: "main",
        type,
        message,
        uuid,
        timestamp: new Date(now).toISOString(),
      }),
    );
    parentUuid = uuid;
    return rows.length;
  };
  const assistant = (block: object): number =>
    add("assistant", {
      id: `msg_${random.hex(24)}`,
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content: [block],
    });
  return {
    session,
    prompt: (text) => add("user", { role: "user", content: text }),
    reply: (text) => assistant({ type: "text", text }),
    call(name, input) {
      toolUseId = `toolu_${random.hex(24)}`;
      return assistant({ type: "tool_use", id: toolUseId, name, input });
    },
    result: (text, isError = false) =>
      add("user", {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: toolUseId, content: text, is_error: isError },
        ],
      }),
    save() {
      const slug = cwd.replace(/[^A-Za-z0-9]/gu, "-");
      const path = join(home, ".claude", "projects", slug, `${session}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${rows.join("\n")}\n`, { mode: 0o600 });
    },
  };
}
