/** Owns naming where in the store an archived line lies. */
import { epochPaths } from "../archive/entry-paths.ts";

/** The gzip file of one epoch, relative to the store. */
export function entryFilePath(entryId: string, epoch: number): string {
  return epochPaths("archive", entryId, epoch).gz;
}
