/** Owns what one host file says that the index does not hold: its new lines read as the archive would give them. */
import type { SourceFile } from "../../core/source-file.ts";
import { formatSeq, type Turn } from "../../core/turn.ts";
import type { LinesAhead } from "../../archive/read-ahead.ts";
import type { SearchIndex } from "../../search-index/search-index.ts";
import { formatOf } from "../../transcripts/formats.ts";
import type { Engine } from "../engine.ts";
import { isTurnHidden } from "../hidden/find-hide.ts";
import { findOwner, isLeftOut, type Owner } from "../find-owner.ts";
import { UNKNOWN_PROJECT } from "../index-entry.ts";
import { readEntry, type ReadBatch } from "../read-entry.ts";
import type { TailTurn } from "./freshness.ts";

/** Of one file; its beginning and its end when more is new. */
const MAX_BYTES = 320 * 1024;

export type TailRead =
  /** Left out by a rule, a person's mark, or because it is no transcript. */
  | { readonly kind: "nothing-to-show" }
  /** A person's mark in the new lines leaves the session out. */
  | { readonly kind: "marked"; readonly session: string }
  | { readonly kind: "passed-over" }
  | { readonly kind: "turns"; readonly turns: readonly TailTurn[]; readonly isWhole: boolean };

export interface TailOptions {
  readonly index: SearchIndex | undefined;
  readonly isLate: () => boolean;
}

/** Writes nothing. Throws what reading the file throws. */
export function readTail(engine: Engine, file: SourceFile, options: TailOptions): TailRead {
  if (isLeftOut(engine, [file.fileId, file.session])) return { kind: "nothing-to-show" };
  const owner = findOwner(engine, file, "look");
  if (owner === undefined || isOwnerLeftOut(engine, owner)) return { kind: "nothing-to-show" };
  const session = owner.session ?? file.fileId;
  const { keepPrivate } = engine.options.settings;
  const { withhold } = formatOf(file.source);
  const ahead = engine.archive.readAhead(
    {
      file,
      project: owner.project,
      session: owner.session,
      withhold: keepPrivate ? undefined : engine.privateWords.noting(withhold, session),
    },
    {
      linesHeld: (entryId, epoch) => options.index?.position(entryId, epoch)?.lines ?? 0,
      maxBytes: MAX_BYTES,
      mayPass: hidesNothing,
      isLate: options.isLate,
    },
  );
  if (ahead === undefined) return { kind: "passed-over" };
  const batches = parseLines(engine, { file, owner, ahead, index: options.index });
  if (batches.some(({ excludedAt }) => excludedAt !== undefined))
    return { kind: "marked", session };
  const turns = withRewinds(batches);
  const { entryId, epoch } = ahead;
  const held = options.index?.holds(turns.map((turn) => ({ entryId, epoch, turn })));
  const hidden = engine.hidden.current();
  const project = owner.project ?? lastPart(owner.cwd) ?? UNKNOWN_PROJECT;
  return {
    kind: "turns",
    isWhole: ahead.isWhole,
    turns: turns
      .filter((_, at) => held?.[at] !== true)
      .filter((turn) => !isTurnHidden(hidden, { ...turn, archiveEntryId: entryId, epoch }))
      .map((turn) => ({
        ...turn,
        project,
        seq: formatSeq({ epoch, line: turn.line, block: turn.block }),
      })),
  };
}

/** A folder that the registry does not know may be one that a rule names: until a sync has looked, it stays hidden. */
function isOwnerLeftOut(engine: Engine, owner: Owner): boolean {
  const isUnasked =
    owner.cwd !== null &&
    owner.project === null &&
    engine.options.settings.exclude.projects.length > 0;
  return (
    owner.excludedBy !== undefined ||
    isUnasked ||
    isLeftOut(engine, [owner.session, owner.helpedSession])
  );
}

/** A mark in the part that nobody reads may hide the whole session, or words of the part that is read. */
function hidesNothing(text: Buffer): boolean {
  return !/[<c]\/?private|varve-exclude/i.test(text.toString("latin1"));
}

interface Lines {
  readonly file: SourceFile;
  readonly owner: Owner;
  readonly ahead: LinesAhead;
  readonly index: SearchIndex | undefined;
}

function parseLines(engine: Engine, { file, owner, ahead, index }: Lines): readonly ReadBatch[] {
  const batches: ReadBatch[] = [];
  readEntry(
    {
      source: file.source,
      kind: file.kind,
      fileId: file.fileId,
      session: owner.session,
      fromLine: ahead.lines[0]?.number ?? 1,
      state: index?.position(ahead.entryId, ahead.epoch)?.state,
      redactor: engine.privateWords.masking(engine.redactor, owner.session ?? file.fileId),
      keyedHash: (text) => engine.store.keyedHash(text),
      skipTools: new Set(engine.options.settings.skipTools),
      eachLine: (onLine) => ahead.lines.forEach(({ line, number }) => onLine(line, number)),
    },
    (batch) => void batches.push(batch),
  );
  return batches;
}

/** The turns, those that a rewind left behind labelled so, as the index labels them. */
function withRewinds(batches: readonly ReadBatch[]): readonly Turn[] {
  const turns = batches.flatMap((batch) => batch.turns);
  const ranges = batches
    .flatMap(({ rewinds }) => rewinds)
    .flatMap(({ parentEntryId, line, parentLine }) => {
      const after = parentLine ?? turns.findLast(({ entryId }) => entryId === parentEntryId)?.line;
      return after === undefined ? [] : [{ after, before: line }];
    });
  if (ranges.length === 0) return turns;
  return turns.map((turn) =>
    ranges.some(({ after, before }) => turn.line > after && turn.line < before)
      ? { ...turn, branch: "dropped" }
      : turn,
  );
}

function lastPart(path: string | null): string | undefined {
  return path?.split(/[\\/]/).findLast((part) => part !== "");
}
