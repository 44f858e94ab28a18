/** Owns keeping host ids as they are, so that records can be joined by them, without letting text pass as an id. */
import type { Redactor } from "../../core/redactor.ts";
import { cleanText, cutText } from "./clean-text.ts";

const MAX_CHARS = 200;
/** UUIDs and the prefixed random ids of calls and messages; a redactor may take their letters for a key. */
const HOST_ID =
  /^(?:[0-9a-f-]{8,64}|(?:toolu|srvtoolu|msg|call|req|item|fc|rs|ctc)_[A-Za-z0-9]{1,80})$/i;

/** The id unchanged when it has the shape of one, else redacted and cut; undefined and empty become null. */
export function redactId(redactor: Redactor, id: string | undefined): string | null {
  if (id === undefined || id === "") return null;
  return HOST_ID.test(id) ? id : redactor.redact(cutText(cleanText(id), MAX_CHARS));
}
