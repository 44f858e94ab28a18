/** Owns drawing questions out of a store: words of its own turns, by seed. */
import type { Engine } from "../../engine/engine.ts";
import { createSeededRandom } from "../history/seeded-random.ts";
import type { OutputProbe } from "./bench-output.ts";

const WORD = /[\p{L}\p{N}_]{3,}/gu;
const WORDS_OF_A_QUERY = 5;
const SESSIONS = 60;

/** At most `count` probes: words of a turn, its reference, its session and its day. */
export function drawProbes(engine: Engine, count: number, seed: number): readonly OutputProbe[] {
  const index = engine.index("read");
  if (index === undefined) return [];
  const random = createSeededRandom(seed);
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[Math.floor(random.next() * list.length)];
  const sessions = index.sessions({ limit: SESSIONS });
  const probes: OutputProbe[] = [];
  for (let tries = 0; probes.length < count && tries < count * 10; tries += 1) {
    const session = pick(sessions);
    if (session === undefined) break;
    const at = Math.floor(random.next() * Math.max(1, session.turns - 1));
    const [turn] = index.turnsOf(session.id, { from: at, to: at });
    const words = turn?.text.match(WORD) ?? [];
    if (turn === undefined || turn.time === null || words.length < WORDS_OF_A_QUERY) continue;
    const start = Math.floor(random.next() * (words.length - WORDS_OF_A_QUERY + 1));
    probes.push({
      query: words
        .slice(start, start + WORDS_OF_A_QUERY)
        .join(" ")
        .slice(0, 200),
      ref: `t:${turn.session}#${turn.seq}`,
      session: turn.session,
      day: turn.time.slice(0, 10),
    });
  }
  return probes;
}
