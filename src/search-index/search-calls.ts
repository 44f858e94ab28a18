/** Owns the calls of an index handle that find, read and count turns. */
import type { SessionCounts } from "../core/corpus-facts.ts";
import type { QueryWord } from "../core/tokenise/query-words.ts";
import { type Connection } from "./connection.ts";
import {
  countRange,
  spanOfRange,
  type RangeCount,
  type RangeSteps,
  type TimeRangeFilter,
  type TimeSpan,
} from "./count-range.ts";
import { countSessionWords } from "./count-session-words.ts";
import { findFirstPrompt, type FirstPrompt } from "./find-first-prompt.ts";
import { isLineHidden } from "./hidden-lines.ts";
import type { HiddenLine } from "./hidden-keys.ts";
import { findLastSession } from "./last-session.ts";
import { listCopies, type RecordCopy } from "./list-copies.ts";
import { listEdits, type EditFilter, type FileEdit } from "./list-edits.ts";
import { listRange, type RangeTurn } from "./list-range.ts";
import { listRelatives, type Relatives } from "./list-relatives.ts";
import { listSessionTurns, type SessionTurn } from "./list-session-turns.ts";
import { readTextHeads } from "./read-text-heads.ts";
import { readTurn, readTurns, readTurnsById, type OrdinalRange } from "./read-turns.ts";
import {
  readSurroundings,
  type HitPlace,
  type Surroundings,
  type SurroundingsOptions,
} from "./read-surroundings.ts";
import { listScanEntries, readLineTurns, type LineTurn, type ScanEntry } from "./scan-lines.ts";
import {
  countCapped,
  scanTexts,
  type ScanFilter,
  type ScanRequest,
  type ScanStep,
} from "./scan-texts.ts";
import type { SearchRequest } from "./search-conditions.ts";
import { searchTurns, type SearchResult } from "./search-turns.ts";
import type { IndexedTurn } from "./turn-row.ts";
import {
  findSessions,
  getSession,
  listSessions,
  type SessionFilter,
  type SessionRow,
} from "./list-sessions.ts";

/** Runs a call on the connection of the moment and explains its errors. */
export type RunOn = <T>(work: (connection: Connection) => T) => T;

/** Calls that find, read and count turns. Each may throw VarveError as the index handle says. */
export interface SearchCalls {
  sessions(filter: SessionFilter): readonly SessionRow[];
  /** By a prefix of 8 characters or more: none, one, or all it may mean. */
  findSessions(prefix: string): readonly SessionRow[];
  search(request: SearchRequest): SearchResult;
  /** What stands around hits: the turns next to them, what was asked for, what came of it. */
  surroundings(hits: readonly HitPlace[], options: SurroundingsOptions): Surroundings;
  /** For each session of `ids`, by session id, how many of its turns hold each of `words`. */
  sessionCounts(
    ids: readonly number[],
    words: readonly QueryWord[],
  ): ReadonlyMap<string, SessionCounts>;
  /** One step of a look through the texts of turns, newest first. */
  scanTexts(request: ScanRequest): ScanStep;
  /** Turns in scope of which the index holds only a part. */
  countCapped(filter: ScanFilter): number;
  /** Archive entries with turns, newest first. */
  scanEntries(): readonly ScanEntry[];
  /** Turns that an archived line gave. */
  lineTurns(line: {
    readonly entryId: string;
    readonly epoch: number;
    readonly line: number;
  }): readonly LineTurn[];
  /** True for a line that repeats, or gave, a turn that a person has hidden. */
  isLineHidden(line: HiddenLine): boolean;
  /** `session` may be a prefix; undefined when it or the seq is unknown or the prefix is ambiguous. */
  turn(session: string, seq: string): IndexedTurn | undefined;
  turnsOf(session: string, range: OrdinalRange): readonly IndexedTurn[];
  /** In the order of `ids`. */
  turnsById(ids: readonly number[]): readonly IndexedTurn[];
  /** Every turn of a session (whole id), copied ones included, in time order, without texts. */
  sessionTurns(session: string): readonly SessionTurn[];
  /** The first `chars` characters of texts, by id. */
  textHeads(ids: readonly number[], chars: number): ReadonlyMap<number, string>;
  spanOfRange(range: Pick<TimeRangeFilter, "from" | "until">): TimeSpan | undefined;
  countRange(filter: TimeRangeFilter, steps: RangeSteps): readonly RangeCount[];
  /** What a person asked first of a session (whole id) in the range. */
  firstPrompt(
    session: string,
    range: Pick<TimeRangeFilter, "from" | "until">,
  ): FirstPrompt | undefined;
  /** The first turns of a range, in time order. */
  rangeTurns(filter: TimeRangeFilter, limit: number): readonly RangeTurn[];
  /** What changed a file, newest first. */
  edits(filter: EditFilter): readonly FileEdit[];
  /** Places that repeat the record of a turn. */
  copies(id: number): readonly RecordCopy[];
  /** Helpers and forks of a session (whole id). */
  relatives(session: string): Relatives;
  /** Id of the session of these projects that was active last. */
  lastSession(projects: readonly string[] | "all"): string | undefined;
}

/** The calls over `run`. */
export function makeSearchCalls(run: RunOn): SearchCalls {
  return {
    sessions: (filter) => run((connection) => listSessions(connection, filter)),
    findSessions: (prefix) => run((connection) => findSessions(connection, prefix)),
    search: (request) => run((connection) => searchTurns(connection, request)),
    surroundings: (hits, options) =>
      run((connection) => readSurroundings(connection, hits, options)),
    sessionCounts: (ids, words) => run((connection) => countSessionWords(connection, ids, words)),
    scanTexts: (request) => run((connection) => scanTexts(connection, request)),
    countCapped: (filter) => run((connection) => countCapped(connection, filter)),
    scanEntries: () => run(listScanEntries),
    lineTurns: (line) => run((connection) => readLineTurns(connection, line)),
    isLineHidden: (line) => run((connection) => isLineHidden(connection, line)),
    turn: (id, seq) =>
      run((connection) => {
        const session = getSession(connection, id);
        return session === undefined ? undefined : readTurn(connection, session, seq);
      }),
    turnsOf: (id, range) =>
      run((connection) => {
        const session = getSession(connection, id);
        return session === undefined ? [] : readTurns(connection, session, range);
      }),
    turnsById: (ids) => run((connection) => readTurnsById(connection, ids)),
    sessionTurns: (session) => run((connection) => listSessionTurns(connection, session)),
    textHeads: (ids, chars) => run((connection) => readTextHeads(connection, ids, chars)),
    spanOfRange: (range) => run((connection) => spanOfRange(connection, range)),
    countRange: (filter, steps) => run((connection) => countRange(connection, filter, steps)),
    firstPrompt: (session, range) =>
      run((connection) => findFirstPrompt(connection, session, range)),
    rangeTurns: (filter, limit) => run((connection) => listRange(connection, filter, limit)),
    edits: (filter) => run((connection) => listEdits(connection, filter)),
    copies: (id) => run((connection) => listCopies(connection, id)),
    relatives: (session) => run((connection) => listRelatives(connection, session)),
    lastSession: (projects) => run((connection) => findLastSession(connection, projects)),
  };
}
