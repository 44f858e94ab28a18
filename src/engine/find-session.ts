/** Owns what a person may write for a session or a turn, and finding what it means. */
import { VarveError } from "../core/errors.ts";
import { parseSeq, type Seq } from "../core/turn.ts";
import type { SessionRow } from "../search-index/list-sessions.ts";
import type { SearchCalls } from "../search-index/search-calls.ts";

export type Reference =
  | { readonly kind: "session"; readonly session: string }
  | {
      readonly kind: "turn";
      readonly session: string;
      readonly seq: Seq;
      readonly seqText: string;
    };

export const SHORTEST_ID = 8;

/**
 * `s:<id>`, `t:<id>#<seq>` or a bare session id of 8 characters or more; a shorter one behind `s:` or `t:` is a whole id. Throws VarveError
 * `usage` for anything else.
 */
export function parseReference(text: string): Reference {
  const turn = /^t:([^#\s]+)#(\S+)$/.exec(text);
  const seq = turn === null ? undefined : parseSeq(turn[2] ?? "");
  // A whole id may be shorter: a host's file can have any name.
  if (turn?.[1] !== undefined && seq !== undefined) {
    return { kind: "turn", session: turn[1], seq, seqText: turn[2] ?? "" };
  }
  // A colon may stand in an id: a host's file can be named after a secret, and its mark holds two.
  const named = /^s:([^#\s]+)$/.exec(text)?.[1];
  const bare = /^(?![st]:)[^#\s]+$/.exec(text)?.[0];
  const session = named ?? (bare !== undefined && bare.length >= SHORTEST_ID ? bare : undefined);
  if (session !== undefined) return { kind: "session", session };
  throw new VarveError(
    "usage",
    `${JSON.stringify(text.slice(0, 80))} is no reference`,
    "write t:<session>#<line> for a turn or s:<session> for a session (8 characters of the id or more); `varve sessions` lists them",
  );
}

/** The one session that `prefix` begins. Throws `not-found` or `ambiguous` (naming the candidates). */
export function getSession(
  index: Pick<SearchCalls, "findSessions"> | undefined,
  prefix: string,
): SessionRow {
  const found = index?.findSessions(prefix) ?? [];
  const exact = found.find((session) => session.id === prefix);
  const [first] = found;
  if (exact !== undefined) return exact;
  if (first === undefined) {
    throw new VarveError(
      "not-found",
      `no session begins with ${JSON.stringify(prefix.slice(0, 80))}`,
      "list them with `varve sessions --all-projects`, or run `varve import` first",
    );
  }
  if (found.length > 1) {
    throw new VarveError(
      "ambiguous",
      `${JSON.stringify(prefix)} may mean ${found
        .slice(0, 5)
        .map((session) => session.id)
        .join(", ")}`,
      "write more of the id",
    );
  }
  return first;
}
