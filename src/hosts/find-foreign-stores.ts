/** Owns noticing hooks of another varve store in a hook file: they stay, and a person is told. Pure. */
import { isAnyVarveCommand, isOurCommand } from "./capture-handler.ts";
import { readHooks } from "./hook-document.ts";
import { listHandlers } from "./list-handlers.ts";

/** One sentence when hooks of another VARVE_HOME stand in `text`, else nothing. */
export function findForeignStores(text: string | null, varveHome: string): readonly string[] {
  const others = listHandlers(readHooks(text ?? "{}")).filter(
    ({ handler }) =>
      isAnyVarveCommand(handler.command) && !isOurCommand(handler.command, varveHome),
  );
  if (others.length === 0) return [];
  return [
    "Hooks of another varve store are installed as well and stay; uninstall them with VARVE_HOME set to that store.",
  ];
}
