/** Owns the one spelling of a git remote: no credentials, and the same for its ssh and https forms. */
import { normalizePath } from "./normalize-path.ts";

const MAX_URL_LENGTH = 2048;
const WEB_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", git: "9418" };

/**
 * Returns `host/path` (host in lower case, `.git` and slashes at the end gone, user, password, query and default
 * port gone, the ssh port always gone), or `file:<path>` for a remote on this machine. Undefined when `url` names
 * nothing usable. A relative path is taken from `baseFolder`, as git does.
 */
export function normalizeRemote(url: string, baseFolder: string): string | undefined {
  const text = url.trim();
  if (text === "" || text.length > MAX_URL_LENGTH) return undefined;
  const full = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(text);
  if (full !== null) return fromUrl((full[1] ?? "").toLowerCase(), full[2] ?? "");
  const short = /^(?:[^@/\\\s]+@)?(\[[0-9a-f:]+\]|[^:/\\\s[\]]{2,}):(?!\/\/)(.+)$/is.exec(text);
  if (short !== null) return hostAndPath(short[1] ?? "", short[2] ?? "");
  const path = normalizePath(/^(?:[\\/]|[A-Za-z]:)/.test(text) ? text : `${baseFolder}/${text}`);
  return path === undefined ? undefined : `file:${withoutSuffix(path)}`;
}

function fromUrl(scheme: string, rest: string): string | undefined {
  if (scheme === "file") {
    const path = normalizePath(rest.replace(/^localhost(?=\/)/, ""));
    return path === undefined ? undefined : `file:${withoutSuffix(path)}`;
  }
  const match = /^(?:[^/]*@)?(\[[^\]/]*\]|[^/:?#]*)(?::(\d*))?([^?#]*)/s.exec(rest);
  const host = match?.[1] ?? "";
  const port = match?.[2] ?? "";
  const keepsPort = !scheme.includes("ssh") && port !== "" && port !== WEB_PORTS[scheme];
  return hostAndPath(keepsPort ? `${host}:${port}` : host, match?.[3] ?? "");
}

function hostAndPath(host: string, path: string): string | undefined {
  const clean = withoutSuffix(path.replace(/^\/+/, "").replace(/\/{2,}/g, "/"));
  if (host === "" || clean === "") return undefined;
  return `${host.toLowerCase()}/${clean}`;
}

function withoutSuffix(path: string): string {
  return path
    .replace(/\/+$/, "")
    .replace(/\.git$/i, "")
    .replace(/\/+$/, "");
}
