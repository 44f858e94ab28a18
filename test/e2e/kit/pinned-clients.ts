/** Owns which versions of the real clients the end-to-end tests run: the one place to raise them. */

/** One version of one client as npm knows it. */
export interface PinnedClient {
  readonly agent: "claude" | "codex";
  readonly package: string;
  readonly version: string;
  /** The program below `node_modules/.bin`. */
  readonly program: string;
}

/** The version that is current, then the oldest that varve still promises to serve. */
export const claudeCurrent: PinnedClient = {
  agent: "claude",
  package: "@anthropic-ai/claude-code",
  version: "2.1.332",
  program: "claude",
};

export const claudeOld: PinnedClient = { ...claudeCurrent, version: "2.1.197" };

export const codexCurrent: PinnedClient = {
  agent: "codex",
  package: "@openai/codex",
  version: "0.171.0",
  program: "codex",
};
