/** Owns comparing what is archived with the whole of its source, where that still exists. */
import type { ArchiveContext } from "./archive-context.ts";
import { compareSource, takesWholeFile } from "./compare-source.ts";
import type { EpochState } from "./load-epoch.ts";
import { openSource, type OpenSource } from "./open-source.ts";

/** `behind`: bytes of whole lines in the source that wait for a capture. `unknown`: gone, unreadable or a redacted path. */
export type SourceCheck =
  | { readonly kind: "unknown" }
  | { readonly kind: "same" }
  | { readonly kind: "rewritten" }
  | { readonly kind: "behind"; readonly bytes: number };

function openOwner(state: EpochState): OpenSource | undefined {
  const { owner } = state;
  if (owner.redacted || owner.path === "") return undefined;
  try {
    return openSource(owner.path, owner.compressed);
  } catch {
    return undefined;
  }
}

/**
 * Compares the source of the newest of an entry's epochs (oldest first) with all of it. A source that went back to what
 * an older epoch holds counts as the same. Reads the whole source; never throws because of it.
 */
export function checkSource(context: ArchiveContext, states: readonly EpochState[]): SourceCheck {
  const newest = states.at(-1);
  const source = newest === undefined ? undefined : openOwner(newest);
  if (newest === undefined || source === undefined) return { kind: "unknown" };
  try {
    const whole = takesWholeFile(newest.header.kind);
    const end = whole ? source.contentBytes() : source.lastLineEnd(0);
    for (const state of states.toReversed()) {
      const relation = compareSource(context, source, { state, withhold: undefined, trust: false });
      if (relation === "different") continue;
      const waiting = end - state.last.to;
      if (waiting <= 0) return { kind: "same" };
      if (state === newest) return { kind: "behind", bytes: waiting };
    }
    return end === 0 ? { kind: "same" } : { kind: "rewritten" };
  } catch {
    return { kind: "unknown" };
  } finally {
    source.close();
  }
}
