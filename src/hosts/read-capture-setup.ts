/** Owns reading everything that set-up, uninstall and status look at, in one go. */
import { join, resolve } from "node:path";

import type { HookHost } from "../core/spool-line.ts";
import { launcherPath } from "./capture-handler.ts";
import type { Host, HostFile, HostView } from "./host.ts";
import { HOSTS } from "./hosts.ts";
import { renderLauncher } from "./launcher.ts";
import { readHostFile, readHostView } from "./read-host-view.ts";

export interface CaptureSetupOptions {
  /** VARVE_HOME; made absolute. */
  readonly varveHome: string;
  readonly userHome: string;
  /** Values of CLAUDE_CONFIG_DIR and CODEX_HOME. */
  readonly configFolders: Readonly<Partial<Record<HookHost, string | undefined>>>;
  /** Default: all. */
  readonly hosts?: readonly HookHost[];
  readonly nodePath: string;
  /** Folder of the running package: holds `dist/`. */
  readonly packageFolder: string;
}

export interface CaptureSetup {
  readonly varveHome: string;
  readonly hosts: readonly { readonly host: Host; readonly view: HostView }[];
  /** Every host is among `hosts`, so the launcher may go with them. */
  readonly allHosts: boolean;
  readonly launcherFile: HostFile;
  readonly launcherText: string;
  readonly recordFile: HostFile;
  readonly packageFolder: string;
}

/** Reads all that the plans need. Never throws on content. */
export function readCaptureSetup(options: CaptureSetupOptions): CaptureSetup {
  const varveHome = resolve(options.varveHome);
  const { userHome, configFolders, nodePath, packageFolder } = options;
  const wanted = HOSTS.filter((host) => options.hosts?.includes(host.id) ?? true);
  return {
    varveHome,
    hosts: wanted.map((host) => ({
      host,
      view: readHostView(host, resolve(host.configFolder(userHome, configFolders[host.id]))),
    })),
    allHosts: wanted.length === HOSTS.length,
    launcherFile: readHostFile(launcherPath(varveHome)),
    launcherText: renderLauncher({
      nodePath,
      hookFile: join(packageFolder, "dist", "varve-hook.cjs"),
    }),
    recordFile: readHostFile(join(varveHome, "bin", "installed.json")),
    packageFolder,
  };
}
