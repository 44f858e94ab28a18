/** Owns the levels of detail that memory_get takes, known without loading what reads them. */
import type { ReadLevel } from "../engine/read-references.ts";

export const READ_LEVELS: readonly ReadLevel[] = ["abstract", "outline", "full", "raw"];
