/** Owns the line that stands where one was taken out, so that line numbers never move. */
export type RemovalReason = "forgotten" | "pruned" | "damaged";

const SHAPE = /^\{"varve":"(forgotten|pruned|damaged)","bytes":(\d+)\}$/;
const MARK = Buffer.from('{"varve":"');
const LONGEST = 48;

/** `bytes` is the length of the line that stood here, without its newline. */
export function placeholder(reason: RemovalReason, bytes: number): Buffer {
  return Buffer.from(`{"varve":"${reason}","bytes":${bytes}}`);
}

/** What a stored line stands for, when it is a placeholder. */
export function parsePlaceholder(
  line: Buffer,
): { reason: RemovalReason; bytes: number } | undefined {
  if (line.length > LONGEST || line.length < MARK.length) return undefined;
  if (!line.subarray(0, MARK.length).equals(MARK)) return undefined;
  const match = SHAPE.exec(line.toString("latin1"));
  if (match === null) return undefined;
  return { reason: match[1] as RemovalReason, bytes: Number(match[2]) };
}
