/**
 * Owns the text of the members written last, so that who reads them right away, as the index does, need not inflate
 * what was just compressed. A member is named by the hash of its compressed bytes; its text is handed out once.
 */
import type { PackedMember } from "./pack-members.ts";

/** More than this is read back from the file: a large capture must not be held in memory whole. */
const MOST_BYTES = 32 * 1024 * 1024;

export interface FreshText {
  /** Forgets what was written before. */
  clear(): void;
  add(members: readonly PackedMember[]): void;
  /** The text of a member, if it is still here; it is not afterwards. */
  take(sha: string): Buffer | undefined;
}

export function createFreshText(): FreshText {
  const texts = new Map<string, Buffer>();
  let bytes = 0;
  return {
    clear() {
      texts.clear();
      bytes = 0;
    },
    add(members) {
      for (const { line, text } of members) {
        if (text === undefined || bytes + text.length > MOST_BYTES) return;
        bytes += text.length;
        texts.set(line.sha, text);
      }
    },
    take(sha) {
      const text = texts.get(sha);
      texts.delete(sha);
      return text;
    },
  };
}
