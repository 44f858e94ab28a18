/** Owns the demonstration: import, search in four languages, lose a transcript, restore it, audit. */
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { auditStore } from "./audit.ts";
import { openEngine, PLAIN_SETTINGS, type Engine } from "./engine.ts";
import { restoreSession } from "./restore-session.ts";
import { searchTurns } from "./search.ts";
import { syncSources } from "./sync-sources.ts";

export interface DemoStep {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Each finds its sample session by words of its own language. */
const QUERIES: readonly {
  readonly language: string;
  readonly query: string;
  readonly expects: string;
}[] = [
  { language: "English", query: "why does the event stream drop", expects: "ECONNRESET" },
  { language: "Korean", query: "인증 토큰 만료 빈 화면", expects: "토큰" },
  { language: "Japanese", query: "夜間バックアップが止まる原因", expects: "バックアップ" },
  { language: "Chinese", query: "连接池为什么会耗尽", expects: "连接池" },
];

const SNIPPET_CHARS = 110;

/** Runs in a temporary folder that is removed at the end. `onStep` gets each step as it is done. True when all held. */
export function runDemo(fixtures: string, onStep: (step: DemoStep) => void): boolean {
  const folder = mkdtempSync(join(tmpdir(), "varve-demo-"));
  try {
    for (const name of readdirSync(fixtures))
      cpSync(join(fixtures, name), join(folder, name.replace(/^dot-/, ".")), { recursive: true });
    const engine = openDemoEngine(folder);
    try {
      return [
        importSamples(engine, onStep),
        search(engine, onStep),
        loseAndRestore(engine, folder, onStep),
        audit(engine, onStep),
      ].every(Boolean);
    } finally {
      engine.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openDemoEngine(folder: string): Engine {
  return openEngine({
    home: join(folder, ".varve"),
    userHome: folder,
    roots: [
      { source: "claude-code", path: join(folder, ".claude") },
      { source: "codex", path: join(folder, ".codex") },
    ],
    settings: { ...PLAIN_SETTINGS, searchLimit: 1, snippetChars: SNIPPET_CHARS },
    now: () => new Date(),
    create: true,
  });
}

function importSamples(engine: Engine, onStep: (step: DemoStep) => void): boolean {
  const report = syncSources(engine);
  onStep({
    title: "varve import",
    lines: [
      `${report.files} files of Claude Code and Codex, ${report.bytes} bytes archived, ${report.turns} turns of ${report.sessions.size} sessions indexed`,
    ],
  });
  return report.turns > 0 && report.warnings.length === 0;
}

function search(engine: Engine, onStep: (step: DemoStep) => void): boolean {
  let found = true;
  for (const { language, query, expects } of QUERIES) {
    const [hit] = searchTurns(engine, { query, allProjects: true, cwd: "/" }).hits;
    found &&= hit?.snippet.includes(expects) === true;
    const lines =
      hit === undefined
        ? ["nothing found"]
        : [`${hit.date?.slice(0, 10) ?? "undated"} ${hit.project} ${hit.type}: ${hit.snippet}`];
    onStep({ title: `varve search "${query}" (${language})`, lines });
  }
  return found;
}

function loseAndRestore(engine: Engine, folder: string, onStep: (step: DemoStep) => void): boolean {
  const project = join(folder, ".claude", "projects", "-home-user-code-harbor");
  const name = readdirSync(project).find((entry) => entry.endsWith(".jsonl")) ?? "";
  const path = join(project, name);
  const digest = (): string =>
    createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16);
  const size = statSync(path).size;
  const before = digest();
  truncateSync(path, Math.floor(size / 3));
  onStep({
    title: "the host truncates a transcript",
    lines: [`${name}: ${size} bytes, now ${statSync(path).size}`],
  });
  syncSources(engine);
  const session = name.replace(/\.jsonl$/, "");
  // A truncated line is no beginning of the whole file that ends at a line: the person says yes with --force.
  const restored = restoreSession(engine, session, { force: true });
  const same = digest() === before;
  onStep({
    title: `varve restore ${session.slice(0, 8)}`,
    lines: [
      ...restored.files.map((file) => `wrote ${file.bytes} bytes, ${file.lines} lines`),
      `sha256 ${before}… before, ${digest()}… after: ${same ? "byte-identical" : "DIFFERENT"}`,
    ],
  });
  syncSources(engine);
  return same;
}

function audit(engine: Engine, onStep: (step: DemoStep) => void): boolean {
  const result = auditStore(engine);
  onStep({
    title: "varve audit",
    lines: [
      ...result.links.map((link) => `${link.link}: ${link.found} of ${link.expected}`),
      ...result.findings.map((finding) => `finding ${finding.kind}: ${finding.detail}`),
      `verdict ${result.verdict}`,
    ],
  });
  return result.findings.length === 0;
}
