/** Owns finding every archived line that a forget request is about, copies in other files included. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import { parsePlaceholder } from "../archive/placeholder.ts";
import { VarveError } from "../core/errors.ts";
import type { SearchCalls } from "../search-index/search-calls.ts";
import type { IndexedTurn } from "../search-index/turn-row.ts";
import { comparable } from "./decode-line.ts";
import type { Engine } from "./engine.ts";
import { getSession, parseReference } from "./find-session.ts";
import { findFamily } from "./session-family.ts";
import { textsOfTurn } from "./texts-of-turn.ts";
import { holdsText, isCopy, listNamedSessions } from "./wanted-lines.ts";

export interface ForgetTargets {
  /** Session and turn references. */
  readonly references: readonly string[];
  /** Project slugs. */
  readonly projects: readonly string[];
  /** Literal text (8 characters or more): every line that holds it, in any letter case, goes. */
  readonly match: string | undefined;
  /** Only sessions that ended before this instant; with nothing else named, all of them. */
  readonly before: string | undefined;
}

/** Lines to forget by entry id and epoch; `all` for whole entries. */
export interface ForgetSelection {
  readonly entries: ReadonlyMap<string, "all" | ReadonlyMap<number, ReadonlySet<number>>>;
  readonly sessions: ReadonlySet<string>;
  readonly turns: number;
  readonly lines: number;
  readonly bytes: number;
}

const SHORTEST_MATCH = 8;

interface Wanted {
  /** Sessions that go as a whole. */
  readonly sessions: Set<string>;
  /** Sessions that may hold copies of what goes. */
  readonly family: ReadonlySet<string>;
  readonly turns: Set<number>;
  /** `entry epoch line` of every turn that goes. */
  readonly places: Set<string>;
  readonly recordIds: Set<string>;
  readonly texts: Set<string>;
  /** File ids of off-loaded results. */
  readonly files: Set<string>;
  /** Comparable; undefined when no text was named. */
  readonly match: string | undefined;
}

const placeKey = (entryId: string, epoch: number, line: number): string =>
  `${entryId} ${epoch} ${line}`;

/** Reads every archived line that may be concerned. Throws `usage` for an empty or too short request, `not-found`, `ambiguous`. */
export function selectForgotten(engine: Engine, targets: ForgetTargets): ForgetSelection {
  const index = engine.index("read");
  const wanted = resolveWanted(engine, targets);
  const chosen = new Map<string, "all" | Map<number, Set<number>>>();
  let lines = 0;
  let bytes = 0;
  for (const entry of engine.archive.entries()) {
    if (belongsTo(entry, wanted.sessions) || wanted.files.has(entry.fileId ?? "")) {
      const left = entry.epochs.map((epoch) => ({
        lines: epoch.lines - epoch.forgotten.lines - epoch.pruned.lines,
        bytes: epoch.textBytes,
      }));
      if (left.every((epoch) => epoch.lines <= 0)) continue;
      chosen.set(entry.id, "all");
      lines += left.reduce((sum, epoch) => sum + epoch.lines, 0);
      bytes += left.reduce((sum, epoch) => sum + epoch.bytes, 0);
      continue;
    }
    const found = linesOf(engine, entry, wanted);
    if (found.size === 0) continue;
    chosen.set(entry.id, new Map([...found].map(([epoch, hits]) => [epoch, new Set(hits.keys())])));
    for (const [epoch, hits] of found) {
      for (const id of index?.turnIds(entry.id, epoch, [...hits.keys()]) ?? [])
        wanted.turns.add(id);
      lines += hits.size;
      for (const length of hits.values()) bytes += length;
    }
  }
  return { entries: chosen, sessions: wanted.sessions, turns: wanted.turns.size, lines, bytes };
}

function belongsTo(entry: ArchiveEntry, sessions: ReadonlySet<string>): boolean {
  return sessions.has(entry.session ?? "") || sessions.has(entry.fileId ?? "");
}

function resolveWanted(engine: Engine, targets: ForgetTargets): Wanted {
  const index = engine.index("read")?.everything;
  const sessions = resolveSessions(index, targets);
  const wanted = {
    sessions,
    turns: new Set<number>(),
    places: new Set<string>(),
    recordIds: new Set<string>(),
    texts: new Set<string>(),
    files: new Set<string>(),
    match: targets.match === undefined ? undefined : comparable(targets.match),
  };
  const touched = new Set(sessions);
  for (const reference of targets.references.map(parseReference)) {
    if (reference.kind !== "turn") continue;
    const session = getSession(index, reference.session);
    const turn = index?.turn(session.id, reference.seqText);
    if (turn === undefined)
      throw new VarveError(
        "not-found",
        `session ${session.id} has no turn #${reference.seqText}`,
        "list its turns with `varve read`",
      );
    touched.add(session.id);
    addTurn(wanted, turn);
    const { texts, offloaded } = textsOfTurn(engine, turn);
    for (const text of texts) wanted.texts.add(text);
    for (const name of offloaded) wanted.files.add(`${turn.session}/${name}`);
  }
  const rows =
    touched.size === 0 ? [] : (index?.sessions({ projects: "all", includeHidden: true }) ?? []);
  const family = findFamily(rows, touched);
  // Rows without an id of their own (queue, titles) are copied into forks as well.
  const hasRelatives = [...family].some((id) => !sessions.has(id));
  for (const id of sessions) {
    for (const turn of index?.turnsOf(id, { from: 0, to: Number.MAX_SAFE_INTEGER }) ?? []) {
      addTurn(wanted, turn);
      if (hasRelatives && turn.class === "prompt")
        for (const text of textsOfTurn(engine, turn).texts) wanted.texts.add(text);
    }
  }
  if (sessions.size === 0 && wanted.turns.size === 0 && wanted.match === undefined) {
    throw new VarveError(
      "usage",
      "nothing to forget was named, or nothing matches",
      "name sessions or turns, or use --project, --match or --before",
    );
  }
  return { ...wanted, family };
}

/** Sessions that were named, and those that a project or a day names. */
function resolveSessions(index: SearchCalls | undefined, targets: ForgetTargets): Set<string> {
  if (targets.match !== undefined && targets.match.length < SHORTEST_MATCH) {
    throw new VarveError(
      "usage",
      `--match needs ${SHORTEST_MATCH} characters or more`,
      "write more of the text, or name turns",
    );
  }
  const references = targets.references.map(parseReference);
  const sessions = new Set(
    references.flatMap((reference) =>
      reference.kind === "session" ? [getSession(index, reference.session).id] : [],
    ),
  );
  const byRange =
    targets.projects.length > 0 ||
    (targets.before !== undefined &&
      targets.references.length === 0 &&
      targets.match === undefined);
  if (!byRange) return sessions;
  const filter = {
    projects: targets.projects.length === 0 ? ("all" as const) : targets.projects,
    includeHidden: true,
  };
  for (const session of index?.sessions(filter) ?? []) {
    const isOld =
      session.endedAt !== null && targets.before !== undefined && session.endedAt < targets.before;
    if (targets.before === undefined || isOld) sessions.add(session.id);
  }
  return sessions;
}

function addTurn(wanted: Pick<Wanted, "turns" | "places" | "recordIds">, turn: IndexedTurn): void {
  wanted.turns.add(turn.id);
  wanted.places.add(placeKey(turn.archiveEntryId, turn.epoch, turn.line));
  if (!turn.entryId.startsWith("line:") && !turn.entryId.startsWith("history:"))
    wanted.recordIds.add(turn.entryId);
}

/** Line number -> byte length of the lines of the entry that are wanted, by epoch. */
function linesOf(
  engine: Engine,
  entry: ArchiveEntry,
  wanted: Wanted,
): Map<number, Map<number, number>> {
  const found = new Map<number, Map<number, number>>();
  const isRelated = belongsTo(entry, wanted.family);
  const hasPlace = [...wanted.places].some((place) => place.startsWith(`${entry.id} `));
  if (wanted.match === undefined && !isRelated && !hasPlace && entry.kind !== "history")
    return found;
  const copies = { recordIds: wanted.recordIds, texts: [...wanted.texts] };
  const isWanted = (line: string, epoch: number, number: number): boolean => {
    if (wanted.match !== undefined && holdsText(line, wanted.match)) return true;
    if (wanted.places.has(placeKey(entry.id, epoch, number))) return true;
    if (entry.kind !== "history") return isRelated && isCopy(line, copies);
    const named = listNamedSessions(line).map((id) => engine.redactor.redact(id));
    return (
      named.some((id) => wanted.sessions.has(id)) ||
      (named.some((id) => wanted.family.has(id)) && isCopy(line, copies))
    );
  };
  for (const epoch of entry.epochs) {
    const hits = new Map<number, number>();
    engine.archive.readLines(entry.id, epoch.epoch, 1, (line, number) => {
      if (parsePlaceholder(line) !== undefined) return;
      if (isWanted(line.toString("utf8"), epoch.epoch, number)) hits.set(number, line.length);
    });
    addSpanning(engine, { entry, epoch: epoch.epoch, wanted, isRelated }, hits);
    if (hits.size > 0) found.set(epoch.epoch, hits);
  }
  return found;
}

interface FileScan {
  readonly entry: ArchiveEntry;
  readonly epoch: number;
  readonly wanted: Wanted;
  readonly isRelated: boolean;
}

/** A text of several lines stands over several lines of an off-loaded result: all of them are hits. */
function addSpanning(
  engine: Engine,
  { entry, epoch, wanted, isRelated }: FileScan,
  hits: Map<number, number>,
): void {
  if (entry.kind !== "tool-result") return;
  const texts = [
    ...(wanted.match === undefined ? [] : [wanted.match]),
    ...(isRelated ? wanted.texts : []),
  ].filter((text) => text.includes("\n"));
  if (texts.length === 0) return;
  const lines: Buffer[] = [];
  engine.archive.readLines(entry.id, epoch, 1, (line) => void lines.push(Buffer.from(line)));
  const compared = lines.map((line) => comparable(line.toString("utf8")));
  const whole = compared.join("\n");
  for (const text of texts) {
    for (let at = whole.indexOf(text); at !== -1; at = whole.indexOf(text, at + 1)) {
      const first = whole.slice(0, at).split("\n").length;
      const last = first + text.split("\n").length - 1;
      for (let number = first; number <= last; number += 1)
        hits.set(number, lines[number - 1]?.length ?? 0);
    }
  }
}
