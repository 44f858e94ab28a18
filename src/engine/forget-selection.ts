/** Owns finding every archived line that a forget request is about, copies in other files included. */
import type { ArchiveEntry } from "../archive/archive-types.ts";
import { VarveError } from "../core/errors.ts";
import type { IndexedTurn } from "../search-index/turn-row.ts";
import type { Engine } from "./engine.ts";
import { getSession, parseReference } from "./find-session.ts";

export interface ForgetTargets {
  /** Session and turn references. */
  readonly references: readonly string[];
  /** Project slugs. */
  readonly projects: readonly string[];
  /** Literal text (8 characters or more): every line that holds it goes. */
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
/** A prompt's copies (queue rows, last-prompt rows, the prompt history) are recognised by this much of its text. */
const COPY_PREFIX_CHARS = 120;

interface Wanted {
  readonly sessions: ReadonlySet<string>;
  readonly recordIds: ReadonlySet<string>;
  /** JSON-escaped texts; a line that holds one is chosen. `session` limits where copies of a turn are looked for. */
  readonly texts: readonly { readonly escaped: string; readonly session: string | null }[];
}

/** Reads the whole archive once. Throws `usage` for an empty or too short request, `not-found`, `ambiguous`. */
export function selectForgotten(engine: Engine, targets: ForgetTargets): ForgetSelection {
  const wanted = resolveWanted(engine, targets);
  const chosen = new Map<string, "all" | Map<number, Set<number>>>();
  let lines = 0;
  let bytes = 0;
  for (const entry of engine.archive.entries()) {
    if (belongsTo(entry, wanted.sessions)) {
      chosen.set(entry.id, "all");
      lines += entry.epochs.reduce((sum, epoch) => sum + epoch.lines, 0);
      bytes += entry.epochs.reduce((sum, epoch) => sum + epoch.textBytes, 0);
      continue;
    }
    const found = linesOf(engine, entry, wanted);
    if (found.size === 0) continue;
    const perEpoch = new Map<number, Set<number>>();
    for (const [epoch, hits] of found) {
      perEpoch.set(epoch, new Set(hits.keys()));
      lines += hits.size;
      for (const length of hits.values()) bytes += length;
    }
    chosen.set(entry.id, perEpoch);
  }
  return { entries: chosen, sessions: wanted.sessions, turns: wanted.recordIds.size, lines, bytes };
}

function belongsTo(entry: ArchiveEntry, sessions: ReadonlySet<string>): boolean {
  return sessions.has(entry.session ?? "") || sessions.has(entry.fileId ?? "");
}

function resolveWanted(engine: Engine, targets: ForgetTargets): Wanted {
  const index = engine.index("read");
  const sessions = new Set<string>();
  const recordIds = new Set<string>();
  const texts: { escaped: string; session: string | null }[] = [];
  for (const reference of targets.references.map(parseReference)) {
    const session = getSession(index, reference.session);
    const turn = reference.kind === "turn" ? index?.turn(session.id, reference.seqText) : undefined;
    if (reference.kind === "session") sessions.add(session.id);
    else if (turn === undefined) throw new VarveError("not-found", `session ${session.id} has no turn #${reference.seqText}`, "list its turns with `varve read`");
    else addTurn(turn, recordIds, texts);
  }
  if (targets.match !== undefined) {
    if (targets.match.length < SHORTEST_MATCH) {
      throw new VarveError("usage", `--match needs ${SHORTEST_MATCH} characters or more`, "write more of the text, or name turns");
    }
    texts.push({ escaped: escapeJson(targets.match), session: null });
  }
  const byRange = targets.projects.length > 0 || (targets.before !== undefined && targets.references.length === 0 && targets.match === undefined);
  if (byRange) {
    const filter = { projects: targets.projects.length === 0 ? ("all" as const) : targets.projects, includeHidden: true };
    for (const session of index?.sessions(filter) ?? []) {
      if (targets.before === undefined || (session.endedAt ?? "") < targets.before) sessions.add(session.id);
    }
  }
  if (sessions.size === 0 && recordIds.size === 0 && texts.length === 0) {
    throw new VarveError("usage", "nothing to forget was named, or nothing matches", "name sessions or turns, or use --project, --match or --before");
  }
  for (const id of sessions) {
    for (const turn of index?.turnsOf(id, { from: 0, to: Number.MAX_SAFE_INTEGER }) ?? []) recordIds.add(turn.entryId);
  }
  return { sessions, recordIds: new Set([...recordIds].filter((id) => !id.startsWith("line:"))), texts };
}

function addTurn(turn: IndexedTurn, recordIds: Set<string>, texts: { escaped: string; session: string | null }[]): void {
  recordIds.add(turn.entryId);
  const text = turn.text.slice(0, COPY_PREFIX_CHARS);
  if (text.length >= SHORTEST_MATCH) texts.push({ escaped: escapeJson(text), session: turn.session });
  if (turn.entryId.startsWith("line:") && text.length < SHORTEST_MATCH) {
    throw new VarveError("refused", "this turn has no id of its own and too little text to be found again", "forget its session instead");
  }
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Line number -> byte length of the lines of the entry that are wanted, by epoch. */
function linesOf(engine: Engine, entry: ArchiveEntry, wanted: Wanted): Map<number, Map<number, number>> {
  const needles = wanted.texts
    .filter(({ session }) => session === null || entry.kind === "history" || entry.session === session || entry.fileId === session)
    .map(({ escaped }) => Buffer.from(escaped));
  const found = new Map<number, Map<number, number>>();
  for (const epoch of entry.epochs) {
    engine.archive.readLines(entry.id, epoch.epoch, 1, (line, number) => {
      const isWanted = needles.some((needle) => line.includes(needle)) || namesRecord(line, wanted);
      if (!isWanted) return;
      const hits = found.get(epoch.epoch) ?? new Map<number, number>();
      hits.set(number, line.length);
      found.set(epoch.epoch, hits);
    });
  }
  return found;
}

/** `"uuid"` and `"id"` name the record itself; `"sessionId"` only counts where a line belongs to no file of its own. */
function namesRecord(line: Buffer, wanted: Wanted): boolean {
  if (wanted.recordIds.size === 0 && wanted.sessions.size === 0) return false;
  const text = line.toString("latin1");
  for (const match of text.matchAll(/"(?:uuid|id|call_id)":"([^"]{1,200})"/g)) {
    if (wanted.recordIds.has(match[1] ?? "")) return true;
  }
  for (const match of text.matchAll(/"(?:sessionId|session_id)":"([^"]{1,200})"/g)) {
    if (wanted.sessions.has(match[1] ?? "")) return true;
  }
  return false;
}
