/** Owns the launcher script that host settings call, so that moving Node or the package never changes those settings. */
import { quoteForShell } from "../core/quote-for-shell.ts";

export interface LauncherTarget {
  /** Absolute path of the Node that ran set-up. */
  readonly nodePath: string;
  /** Absolute path of the bundled hook entry. */
  readonly hookFile: string;
}

/** The script's text. It ends with 0 when the package or Node is gone: a host must never show an error of ours. */
export function renderLauncher({ nodePath, hookFile }: LauncherTarget): string {
  return `#!/bin/sh
# Written by varve setup, which also brings it up to date. Calls the hook of the varve package.
node=${quoteForShell(nodePath)}
hook=${quoteForShell(hookFile)}
[ -f "$hook" ] || exit 0
[ -x "$node" ] || node=$(command -v node) || exit 0
exec "$node" "$hook" "$@"
`;
}

/**
 * True when the package lies in a cache that its package manager empties (npx, pnpm dlx, bunx): a launcher to it would
 * dangle one day, so the package must first be copied under VARVE_HOME.
 */
export function needsOwnCopy(packageFolder: string): boolean {
  return packageFolder
    .split(/[\\/]/)
    .some((part) => part === "_npx" || /^(?:dlx|bunx)-/.test(part));
}
