/** Owns a made-up history of two hosts in four languages: any size, the same bytes for the same options. */
import { buildVocabulary } from "./history/build-vocabulary.ts";
import type { HistoryLanguage } from "./history/language-words.ts";
import { createScene } from "./history/scene.ts";
import type { HistoryProject } from "./history/scene.ts";
import { createSeededRandom } from "./history/seeded-random.ts";
import type { SeededRandom } from "./history/seeded-random.ts";
import { createTextCounter } from "./history/text-tally.ts";
import type { TextTally } from "./history/text-tally.ts";
import { writeClaudeSession } from "./history/write-claude-session.ts";
import { writeCodexSession } from "./history/write-codex-session.ts";

export interface HistoryOptions {
  readonly seed: number;
  /** Size of all transcripts together; the last session may go over it by one prompt. */
  readonly bytes: number;
  readonly languages?: readonly HistoryLanguage[];
  /** Number of working folders, 6 unless given. */
  readonly projects?: number;
  /** Stands for the home folder: `.claude/projects` and `.codex/sessions` are made below it. */
  readonly out: string;
  /** Instant of the newest session, ISO 8601; the history reaches 180 days back from it. */
  readonly until?: string;
}

export interface GeneratedHistory extends TextTally {
  readonly files: number;
  readonly sessions: number;
  readonly bytes: number;
  /** Indexed text / bytes of the transcripts. */
  readonly textShare: number;
  /** CJK characters / characters of the indexed text. */
  readonly cjkShare: number;
}

/** Three of five sessions are Claude Code's. */
const claudeShare = 0.6;
const historyDays = 180;
const dayMs = 86_400_000;
const defaultUntil = "2026-11-28T18:00:00.000Z";
/** English a quarter of each other language: code and tool output are English anyway. */
const languageWeights: Readonly<Record<HistoryLanguage, number>> = { en: 1, ko: 4, ja: 4, zh: 4 };
const allLanguages: readonly HistoryLanguage[] = ["en", "ko", "ja", "zh"];
const projectNames = [
  "orders",
  "billing-api",
  "web-shop",
  "search-engine",
  "data-pipeline",
  "mobile-app",
  "infra",
  "notes",
  "auth-service",
  "design-system",
];

function makeProjects(count: number): readonly HistoryProject[] {
  return Array.from({ length: count }, (_, index) => {
    const name = projectNames[index % projectNames.length] ?? "project";
    const suffix =
      index < projectNames.length ? "" : `-${Math.floor(index / projectNames.length) + 1}`;
    return {
      cwd: `/home/user/${name}${suffix}`,
      branch: index % 3 === 0 ? "main" : `feature/${name}`,
    };
  });
}

/** The language that has the least of its share so far: the mix holds for a small history as for a large one. */
function chooseLanguage(
  languages: readonly HistoryLanguage[],
  bytes: ReadonlyMap<HistoryLanguage, number>,
): HistoryLanguage {
  let chosen: HistoryLanguage = "en";
  let least = Number.POSITIVE_INFINITY;
  for (const language of languages) {
    const share = (bytes.get(language) ?? 0) / languageWeights[language];
    if (share < least) [chosen, least] = [language, share];
  }
  return chosen;
}

/** Sessions differ by two orders of magnitude; the median is about 250 KB, the largest about 8 MB. */
function drawSessionBytes(random: SeededRandom, total: number): number {
  const draw = 60_000 * Math.exp(random.next() * random.next() * 5);
  return Math.min(draw, Math.max(20_000, total / 12));
}

/**
 * Streams a history to disk (one session in memory at a time at most a megabyte).
 * Meets the conditions that import is measured under: indexed text is at least 30 % of the bytes, CJK at least 25 % of
 * the text with the default languages.
 */
export function generateHistory(options: HistoryOptions): GeneratedHistory {
  const vocabulary = buildVocabulary(options.seed);
  const projects = makeProjects(Math.max(1, options.projects ?? 6));
  const languages = options.languages ?? allLanguages;
  const bytesPerLanguage = new Map<HistoryLanguage, number>();
  const counter = createTextCounter();
  const end = Date.parse(options.until ?? defaultUntil);
  let bytes = 0;
  let files = 0;
  let sessions = 0;
  while (bytes < options.bytes) {
    const random = createSeededRandom(options.seed, 100 + sessions);
    const language = chooseLanguage(languages, bytesPerLanguage);
    const scene = createScene({ random, vocabulary, language, project: random.pick(projects) });
    const write = random.chance(claudeShare) ? writeClaudeSession : writeCodexSession;
    const written = write({
      scene,
      counter,
      homeFolder: options.out,
      startMs: end - Math.floor(random.next() * historyDays * dayMs),
      targetBytes: Math.min(drawSessionBytes(random, options.bytes), options.bytes - bytes),
    });
    bytesPerLanguage.set(language, (bytesPerLanguage.get(language) ?? 0) + written.bytes);
    bytes += written.bytes;
    files += written.files;
    sessions += 1;
  }
  const tally = counter.tally();
  return {
    ...tally,
    files,
    sessions,
    bytes,
    textShare: bytes === 0 ? 0 : tally.textBytes / bytes,
    cjkShare: tally.textCharacters === 0 ? 0 : tally.cjkCharacters / tally.textCharacters,
  };
}
