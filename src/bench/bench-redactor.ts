/** Owns `bench redactor`: how fast text loses its secrets, on the text of a generated history. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { generateHistory } from "./generate-history.ts";
import { renderMarkdownTable } from "./markdown-table.ts";
import { percentiles } from "./percentiles.ts";

export interface RedactorBenchOptions {
  readonly workFolder: string;
  readonly seed: number;
  /** Text to redact, about. */
  readonly bytes: number;
  readonly rounds?: number;
}

export interface RedactorBenchResult {
  /** UTF-8 bytes of the text. */
  readonly bytes: number;
  readonly texts: number;
  /** Best and middle round. */
  readonly mbPerSecond: { readonly best: number; readonly p50: number };
  /** Secrets found in one round. */
  readonly found: number;
}

/** What a person, an agent or a tool said: long strings, as a parser hands them over. */
const leastCharacters = 40;

function collectStrings(value: unknown, into: string[]): void {
  if (typeof value === "string") {
    if (value.length >= leastCharacters) into.push(value);
  } else if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) collectStrings(part, into);
  }
}

function readTexts(folder: string): readonly string[] {
  const texts: string[] = [];
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".jsonl")) continue;
    for (const line of readFileSync(join(folder, path), "utf8").split("\n")) {
      if (line !== "") collectStrings(JSON.parse(line), texts);
    }
  }
  return texts;
}

export function benchRedactor(options: RedactorBenchOptions): RedactorBenchResult {
  generateHistory({ seed: options.seed, bytes: options.bytes, out: options.workFolder });
  const texts = readTexts(options.workFolder);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const seconds: number[] = [];
  let found = 0;
  for (let round = 0; round < (options.rounds ?? 5); round += 1) {
    const redactor = createRedactor({ fingerprint: () => "00000000" });
    const started = performance.now();
    for (const text of texts) redactor.redact(text);
    seconds.push((performance.now() - started) / 1000);
    found = Object.values(redactor.counts()).reduce((sum, count) => sum + count, 0);
  }
  const { min, p50 } = percentiles(seconds);
  return {
    bytes,
    texts: texts.length,
    found,
    mbPerSecond: { best: bytes / 1e6 / min, p50: bytes / 1e6 / p50 },
  };
}

export function renderRedactorBench(result: RedactorBenchResult): string {
  return renderMarkdownTable(
    ["what", "value"],
    [
      [
        "text",
        `${(result.bytes / 1e6).toFixed(1)} MB in ${result.texts} pieces, ${result.found} secrets`,
      ],
      [
        "redactor, one core",
        `${result.mbPerSecond.p50.toFixed(0)} MB/s (best ${result.mbPerSecond.best.toFixed(0)}), bar 50`,
      ],
    ],
  );
}
