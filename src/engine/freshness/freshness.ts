/** Owns what a read knows about files that changed since the index was written: what came in, what waits, what it says. */
import type { Turn } from "../../core/turn.ts";

/** Why a changed file is not in the index, in words for a header. */
export type PendingWhy =
  | "another varve process is writing"
  | "no time left"
  | "too large for now"
  | "the store may not be written"
  | "there is no index yet"
  | "varve sync has something to finish first"
  | "taking it in failed"
  | "it cannot be read";

export interface PendingFile {
  /** Redacted. */
  readonly path: string;
  /** What the index does not hold of it, as far as its size tells. */
  readonly bytes: number;
  readonly why: PendingWhy;
  /** How much of what is new the tails show. */
  readonly scanned: "whole" | "ends" | "nothing";
}

/** A turn that stands in a host's file and not yet in archive and index; redacted and capped as any other. */
export interface TailTurn extends Turn {
  /** Slug of its project where the registry knows it, else the name of its folder. */
  readonly project: string;
  /** The place that it has once it is indexed. */
  readonly seq: string;
}

export interface Freshness {
  /** Bytes of transcripts that the index does not hold; 0 when it holds all. */
  readonly indexLag: number;
  readonly tookIn: { readonly files: number; readonly turns: number };
  /** Newest first. */
  readonly pending: readonly PendingFile[];
  /** Newest file first; within a file in the order of its lines. */
  readonly tails: readonly TailTurn[];
  /** Sessions that lines not taken in yet ask to leave out: what the index holds of them is not to be shown. */
  readonly leftOut: ReadonlySet<string>;
  /** Redacted, for the header: what went wrong while taking in; null when nothing did. */
  readonly problem: string | null;
}
