/** Owns telling from a few bytes that a line is bookkeeping, so that most of a transcript's bytes are never decoded. */

/** Row types that never hold a turn, and the ones whose content stands in another row anyway. */
export const BOOKKEEPING_TYPES: ReadonlySet<string> = new Set([
  "agent-name",
  "api-request",
  "api-request-blob",
  "api-request-shape",
  "atis-latch",
  "cost-state",
  "file-history-delta",
  "file-history-snapshot",
  "last-prompt",
  "mode",
  "permission-mode",
  "pr-link",
  "progress",
  "tag",
  "tools-used",
  "worktree-state",
]);

/** How much of a line is looked at: longer than the ids and folders before the first nested value. */
const HEAD_BYTES = 600;
const FIRST_TYPE = /^\{"type":"([a-z-]{1,40})"/;
/** Only flat fields stand before the attachment, so its type is the row's own and no text that looks like it. */
const ATTACHMENT =
  /^\{(?:"[A-Za-z_]+":(?:"[^"\\]*"|null|true|false|\d+),)+"attachment":\{"type":"([a-z_]+)"/;

/** True when the line is one whole bookkeeping row. False means nothing: the row must be parsed. */
export function isSkimmedBookkeeping(line: Buffer): boolean {
  if (line[0] !== 0x7b || !endsWithBrace(line)) return false;
  const head = line.toString("latin1", 0, HEAD_BYTES);
  const type = FIRST_TYPE.exec(head)?.[1];
  const skimmed = type !== undefined ? BOOKKEEPING_TYPES.has(type) : isOtherAttachment(head);
  // Two records glued by a torn append: the second may be a turn.
  return skimmed && !line.includes('}{"');
}

function isOtherAttachment(head: string): boolean {
  if (!head.includes('"attachment":{"type":"')) return false;
  const type = ATTACHMENT.exec(head)?.[1];
  return type !== undefined && type !== "queued_command";
}

function endsWithBrace(line: Buffer): boolean {
  const last = line[line.length - 1];
  return last === 0x7d || (last === 0x0d && line[line.length - 2] === 0x7d);
}

/** Every `"uuid"` value in the raw bytes: one of them is the row's own, which later rows may name as parent. */
export function listRawUuids(line: Buffer): readonly string[] {
  const uuids: string[] = [];
  const key = '"uuid":"';
  for (
    let at = line.indexOf(key, 0, "latin1");
    at !== -1;
    at = line.indexOf(key, at + key.length, "latin1")
  ) {
    const from = at + key.length;
    const to = line.indexOf(0x22, from);
    if (to !== -1 && to - from <= 64) uuids.push(line.toString("latin1", from, to));
  }
  return uuids;
}
