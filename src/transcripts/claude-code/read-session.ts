/** Owns reading a session's or helper's transcript line by line. */
import type { ReaderOptions, ReadSink, RecordReader } from "../reader.ts";
import { toIsoTime } from "../shared/iso-time.ts";
import { asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { parseLine } from "../shared/parse-line.ts";
import { redactId } from "../shared/redact-id.ts";
import { readAssistantRow } from "./read-assistant-row.ts";
import { readOtherRow } from "./read-other-row.ts";
import { emitUndelivered } from "./read-prompt.ts";
import { readUserRow } from "./read-user-row.ts";
import { isWholeRow } from "./recognise-row.ts";
import {
  openSessionContext,
  reportFact,
  saveSessionContext,
  type RowContext,
  type SessionContext,
} from "./session-context.ts";
import { isSkimmedBookkeeping, listRawUuids } from "./skim-line.ts";

/** Room for the blocks of one record when a torn append left several on a line. */
const BLOCKS_PER_RECORD = 1000;

/** Opens the reader of a session file, or of a helper's file, whose turns are all sidechain work of its parent. */
export function openSessionReader(options: ReaderOptions): RecordReader {
  const context = openSessionContext(options);
  return {
    read: (line, number, sink) => readLine(context, line, number, sink),
    state: () => saveSessionContext(context),
    finish(sink) {
      const undelivered = context.ownSession ? [] : context.queue.takeUndelivered();
      emitUndelivered(context, describeRow(context, {}, { line: 0, record: 0, sink }), undelivered);
    },
  };
}

function readLine(context: SessionContext, line: Buffer, number: number, sink: ReadSink): void {
  if (isSkimmedBookkeeping(line)) {
    for (const uuid of listRawUuids(line)) context.uuids.add(uuid, number);
    return sink.skip(context.ownSession ? "own-session" : "bookkeeping", number);
  }
  const { records, problem } = parseLine(line, isWholeRow);
  if (problem !== null) sink.skip(problem, number);
  records.forEach((row, record) => readRow(context, row, { line: number, record, sink }));
}

interface Place {
  readonly line: number;
  readonly record: number;
  readonly sink: ReadSink;
}

function readRow(context: SessionContext, row: JsonObject, place: Place): void {
  if (context.ownSession) return place.sink.skip("own-session", place.line);
  const at = describeRow(context, row, place);
  const uuid = asText(row["uuid"]);
  reportRowFacts(context, at);
  if (uuid !== undefined && context.uuids.has(uuid))
    return place.sink.skip("duplicate", place.line);
  if (row["type"] === "user") readUserRow(context, at);
  else if (row["type"] === "assistant") readAssistantRow(context, at);
  else readOtherRow(context, at);
  // Afterwards, because a prompt first asks where its parent lies and then opens a new stretch of rows.
  if (uuid !== undefined) context.uuids.add(uuid, place.line);
}

function describeRow(
  context: SessionContext,
  row: JsonObject,
  { line, record, sink }: Place,
): RowContext {
  const written = toIsoTime(row["timestamp"]);
  if (written !== undefined) context.lastTime = written;
  return {
    row,
    line,
    firstBlock: record * BLOCKS_PER_RECORD,
    sink,
    entryId: redactId(context.options.redactor, asText(row["uuid"])) ?? `line:${line}`,
    time: context.lastTime,
    timeInferred: written === undefined && context.lastTime !== null,
    sidechain: context.options.kind === "subagent" || row["isSidechain"] === true,
    cwd: context.short(asText(row["cwd"])) ?? context.facts.get("cwd") ?? null,
    gitBranch: context.short(asText(row["gitBranch"])) ?? context.facts.get("gitBranch") ?? null,
  };
}

function reportRowFacts(context: SessionContext, at: RowContext): void {
  const { row, sink } = at;
  const isHelper = context.options.kind === "subagent";
  const rowSession = context.short(asText(row["sessionId"]));
  if (rowSession === null) return;
  // A file that is not named after its session belongs to the one its first row names.
  if (!isHelper && context.options.session === null && !context.facts.has("session"))
    context.session = rowSession;
  reportFact(context, sink, "session", context.session);
  // A row without an id is the host's own note about this session; forks copy only rows that have one.
  const isNote = row["uuid"] === undefined && rowSession === context.session && !at.timeInferred;
  if (isNote && !isHelper && !context.facts.has("ownRowsFrom"))
    reportFact(context, sink, "ownRowsFrom", at.time);
  if (isHelper)
    reportParent(
      context,
      sink,
      context.short(context.options.session ?? undefined) ?? rowSession,
      "subagent",
    );
  const origin = context.short(asText(asObject(row["forkedFrom"])?.["sessionId"]));
  if (!isHelper && origin !== null && origin !== context.session)
    reportParent(context, sink, origin, "fork");
  if (!context.facts.has("cwd")) reportFact(context, sink, "cwd", at.cwd);
  reportFact(context, sink, "gitBranch", at.gitBranch);
  reportFact(context, sink, "hostVersion", context.short(asText(row["version"])));
}

function reportParent(
  context: SessionContext,
  sink: ReadSink,
  parent: string,
  relation: "subagent" | "fork",
): void {
  if (context.facts.get("parent") === parent) return;
  context.facts.set("parent", parent);
  sink.facts({ parent, relation });
}
