/** Owns homes whose transcripts change while varve reads, and what a read then finds. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Engine } from "../../src/engine/engine.ts";
import { freshen } from "../../src/engine/freshness/freshen.ts";
import type { Freshness } from "../../src/engine/freshness/freshness.ts";
import { typed } from "../acceptance/made-sessions.ts";

/** `sessionOf(3)` is the same in every home. */
export function sessionOf(number: number): string {
  return `5e551000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

export function transcriptOf(home: string, session: string): string {
  return join(home, ".claude", "projects", "-home-user-code-orchard", `${session}.jsonl`);
}

export interface Said {
  readonly session?: string;
  /** Of the first prompt; the others follow. */
  readonly id?: number;
  readonly cwd?: string;
}

/** Prompts of one session as rows, each with its newline. */
export function promptRows(texts: readonly string[], said: Said = {}): string {
  const { session = sessionOf(1), id = 1, cwd } = said;
  return texts
    .map((text, at) =>
      typed(
        {
          id: id + at,
          session,
          ...(cwd !== undefined && { cwd }),
          ...(id + at === 1 && { parent: null }),
        },
        text,
      ),
    )
    .map((row) => `${row}\n`)
    .join("");
}

/** Writes the session's transcript with these prompts, whatever was there. */
export function say(home: string, texts: readonly string[], said: Said = {}): string {
  const path = transcriptOf(home, said.session ?? sessionOf(1));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, promptRows(texts, said));
  return path;
}

/** Adds prompts to it; `id` goes on from where the file ends. */
export function sayMore(home: string, texts: readonly string[], said: Said): void {
  appendFileSync(transcriptOf(home, said.session ?? sessionOf(1)), promptRows(texts, said));
}

/** Where a read finds a word now; each place as the reference of the turn. */
export function look(
  engine: Engine,
  word: string,
  deadlineMs = 150,
): {
  readonly index: readonly string[];
  readonly tails: readonly string[];
  readonly freshness: Freshness;
} {
  const freshness = freshen(engine, { deadlineMs });
  const result = engine.index("read")?.search({
    query: word,
    projects: "all",
    limit: 50,
    offset: 0,
    order: "relevance",
  });
  return {
    freshness,
    index: (result?.hits ?? []).map((hit) => `${hit.session}#${hit.seq}`),
    tails: freshness.tails
      .filter(({ text }) => text.includes(word))
      .map((turn) => `${turn.session}#${turn.seq}`),
  };
}
