/** Owns vanished.jsonl: sources that the host took away while the archive kept them. */
import { join } from "node:path";

import { appendLog, readLog } from "./append-log.ts";
import type { ArchiveContext } from "./archive-context.ts";
import type { VanishedRecord } from "./archive-types.ts";
import { getStates } from "./open-archive-epoch.ts";

function logPath(context: ArchiveContext): string {
  return join(context.root, "vanished.jsonl");
}

/** Everything noted so far, oldest first. */
export function listVanished(context: ArchiveContext): readonly VanishedRecord[] {
  return readLog(logPath(context)).flatMap((record) => {
    const { path, pathKey, fileId, lastSize, time } = record;
    if (typeof path !== "string" || typeof pathKey !== "string" || typeof time !== "string")
      return [];
    return [
      {
        path,
        pathKey,
        fileId: typeof fileId === "string" ? fileId : "",
        lastSize: typeof lastSize === "number" ? lastSize : 0,
        time,
      },
    ];
  });
}

/** Notes that the source of an entry is gone, once per path and size. Throws `not-found` for an unknown entry. */
export function noteVanished(context: ArchiveContext, entryId: string): void {
  const state = getStates(context, entryId).at(-1);
  if (state === undefined) return;
  const { owner, header, last } = state;
  context.locked(() => {
    const isNoted = listVanished(context).some(
      ({ pathKey, lastSize }) => pathKey === owner.pathKey && lastSize === last.to,
    );
    if (isNoted) return;
    const record: VanishedRecord = {
      path: owner.path,
      pathKey: owner.pathKey,
      fileId: header.fileId ?? "",
      lastSize: last.to,
      time: context.now().toISOString(),
    };
    appendLog(context.files, logPath(context), [record]);
  });
}
