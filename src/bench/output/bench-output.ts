/** Owns measuring how large answers become: the worst page of each surface, tokens per hit, the list against the bodies. */
import type { Budget } from "../../core/budget.ts";
import { estimateTokens } from "../../core/estimate-tokens.ts";
import type { Engine } from "../../engine/engine.ts";
import { percentiles, type Percentiles } from "../percentiles.ts";

/** One question to the store. */
export interface OutputProbe {
  readonly query: string;
  /** Of a turn that holds the query's words. */
  readonly ref: string;
  readonly session: string;
  /** Day of that turn. */
  readonly day: string;
}

export interface WrittenAnswer {
  /** As it would be printed. */
  readonly text: string;
  /** References of what is listed; empty for an answer that is no list. */
  readonly refs: readonly string[];
}

/** A command in one of its forms. */
export interface OutputSurface {
  readonly name: string;
  readonly budget: Budget;
  readonly ask: (engine: Engine, probe: OutputProbe) => Promise<WrittenAnswer> | WrittenAnswer;
}

export interface SurfaceSizes {
  readonly name: string;
  readonly answers: number;
  readonly worstBytes: number;
  readonly worstChars: number;
  readonly worstTokens: number;
  readonly ceilingBytes: number;
  readonly ceilingTokens: number;
  /** Undefined for answers that are no list. */
  readonly tokensPerHit: Percentiles | undefined;
  /** Bytes of the list / bytes of the same turns read in full; undefined for answers that are no list. */
  readonly indexToBodies: number | undefined;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

function bodyBytes(engine: Engine, ref: string): number {
  const [session = "", seq = ""] = ref.replace(/^t:/, "").split("#");
  return bytesOf(engine.index("read")?.turn(session, seq)?.text ?? "");
}

/** Every probe put to one surface. */
export async function measureSurface(
  engine: Engine,
  surface: OutputSurface,
  probes: readonly OutputProbe[],
): Promise<SurfaceSizes> {
  let worst = { bytes: 0, chars: 0, tokens: 0 };
  let listed = 0;
  let bodies = 0;
  const perHit: number[] = [];
  for (const probe of probes) {
    // oxlint-disable-next-line no-await-in-loop -- one process answers one question at a time
    const { text, refs } = await surface.ask(engine, probe);
    const tokens = estimateTokens(text);
    worst = {
      bytes: Math.max(worst.bytes, bytesOf(text)),
      chars: Math.max(worst.chars, text.length),
      tokens: Math.max(worst.tokens, tokens),
    };
    if (refs.length === 0) continue;
    perHit.push(tokens / refs.length);
    listed += bytesOf(text);
    bodies += refs.reduce((sum, ref) => sum + bodyBytes(engine, ref), 0);
  }
  return {
    name: surface.name,
    answers: probes.length,
    worstBytes: worst.bytes,
    worstChars: worst.chars,
    worstTokens: worst.tokens,
    ceilingBytes: surface.budget.bytes,
    ceilingTokens: surface.budget.tokens,
    tokensPerHit: perHit.length === 0 ? undefined : percentiles(perHit),
    indexToBodies: bodies === 0 ? undefined : listed / bodies,
  };
}
