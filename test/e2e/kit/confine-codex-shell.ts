/** Owns Codex's own sandbox in a test: its shell may write the project and nothing else. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Sandbox } from "./sandbox.ts";

/** The temp folders too are taken from it: a test's store lies below them. */
export function confineCodexShell(sandbox: Sandbox): void {
  const path = join(sandbox.home, ".codex", "config.toml");
  const open = readFileSync(path, "utf8");
  const confined = open.replace('"danger-full-access"', '"workspace-write"');
  if (confined === open) throw new Error("config.toml does not say danger-full-access");
  const table = `
[sandbox_workspace_write]
exclude_slash_tmp = true
exclude_tmpdir_env_var = true
`;
  writeFileSync(path, confined + table);
}
