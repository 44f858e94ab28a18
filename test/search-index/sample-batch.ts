/** Owns made-up turns and batches for the index tests. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

import type { Turn } from "../../src/core/turn.ts";
import {
  openIndex,
  type IndexBatch,
  type SearchIndex,
  type SearchRequest,
} from "../../src/search-index/search-index.ts";
import { removeFolder } from "../support/temp-home.ts";

export const SCHEMA_KEY = "rules 1";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) removeFolder(folder);
});

/** An empty folder, removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "varve-index-"));
  folders.push(folder);
  return join(folder, "index");
}

export function openNew(folder = newFolder()): SearchIndex {
  return openIndex({ folder, mode: "write", schemaKey: SCHEMA_KEY });
}

/** The nth uuid of a made-up series. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
}

export function sampleTurn(over: Partial<Turn> & { readonly line: number }): Turn {
  return {
    source: "claude-code",
    session: "11111111-aaaa",
    entryId: `line:${over.line}`,
    block: 0,
    time: new Date(Date.UTC(2026, 2, 1) + over.line * 1000).toISOString(),
    timeInferred: false,
    role: "user",
    class: "prompt",
    promptNumber: 1,
    text: `text of line ${over.line}`,
    textTruncated: false,
    toolName: null,
    toolCallId: null,
    files: [],
    exitStatus: null,
    model: null,
    usage: null,
    branch: "live",
    sidechain: false,
    cwd: "/home/user/lantern",
    gitBranch: "main",
    ...over,
  };
}

/** A batch of these turns; it ends at the last of them unless told otherwise. */
export function sampleBatch(turns: readonly Turn[], over: Partial<IndexBatch> = {}): IndexBatch {
  const session = turns[0]?.session ?? "11111111-aaaa";
  return {
    entryId: `entry-${session}`,
    epoch: 1,
    source: "claude-code",
    kind: "session",
    project: "lantern-a1b2c3",
    session,
    fromLine: turns[0]?.line ?? 1,
    toLine: turns.at(-1)?.line ?? 1,
    turns,
    skipped: [],
    facts: [],
    rewinds: [],
    state: "{}",
    sourceBytes: 1000,
    ...over,
  };
}

export function ask(query: string, over: Partial<SearchRequest> = {}): SearchRequest {
  return { query, projects: "all", limit: 10, offset: 0, order: "relevance", ...over };
}

/** References of the hits, in order. */
export function found(
  index: SearchIndex,
  query: string,
  over: Partial<SearchRequest> = {},
): readonly string[] {
  return index.search(ask(query, over)).hits.map((hit) => `${hit.session.slice(0, 8)}#${hit.seq}`);
}
