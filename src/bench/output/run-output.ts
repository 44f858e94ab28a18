/** Owns the output bench: a generated history, questions of its own words, and the sizes of every surface's answers. */
import { join } from "node:path";

import { openEngine, PLAIN_SETTINGS } from "../../engine/engine.ts";
import { syncSources } from "../../engine/sync-sources.ts";
import { generateHistory } from "../generate-history.ts";
import { renderMarkdownTable } from "../markdown-table.ts";
import { measureSurface, type OutputSurface, type SurfaceSizes } from "./bench-output.ts";
import { drawProbes } from "./draw-probes.ts";

export interface OutputBenchOptions {
  readonly workFolder: string;
  readonly bytes: number;
  readonly seed: number;
  readonly surfaces: readonly OutputSurface[];
  readonly onStep: (text: string) => void;
}

const PROBES = 200;

/** Sizes by surface, in the order of `surfaces`. */
export async function runOutputBench(
  options: OutputBenchOptions,
): Promise<readonly SurfaceSizes[]> {
  const { workFolder, bytes, seed, surfaces, onStep } = options;
  const userHome = join(workFolder, "home");
  generateHistory({ seed, bytes, out: userHome });
  const engine = openEngine({
    home: join(workFolder, "store"),
    userHome,
    roots: [
      { source: "claude-code", path: join(userHome, ".claude") },
      { source: "codex", path: join(userHome, ".codex") },
    ],
    settings: PLAIN_SETTINGS,
    now: () => new Date(),
    create: true,
  });
  try {
    onStep("importing ...");
    syncSources(engine);
    const probes = drawProbes(engine, PROBES, seed);
    const sizes: SurfaceSizes[] = [];
    for (const surface of surfaces) {
      onStep(`${surface.name} ...`);
      // oxlint-disable-next-line no-await-in-loop -- surfaces share the store and the processor
      sizes.push(await measureSurface(engine, surface, probes));
    }
    return sizes;
  } finally {
    engine.close();
  }
}

/** One row for each surface. */
export function renderOutputBench(sizes: readonly SurfaceSizes[]): string {
  const rows = sizes.map((each) => [
    each.name,
    String(each.answers),
    `${each.worstBytes} of ${each.ceilingBytes}`,
    String(each.worstChars),
    `${each.worstTokens} of ${each.ceilingTokens}`,
    each.tokensPerHit === undefined
      ? ""
      : `${each.tokensPerHit.p50.toFixed(0)} / ${each.tokensPerHit.p95.toFixed(0)}`,
    each.indexToBodies === undefined ? "" : `1 : ${(1 / each.indexToBodies).toFixed(1)}`,
  ]);
  const head = ["surface", "answers", "worst bytes", "worst chars", "worst tokens (estimated)"];
  return renderMarkdownTable([...head, "tokens per hit p50 / p95", "list : bodies"], rows);
}
