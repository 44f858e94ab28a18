/** Owns progress bars: the only importer of the bar, which is loaded with the first bar that is shown. */

export interface ProgressOptions {
  /** What is counted, such as `sessions`. */
  readonly label: string;
  readonly total: number;
  /** Where nobody looks (a pipe, a log), no bar is drawn and nothing is loaded. */
  readonly isTerminal: boolean;
}

export interface Progress {
  /** Sets how much is done; `total` may grow. */
  update(done: number, total?: number): void;
  /** Removes the bar, so that what is printed next stands alone. */
  stop(): void;
}

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

/** Draws on stderr, at most ten times a second. */
export async function createProgress(options: ProgressOptions): Promise<Progress> {
  if (!options.isTerminal) return SILENT;
  const { default: progress } = await import("cli-progress");
  const bar = new progress.SingleBar({
    format: "{label} [{bar}] {value}/{total}",
    stream: process.stderr,
    fps: 10,
    clearOnComplete: true,
    hideCursor: true,
    barCompleteChar: "#",
    barIncompleteChar: ".",
  });
  bar.start(options.total, 0, { label: options.label });
  return {
    update(done, total) {
      if (total !== undefined) bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
