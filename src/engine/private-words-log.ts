/**
 * Owns remembering, by keyed hash, the words that people marked private: the archive holds only blanks in their place,
 * so that the rest of a session could not be masked after a rebuild without this note. A truth file, append-only.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

import { listPrivateWords, maskWords } from "../core/private-spans.ts";
import type { Redactor } from "../core/redactor.ts";
import { nodeFileOps } from "../platform/file-ops.ts";
import type { WithholdLine } from "../transcripts/reader.ts";

export interface PrivateWordsLog {
  /** `withhold` that also notes the words it blanks as private words of `session`. */
  noting(withhold: WithholdLine, session: string): WithholdLine;
  /** Writes down what was noted since the last call, before a turn is made from the lines. */
  flush(): void;
  /** `redactor`, and then the private words of `session` masked. */
  masking(redactor: Redactor, session: string | null): Redactor;
}

const HASH_DIGITS = 16;
const MAX_WORDS_PER_SESSION = 2_000;
/** Far more than so many words take; all of a line of hundreds of megabytes would not fit one string. */
const MAX_NOTED_BYTES = 16 * 1024 * 1024;

/** `keyedHash` gives hex under the store's key. */
export function openPrivateWordsLog(
  path: string,
  keyedHash: (text: string) => string,
): PrivateWordsLog {
  const hash = (word: string): string => keyedHash(`word:${word}`).slice(0, HASH_DIGITS);
  const known = readLog(path);
  const fresh = new Map<string, string[]>();

  function note(session: string, bytes: Buffer): void {
    const words = known.get(session) ?? new Set<string>();
    known.set(session, words);
    for (const word of listPrivateWords(
      `<private>${unescapeJson(bytes.toString("utf8", 0, MAX_NOTED_BYTES))}</private>`,
    )) {
      const digits = hash(word);
      if (words.has(digits) || words.size >= MAX_WORDS_PER_SESSION) continue;
      words.add(digits);
      fresh.set(session, [...(fresh.get(session) ?? []), digits]);
    }
  }

  return {
    noting: (withhold, session) => (line) => {
      const withheld = withhold(line);
      for (const span of withheld?.spans ?? []) note(session, span.bytes);
      return withheld;
    },
    flush() {
      if (fresh.size === 0) return;
      const lines = [...fresh]
        .map(([session, hashes]) => `${JSON.stringify({ v: 1, session, hashes })}\n`)
        .join("");
      nodeFileOps.makeFolder(dirname(path));
      const descriptor = nodeFileOps.openAppend(path);
      try {
        nodeFileOps.write(descriptor, Buffer.from(lines));
        nodeFileOps.sync(descriptor);
      } finally {
        nodeFileOps.close(descriptor);
      }
      fresh.clear();
    },
    masking(redactor, session) {
      const words = session === null ? undefined : known.get(session);
      if (words === undefined || words.size === 0) return redactor;
      const isPrivate = (word: string): boolean => words.has(hash(word));
      return {
        redact: (text) => redactor.redact(maskWords(text, isPrivate)),
        counts: () => redactor.counts(),
      };
    },
  };
}

/** The words behind JSON escapes: `\n` and the like part words, `\uXXXX` is a character. */
function unescapeJson(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw.replace(/\\[nrtbf/"\\]/g, " ");
  }
}

function readLog(path: string): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  if (!existsSync(path)) return known;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const match = /^\{"v":1,"session":("(?:[^"\\]|\\.)*"),"hashes":\[([^\]]*)\]\}$/.exec(line);
    if (match?.[1] === undefined) continue;
    const session = JSON.parse(match[1]) as string;
    const words = known.get(session) ?? new Set<string>();
    for (const digits of (match[2] ?? "").matchAll(/"([0-9a-f]{16})"/g)) words.add(digits[1] ?? "");
    known.set(session, words);
  }
  return known;
}
