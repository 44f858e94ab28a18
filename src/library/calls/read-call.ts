/** Owns the library's read. */
import { READ_BUDGET } from "../../core/budget.ts";
import { VarveError } from "../../core/errors.ts";
import { readReferences, type ReadAnswer } from "../../engine/read-references.ts";
import { checkOptions, requireText } from "../check-options.ts";
import { libraryForm, type LibraryContext } from "../library-context.ts";
import type { ReadOptions } from "../options.ts";

export function callRead(
  context: LibraryContext,
  refs: string | readonly string[],
  options: ReadOptions = {},
): Promise<readonly ReadAnswer[]> {
  checkOptions("read", options, {
    level: ["abstract", "outline", "full", "raw"],
    from: "count",
    all: "flag",
  });
  const list = (Array.isArray(refs) ? refs : [refs]).map((ref) => requireText("read", "ref", ref));
  if (list.length === 0)
    throw new VarveError("usage", "there is nothing to read", 'read("t:<session>#<line>")');
  const { level = "full", from, all } = options;
  return context.kept.use((engine) =>
    readReferences(engine, list, { level, from }, libraryForm(READ_BUDGET, all)),
  );
}
