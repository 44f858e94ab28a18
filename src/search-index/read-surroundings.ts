/** Owns reading what stands around hits in their sessions: the turns next to them, what was asked for, and what came of it. */
import type { TurnClass, TurnRole } from "../core/turn.ts";
import { formatSeq, TURN_CLASSES, TURN_ROLES } from "../core/turn.ts";
import type { SqliteRow } from "../platform/sqlite.ts";
import type { Connection } from "./connection.ts";
import { searchKey } from "./full-text-rows.ts";
import { andShown } from "./hidden-mask.ts";
import { BLOCK_SIZE } from "./pack-rowid.ts";
import { TURN_FLAGS } from "./schema.ts";
import { classCode, isoTime } from "./turn-row.ts";

export interface NearbyTurn {
  readonly id: number;
  readonly session: string;
  readonly seq: string;
  readonly time: string | null;
  readonly role: TurnRole;
  readonly class: TurnClass;
  readonly files: readonly string[];
  /** Cut where it is long. */
  readonly text: string;
  /** Tool and files, as the full-text table has them. */
  readonly key: string;
}

export interface NearTurn {
  readonly turn: NearbyTurn;
  /** Turns away: -1 just before, 2 the second behind. */
  readonly distance: number;
}

export interface Surroundings {
  /** Hits, the turns next to them, the prompts they work under and what was said and changed under these. */
  readonly members: readonly NearbyTurn[];
  /** Searchable turns next to a member. */
  neighbours(id: number): readonly NearTurn[];
  /** The prompt that a member works under; undefined for that prompt itself and where it is too far off. */
  request(id: number): NearbyTurn | undefined;
}

export interface HitPlace {
  readonly id: number;
  readonly session: string;
}

export interface SurroundingsOptions {
  /** Turns on either side that count as neighbours. */
  readonly span: number;
  /** False for a prompt that only says to go on: the one before it is what was asked for. */
  readonly isRequest: (text: string) => boolean;
}

/** Rows on either side that an exchange is looked for in. */
const REACH = 200;
/** Prompts that only say to go on, at most so many in a row. */
const MOST_PROMPTS = 4;
/** Last replies and edits of an exchange: what came of it is said at its end. */
const MOST_ANSWERS = 5;
/** Rows on either side read to find neighbours: rows of the host stand between turns. */
const ROW_SPAN = 6;
const MEMBER_CHARS = 4_000;
const NEIGHBOUR_CHARS = 800;

const liveSql = (): string =>
  `t.class <> ${classCode("lifecycle")} AND t.flags & ${TURN_FLAGS.dropped} = 0`;
const promptsSql = (
  shown: string,
): string => `SELECT t.id, substr(x.text, 1, ${NEIGHBOUR_CHARS}) AS text FROM turns t CROSS JOIN turn_texts x ON x.id = t.id
  WHERE t.id BETWEEN ? AND ? AND t.class = ${classCode("prompt")} AND t.flags & ${TURN_FLAGS.dropped} = 0${shown}
  ORDER BY t.id`;
const answersSql = (shown: string): string => `SELECT t.id FROM turns t WHERE t.id BETWEEN ? AND ?
  AND t.class IN (${classCode("reply")}, ${classCode("edit")}) AND t.flags & ${TURN_FLAGS.dropped} = 0${shown}
  ORDER BY t.id DESC LIMIT ${MOST_ANSWERS}`;
const rowsSql = (
  shown: string,
): string => `SELECT t.id, t.epoch, t.line, t.block, t.time, t.role, t.class, t.files,
  (SELECT text FROM labels WHERE no = t.tool) AS tool FROM turns t WHERE t.id BETWEEN ? AND ? AND ${liveSql()}${shown} ORDER BY t.id`;
const TEXTS_SQL =
  "SELECT id, substr(text, 1, ?) AS text FROM turn_texts WHERE id IN (SELECT value FROM json_each(?))";

/** What a person asked for, and the rows until the next such prompt. */
interface Exchange {
  readonly request: number | undefined;
  readonly from: number;
  readonly to: number;
}

const blockOf = (id: number): number => id - (id % BLOCK_SIZE);

function findExchange(
  connection: Connection,
  id: number,
  isRequest: SurroundingsOptions["isRequest"],
): Exchange {
  const first = Math.max(blockOf(id), id - REACH);
  const last = Math.min(blockOf(id) + BLOCK_SIZE - 1, id + REACH);
  const prompts = promptsSql(andShown(connection, "t.id"));
  const back = connection.statement(`${prompts} DESC LIMIT ${MOST_PROMPTS}`).all(first, id);
  const ahead = connection.statement(`${prompts} LIMIT ${MOST_PROMPTS}`).all(id + 1, last);
  const isAsking = (row: SqliteRow): boolean => isRequest(String(row["text"]));
  const request = back.find(isAsking) ?? back[0];
  const next = ahead.find(isAsking);
  const from = request === undefined ? undefined : Number(request["id"]);
  return {
    request: from,
    from: from ?? first,
    to: next === undefined ? last : Number(next["id"]) - 1,
  };
}

function findExchanges(
  connection: Connection,
  ids: readonly number[],
  isRequest: SurroundingsOptions["isRequest"],
): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  for (const id of ids) {
    if (!exchanges.some(({ from, to }) => from <= id && id <= to))
      exchanges.push(findExchange(connection, id, isRequest));
  }
  return exchanges;
}

interface Row {
  readonly id: number;
  readonly row: SqliteRow;
}

/** Searchable rows around `ids` in their blocks, in order; a list for each stretch without a gap. */
function readStretches(
  connection: Connection,
  ids: readonly number[],
): readonly (readonly Row[])[] {
  const ranges: { from: number; to: number }[] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const from = Math.max(blockOf(id), id - ROW_SPAN);
    const to = Math.min(blockOf(id) + BLOCK_SIZE - 1, id + ROW_SPAN);
    const before = ranges.at(-1);
    if (before !== undefined && from <= before.to + 1 && blockOf(before.from) === blockOf(from))
      before.to = to;
    else ranges.push({ from, to });
  }
  const statement = connection.statement(rowsSql(andShown(connection, "t.id")));
  return ranges.map(({ from, to }) =>
    statement.all(from, to).map((row) => ({ id: Number(row["id"]), row })),
  );
}

function readTexts(
  connection: Connection,
  ids: readonly number[],
  chars: number,
): ReadonlyMap<number, string> {
  const rows = connection.statement(TEXTS_SQL).all(chars, JSON.stringify(ids));
  return new Map(rows.map((row) => [Number(row["id"]), String(row["text"])]));
}

function decodeNearby({ id, row }: Row, session: string, text: string): NearbyTurn {
  const tool = row["tool"];
  const list = row["files"];
  const files = typeof list === "string" ? (JSON.parse(list) as readonly string[]) : [];
  return {
    id,
    session,
    seq: formatSeq({
      epoch: Number(row["epoch"]),
      line: Number(row["line"]),
      block: Number(row["block"]),
    }),
    time: isoTime(row["time"]),
    role: TURN_ROLES[Number(row["role"])] ?? "system",
    class: TURN_CLASSES[Number(row["class"])] ?? "lifecycle",
    files,
    text,
    key: searchKey(typeof tool === "string" ? tool : null, files),
  };
}

/** Where each row stands: its stretch and its position there. */
interface Place {
  readonly stretch: readonly Row[];
  readonly at: number;
}

function nearTo(place: Place | undefined, span: number): readonly { row: Row; distance: number }[] {
  if (place === undefined) return [];
  const near: { row: Row; distance: number }[] = [];
  for (let distance = -span; distance <= span; distance += 1) {
    const row = place.stretch[place.at + distance];
    if (distance !== 0 && row !== undefined) near.push({ row, distance });
  }
  return near;
}

/** A few dozen statements for twenty hits; a session's block of rowids ends what is looked at. */
export function readSurroundings(
  connection: Connection,
  found: readonly HitPlace[],
  options: SurroundingsOptions,
): Surroundings {
  const hits = found.map(({ id }) => id);
  const sessions = new Map(found.map(({ id, session }) => [blockOf(id), session]));
  const exchanges = findExchanges(connection, hits, options.isRequest);
  const answers = exchanges.flatMap(({ from, to }) =>
    connection
      .statement(answersSql(andShown(connection, "t.id")))
      .all(from, to)
      .map((row) => Number(row["id"])),
  );
  const requests = exchanges.flatMap(({ request }) => request ?? []);
  const seeds = [...new Set([...hits, ...answers, ...requests])];
  const places = new Map<number, Place>();
  for (const stretch of readStretches(connection, seeds))
    stretch.forEach(({ id }, at) => places.set(id, { stretch, at }));
  const members = new Set(seeds.filter((id) => places.has(id)));
  for (const hit of hits)
    for (const { row } of nearTo(places.get(hit), options.span)) members.add(row.id);
  const near = new Map(
    [...members].map((id) => [id, nearTo(places.get(id), options.span)] as const),
  );
  const others = [...near.values()].flatMap((list) => list.map(({ row }) => row.id));
  const texts = new Map([
    ...readTexts(
      connection,
      others.filter((id) => !members.has(id)),
      NEIGHBOUR_CHARS,
    ),
    ...readTexts(connection, [...members], MEMBER_CHARS),
  ]);
  const turns = new Map<number, NearbyTurn>();
  const turnOf = (row: Row): NearbyTurn => {
    const known =
      turns.get(row.id) ??
      decodeNearby(row, sessions.get(blockOf(row.id)) ?? "", texts.get(row.id) ?? "");
    turns.set(row.id, known);
    return known;
  };
  const rowOf = (id: number): Row | undefined => {
    const place = places.get(id);
    return place?.stretch[place.at];
  };
  return {
    members: [...members].flatMap((id) => rowOf(id) ?? []).map(turnOf),
    neighbours: (id) =>
      (near.get(id) ?? []).map(({ row, distance }) => ({ turn: turnOf(row), distance })),
    request(id) {
      const exchange = exchanges.find(({ from, to }) => from <= id && id <= to);
      const row = exchange?.request === undefined ? undefined : rowOf(exchange.request);
      return row === undefined || row.id === id ? undefined : turnOf(row);
    },
  };
}
