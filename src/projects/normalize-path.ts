/** Owns the one spelling of a folder path that identity compares: pure, for paths of any system, on any system. */

/** Longer than any path a kernel accepts; such a string is content, not a folder. */
const MAX_PATH_LENGTH = 4096;

/**
 * Returns the comparable form of an absolute path, undefined when `text` is none (empty, relative, holds NUL).
 *
 * - dots, doubled and trailing slashes resolved by text; Unicode composed (NFC)
 * - `C:\a`, `c:/a`, `/mnt/c/a` and `/cygdrive/c/a` all become `c:/a`; only the drive letter is folded
 * - `\\server\share\a` becomes `//server/share/a` with the server in lower case
 * - `\\wsl$\x\a`, `//wsl$/x/a` and `//wsl.localhost/x/a` become `//wsl$/x/a`: the distribution stays in the name,
 *   so the same path in two distributions is never one project
 * - a backslash elsewhere stays: it is a legal letter of a name outside Windows
 */
export function normalizePath(text: string): string | undefined {
  if (text === "" || text.length > MAX_PATH_LENGTH || text.includes("\0")) return undefined;
  const composed = text.normalize("NFC");
  const bare = composed.replace(/^(?:\\\\|\/\/)\?[\\/](?:UNC[\\/])?/i, (prefix) =>
    /unc/i.test(prefix) ? "//" : "",
  );
  const drive = /^([A-Za-z]):(?:[\\/]|$)/.exec(bare);
  if (drive !== null) return joinRoot(`${letter(drive)}:`, toSlashes(bare.slice(2)));
  const share = /^(?:\\\\|\/\/)([^\\/?]+)(?=[\\/]|$)/.exec(bare);
  if (share !== null) {
    const server = (share[1] ?? "").toLowerCase();
    const host = server === "wsl.localhost" ? "wsl$" : server;
    return joinRoot(`//${host}`, toSlashes(bare.slice(share[0].length)));
  }
  if (!bare.startsWith("/")) return undefined;
  const path = joinRoot("", bare);
  const mounted = /^\/(?:mnt|cygdrive)\/([A-Za-z])(?=\/|$)/.exec(path);
  if (mounted === null) return path;
  return joinRoot(`${letter(mounted)}:`, path.slice(mounted[0].length));
}

/** The path, then each folder above it up to its root; all normalized when `path` is. */
export function pathAndAncestors(path: string): readonly string[] {
  const found = [path];
  let at = path.lastIndexOf("/");
  while (at > 0 && path[at - 1] !== "/") {
    const above = path.slice(0, at);
    found.push(/^[a-z]:$/.test(above) ? `${above}/` : above);
    at = path.lastIndexOf("/", at - 1);
  }
  if (path.startsWith("/") && !path.startsWith("//") && path !== "/") found.push("/");
  return [...new Set(found)];
}

/** Last folder name of a normalized path; empty for a root. */
export function folderName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function letter(match: RegExpExecArray): string {
  return (match[1] ?? "").toLowerCase();
}

function toSlashes(text: string): string {
  return text.replaceAll("\\", "/");
}

function joinRoot(root: string, rest: string): string {
  const parts: string[] = [];
  for (const part of rest.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${root}/${parts.join("/")}`;
}
