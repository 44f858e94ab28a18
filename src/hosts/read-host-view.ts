/** Owns reading the settings files that a plan is made from. The only reads of set-up. */
import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Host, HostFile, HostView } from "./host.ts";

/** Far above any settings file; a larger one is something else. */
const LARGEST_FILE_BYTES = 5 * 1024 * 1024;

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unknown error";
}

function resolveParent(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

/** Reads one file through symbolic links. Never throws: what cannot be used has a `problem`. */
export function readHostFile(path: string): HostFile {
  let target = resolveParent(path);
  const unusable = (problem: string): HostFile => ({ path, target, text: null, problem });
  try {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link === undefined) return { path, target, text: null, problem: null };
    target = realpathSync(path);
    const stat = statSync(target);
    if (!stat.isFile()) return unusable("it is not a regular file");
    if (stat.size > LARGEST_FILE_BYTES) return unusable("it is larger than 5 MB");
    // ignoreBOM keeps the mark in the text, so that writing the text gives it back.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      readFileSync(target),
    );
    return { path, target, text, problem: null };
  } catch (error) {
    if (error instanceof TypeError) return unusable("it is not valid UTF-8");
    const code = codeOf(error);
    if (code === "ENOENT") return unusable("it is a symbolic link to a file that does not exist");
    return unusable(`it cannot be read (${code})`);
  }
}

/** Reads what `host`'s rules look at. */
export function readHostView(host: Host, configFolder: string): HostView {
  let folderExists = false;
  try {
    folderExists = statSync(configFolder).isDirectory();
  } catch {
    // No folder: the host is not there.
  }
  const files = new Map(host.files.map((name) => [name, readHostFile(join(configFolder, name))]));
  return { configFolder, folderExists, files };
}
