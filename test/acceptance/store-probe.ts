/** Owns looking at a store through the engine, for tests whose commands run as processes: one call tells whether all is whole. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { auditStore } from "../../src/engine/audit.ts";
import { openEngine, type Engine } from "../../src/engine/engine.ts";
import { restoreSession } from "../../src/engine/restore-session.ts";
import { removeFolder } from "../support/temp-home.ts";

export interface StoreProbe {
  readonly engine: Engine;
  /** Kinds and details of the audit's findings; empty when clean. */
  audit(): readonly string[];
  /** References of all hits for a query, in order. */
  search(query: string): readonly string[];
  /** The bytes that `restore` writes for the transcript at `path`. */
  restored(session: string): string;
  close(): void;
}

/** Opens the store below `home` as the CLI would with default settings. */
export function openProbe(home: string, varveHome = join(home, ".varve")): StoreProbe {
  const engine = openEngine({
    home: varveHome,
    userHome: home,
    roots: [
      { source: "claude-code", path: join(home, ".claude") },
      { source: "codex", path: join(home, ".codex") },
    ],
    settings: {
      skipTools: [],
      exclude: { projects: [], paths: [] },
      keepPrivate: false,
      userRules: [],
      envFiles: [".env"],
      retentionDays: () => undefined,
      searchLimit: 8,
      snippetChars: 240,
      weekStart: "monday",
    },
    now: () => new Date(),
    create: false,
  });
  return {
    engine,
    audit: () =>
      auditStore(engine)
        .findings.filter(({ kind }) => kind !== "low-space")
        .map(({ kind, entry, detail }) => `${kind} ${entry ?? ""} ${detail}`),
    search: (query) =>
      (
        engine
          .index("read")
          ?.search({ query, projects: "all", limit: 5_000, offset: 0, order: "relevance" }).hits ??
        []
      ).map(({ session, seq }) => `${session}#${seq}`),
    restored(session) {
      const to = join(home, "restored.jsonl");
      const done = restoreSession(engine, session, { to, force: true });
      const bytes = readFileSync(to);
      rmSync(to);
      removeFolder(to.replace(/\.jsonl$/, ""));
      return `${done.files[0]?.bytes ?? 0}:${hashOf(bytes)}`;
    },
    close: () => engine.close(),
  };
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** As {@link StoreProbe.restored}, of the file itself. */
export function fileDigest(path: string): string {
  const bytes = readFileSync(path);
  return `${bytes.length}:${hashOf(bytes)}`;
}

/** Names in the store's folders that only a run that was cut off leaves behind. */
export function listLeftovers(varveHome: string): readonly string[] {
  const index = readdirSync(join(varveHome, "index")).filter(
    (name) => !/^(?:current|[0-9a-f]{10}-\d+\.db(?:-wal|-shm)?)$/.test(name),
  );
  const generations = readdirSync(join(varveHome, "index")).filter((name) => name.endsWith(".db"));
  const archive = readdirSync(join(varveHome, "archive")).filter((name) =>
    name.startsWith("unfinished"),
  );
  const spool = readdirSync(join(varveHome, "state")).filter((name) => name.startsWith("spool"));
  return [...index, ...generations.slice(1), ...archive, ...spool];
}
