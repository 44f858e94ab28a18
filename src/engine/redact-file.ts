/** Owns trying the redactor on a file: what it would hide, where, without ever printing a secret. */
import { readFileSync, statSync } from "node:fs";

import { findSecrets } from "../core/redaction/find-secrets.ts";
import { VarveError } from "../core/errors.ts";
import type { Engine } from "./engine.ts";

export interface FoundSecret {
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  /** UTF-16 units. */
  readonly length: number;
}

export interface RedactedFile {
  readonly secrets: readonly FoundSecret[];
  readonly counts: Readonly<Record<string, number>>;
  readonly text: string;
}

const MAX_TEST_BYTES = 64 * 1024 * 1024;

/** Throws VarveError `bad-input` for what is no readable file of 64 MiB or less. */
export function redactFile(engine: Engine, path: string): RedactedFile {
  let text: string;
  try {
    if (statSync(path).size > MAX_TEST_BYTES) throw new Error("it is larger than 64 MiB");
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new VarveError(
      "bad-input",
      `cannot read ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      "name a text file",
      cause,
    );
  }
  const before = engine.redactor.counts();
  const redacted = engine.redactor.redact(text);
  const counts = Object.fromEntries(
    Object.entries(engine.redactor.counts())
      .map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
  return { secrets: locate(text), counts, text: redacted };
}

function locate(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let line = 1;
  let lineStart = 0;
  let at = 0;
  for (const secret of findSecrets(text)) {
    for (
      let next = text.indexOf("\n", at);
      next !== -1 && next < secret.from;
      next = text.indexOf("\n", next + 1)
    ) {
      line += 1;
      lineStart = next + 1;
    }
    at = Math.max(lineStart, secret.from);
    found.push({
      kind: secret.kind,
      line,
      column: secret.from - lineStart + 1,
      length: secret.to - secret.from,
    });
  }
  return found;
}
