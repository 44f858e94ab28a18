/** Owns reading a hook's stdin: bounded in bytes and in time, whatever the host does with its end of the pipe. */

export interface StdinText {
  /** The first `limitBytes` of the input, decoded as UTF-8 (damaged bytes become U+FFFD). */
  readonly text: string;
  /** More than `limitBytes` came. */
  readonly cut: boolean;
  /** The end had not come when `deadlineMs` were over. */
  readonly late: boolean;
}

/** Reads until the end or the deadline; what comes after the limit is read and dropped, so that no writer blocks. Never rejects. */
export function readStdin(limitBytes: number, deadlineMs: number): Promise<StdinText> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let kept = 0;
    let cut = false;
    const finish = (late: boolean): void =>
      resolve({ text: Buffer.concat(chunks).toString("utf8"), cut, late });
    setTimeout(() => finish(true), deadlineMs);
    process.stdin.on("data", (chunk: Buffer) => {
      const room = limitBytes - kept;
      if (chunk.length > room) cut = true;
      if (room <= 0) return;
      const part = chunk.subarray(0, room);
      chunks.push(part);
      kept += part.length;
    });
    process.stdin.on("end", () => finish(false));
    process.stdin.on("error", () => finish(false));
  });
}
