/** Owns the store's redactor: built-in rules, the person's rules, and the values of projects' `.env` files by keyed hash. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import type { VarveError } from "../core/errors.ts";
import { compileUserRules } from "../core/redaction/compile-user-rules.ts";
import { createRedactor } from "../core/redaction/create-redactor.ts";
import { collectEnvValues } from "../core/redaction/collect-env-values.ts";
import { redactionRulesVersion } from "../core/redaction/secret-rules.ts";
import type { Redactor } from "../core/redactor.ts";
import { nodeFileOps } from "../platform/file-ops.ts";
import type { Store } from "./store.ts";

type RuleTexts = readonly { readonly name: string; readonly pattern: string }[];

export interface StoreRedactor extends Redactor {
  /** Rules of the person's that were left out, with what to change. */
  readonly problems: readonly VarveError[];
  /** Hides the values of the named files of `folder` from now on. Only keyed hashes are kept. Looks once per folder. */
  learnEnvFiles(folder: string, names: readonly string[]): void;
  /** As `learnEnvFiles` for this process alone: nothing is written, and a later `learnEnvFiles` still learns them. */
  hideEnvFiles(folder: string, names: readonly string[]): void;
  /** Values learnt since the last call, which rows made before may still show. They are in memory only. */
  takeLearned(): readonly string[];
}

/** Larger files are no settings files. */
const MAX_ENV_FILE_BYTES = 256 * 1024;

/** Raised when readers give other turns for the same bytes: the index is then built again from the archive. */
const READERS_VERSION = 1;

/** What the rows of the index depend on besides the archive; another key means another generation. */
export function indexSchemaKey(userRules: RuleTexts): string {
  const text = JSON.stringify([READERS_VERSION, redactionRulesVersion, userRules]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Changes with the rules that a person wrote; rows made under others must not outlive the change. */
export function privacyKey(userRules: RuleTexts): string {
  return userRules.length === 0
    ? ""
    : createHash("sha256").update(JSON.stringify(userRules)).digest("hex").slice(0, 16);
}

export function makeRedactor(store: Store, userRules: RuleTexts): StoreRedactor {
  const compiled = compileUserRules(userRules);
  const hashValue = (value: string): string => store.keyedHash(`env:${value}`);
  const hashes = readHashes(store.paths.secretHashes);
  /** What only this process hides. */
  const unwritten = new Map<string, number>();
  const earlier = new Map<string, number>();
  const lookedAt = new Set<string>();
  const hiddenOf = new Set<string>();
  const learned: string[] = [];
  const build = (): Redactor =>
    createRedactor({
      fingerprint: (secret) => store.keyedHash(`secret:${secret}`).slice(0, 8),
      userRules: compiled.rules,
      hashValue,
      envValueHashes: new Set([...hashes.keys(), ...unwritten.keys()]),
      envValueLengths: new Set([...hashes.values(), ...unwritten.values()]),
    });
  let inner = build();
  const rebuild = (): void => {
    for (const [kind, count] of Object.entries(inner.counts()))
      earlier.set(kind, (earlier.get(kind) ?? 0) + count);
    inner = build();
  };
  const readFresh = (folder: string, names: readonly string[]) =>
    names
      .flatMap((name) => readEnvValues(join(folder, name)))
      .map((value) => ({ value, hash: hashValue(value), length: value.length }))
      .filter(({ hash }) => !hashes.has(hash));
  return {
    problems: compiled.problems,
    redact: (text) => inner.redact(text),
    counts() {
      const sums = { ...inner.counts() };
      for (const [kind, count] of earlier) sums[kind] = (sums[kind] ?? 0) + count;
      return sums;
    },
    learnEnvFiles(folder, names) {
      if (lookedAt.has(folder)) return;
      lookedAt.add(folder);
      const fresh = readFresh(folder, names);
      if (fresh.length === 0) return;
      appendHashes(
        store.paths.secretHashes,
        fresh.map(({ hash, length }) => ({ hash, length })),
      );
      learned.push(...fresh.map(({ value }) => value));
      for (const { hash, length } of fresh) hashes.set(hash, length);
      rebuild();
    },
    hideEnvFiles(folder, names) {
      if (hiddenOf.has(folder)) return;
      hiddenOf.add(folder);
      const fresh = readFresh(folder, names).filter(({ hash }) => !unwritten.has(hash));
      for (const { hash, length } of fresh) unwritten.set(hash, length);
      if (fresh.length > 0) rebuild();
    },
    takeLearned: () => learned.splice(0),
  };
}

function readEnvValues(path: string): readonly string[] {
  try {
    if (statSync(path).size > MAX_ENV_FILE_BYTES) return [];
    return collectEnvValues(readFileSync(path, "utf8"));
  } catch {
    return []; // no such file, or one we may not read: nothing to hide
  }
}

interface SecretHash {
  readonly hash: string;
  readonly length: number;
}

/** Hash -> length of the value, in UTF-16 units. Lines that are damaged are passed over. */
function readHashes(path: string): Map<string, number> {
  const hashes = new Map<string, number>();
  if (!existsSync(path)) return hashes;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    const match = /"hash":"([0-9a-f]{64})","length":(\d{1,4})/.exec(line);
    if (match?.[1] !== undefined) hashes.set(match[1], Number(match[2]));
  }
  return hashes;
}

function appendHashes(path: string, fresh: readonly SecretHash[]): void {
  nodeFileOps.makeFolder(dirname(path));
  const descriptor = nodeFileOps.openAppend(path);
  try {
    nodeFileOps.write(
      descriptor,
      Buffer.from(fresh.map((row) => `${JSON.stringify(row)}\n`).join("")),
    );
    nodeFileOps.sync(descriptor);
  } finally {
    nodeFileOps.close(descriptor);
  }
}
