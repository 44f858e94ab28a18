/** Owns how long a class of archived files is kept. */
import type { Settings } from "./settings-table.ts";

/** Days; undefined keeps for ever. A class named in `archive.keep` follows that, also when it says `forever`. */
export function retentionDays(settings: Settings, archiveClass: string): number | undefined {
  const keep = settings["archive.keep"];
  return Object.hasOwn(keep, archiveClass) ? keep[archiveClass] : settings["archive.retention"];
}
