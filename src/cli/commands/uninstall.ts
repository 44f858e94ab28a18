/** Owns `varve uninstall`. */
import type { CommandContext } from "../frame/command-spec.ts";
import { changeHosts } from "../change-hosts.ts";

export const run = (context: CommandContext): Promise<number> => changeHosts(context, "uninstall");
