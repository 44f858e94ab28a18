/** Owns the size of a file that may not exist. */
import { statSync } from "node:fs";

/** Bytes; 0 when there is no such file. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
