/** Owns what goes with a hidden turn or session: the lines that a forget would take, and the names they are known by. */
import type { SourceId } from "../../core/turn.ts";
import type { SearchCalls } from "../../search-index/search-calls.ts";
import type { IndexedTurn } from "../../search-index/turn-row.ts";
import { comparable } from "../decode-line.ts";
import type { Engine } from "../engine.ts";
import { selectForgotten } from "../forget-selection.ts";
import { readableIndex } from "../readable-index.ts";
import { isHostRecord } from "./find-hide.ts";
import type { Hide } from "./hide.ts";

export interface HideTarget {
  /** In full. */
  readonly ref: string;
  readonly session: string;
  /** Undefined for a whole session. */
  readonly turn: IndexedTurn | undefined;
}

type Selected = Pick<
  Hide,
  "turns" | "sessions" | "titles" | "entries" | "lines" | "records" | "hashes"
>;

/** Reads every archived line that may repeat what is named. Changes nothing. */
export function selectHidden(engine: Engine, targets: readonly HideTarget[]): Selected {
  const { everything } = readableIndex(engine);
  const selection = selectForgotten(engine, {
    references: targets.map(({ ref }) => ref),
    projects: [],
    match: undefined,
    before: undefined,
  });
  const entries: string[] = [];
  const lines: (readonly [string, number, number])[] = [];
  const hashes = new Set<string>();
  for (const [entryId, chosen] of selection.entries) {
    if (chosen === "all") {
      entries.push(entryId);
      continue;
    }
    for (const [epoch, numbers] of chosen) {
      for (const number of numbers) lines.push([entryId, epoch, number]);
      for (const hash of hashLines(engine, { entryId, epoch, numbers })) hashes.add(hash);
    }
  }
  const turns = turnsOfLines(everything, lines);
  return {
    turns: selection.turns,
    sessions: withHelpers(everything, selection.sessions),
    titles: listTitles(everything, turns),
    entries,
    lines,
    records: listRecords([...turns, ...targets.flatMap(({ turn }) => turn ?? [])]),
    hashes: [...hashes],
  };
}

/** What helpers did belongs to the session they worked for, and so does what they are called. */
function withHelpers(everything: SearchCalls, sessions: Iterable<string>): readonly string[] {
  const all = new Set(sessions);
  for (const id of all) for (const helper of everything.relatives(id).helpers) all.add(helper.id);
  return [...all];
}

function hashLines(
  engine: Engine,
  place: {
    readonly entryId: string;
    readonly epoch: number;
    readonly numbers: ReadonlySet<number>;
  },
): readonly string[] {
  const { entryId, epoch, numbers } = place;
  const last = Math.max(...numbers);
  const found: string[] = [];
  engine.archive.readLines(entryId, epoch, Math.min(...numbers), (line, number) => {
    if (numbers.has(number)) found.push(engine.store.keyedHash(line.toString("utf8")));
    return number < last;
  });
  return found;
}

interface HeldTurn extends IndexedTurn {
  /** Session whose file the line stands in. */
  readonly holder: string;
}

function turnsOfLines(
  everything: SearchCalls,
  lines: readonly (readonly [string, number, number])[],
): readonly HeldTurn[] {
  return lines.flatMap(([entryId, epoch, line]) =>
    everything
      .lineTurns({ entryId, epoch, line })
      .map(({ turn, ref }) => ({ ...turn, holder: ref.replace(/^t:|#.*$/g, "") })),
  );
}

function listRecords(turns: readonly IndexedTurn[]): readonly (readonly [SourceId, string])[] {
  const records = new Map(
    turns
      .filter(({ entryId }) => isHostRecord(entryId))
      .map(({ source, entryId }) => [`${source} ${entryId}`, [source, entryId] as const]),
  );
  return [...records.values()];
}

/** Sessions that a hidden prompt gave its title to. */
function listTitles(everything: SearchCalls, turns: readonly HeldTurn[]): readonly string[] {
  const words = new Map<string, string>();
  for (const { session, holder, text } of turns)
    for (const id of new Set([session, holder]))
      words.set(id, `${words.get(id) ?? ""}${letters(text)}`);
  return [...words].flatMap(([id, said]) => {
    const titles = everything.findSessions(id).flatMap(({ title }) => title ?? []);
    // Its last word may be cut, so that what follows it there is no space.
    const known = titles.map((title) => letters(title).trimEnd()).filter((title) => title !== "");
    return known.some((title) => said.includes(title)) ? [id] : [];
  });
}

/** A title is a prompt without markup, cut: letters and digits are what they have in common. */
function letters(text: string): string {
  return comparable(text).replace(/[^\p{L}\p{N}]+/gu, " ");
}
