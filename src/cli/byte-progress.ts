/** Owns the bar for work that is counted in bytes of files. */
import type { CommandContext } from "./frame/command-spec.ts";
import { createProgress, type Progress } from "./progress.ts";

export interface ByteProgress {
  start(totalBytes: number, files: number): void;
  advance(bytes: number): void;
  stop(): void;
}

const MEGABYTE = 1_000_000;

/** A bar in megabytes on a terminal, silence elsewhere. */
export async function createByteProgress(
  context: CommandContext,
  label: string,
): Promise<ByteProgress> {
  const bar: Progress = await createProgress({
    label,
    total: 1,
    isTerminal: context.output.isTerminal && !context.output.isJson,
  });
  let total = 0;
  let done = 0;
  return {
    start(totalBytes, files) {
      total = totalBytes;
      done = 0;
      bar.update(0, Math.max(1, Math.round(total / MEGABYTE)));
      void files;
    },
    advance(bytes) {
      done += bytes;
      bar.update(Math.round(done / MEGABYTE));
    },
    stop: () => bar.stop(),
  };
}
