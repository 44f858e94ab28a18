/** Owns the keys by which a project is known, and how one is written without giving a secret away. */

/**
 * `remote` normalized URL; `common-dir` the git folder that all worktrees share; `path` a working folder (the top
 * of a work tree, or the folder itself outside git); `root-commit` hex id of the first commit.
 */
export type ProjectKeyKind = "remote" | "common-dir" | "path" | "root-commit";

export const PROJECT_KEY_KINDS: readonly ProjectKeyKind[] = [
  "remote",
  "common-dir",
  "path",
  "root-commit",
];

export interface ProjectKey {
  readonly kind: ProjectKeyKind;
  /** Redacted: what the registry shows. */
  readonly value: string;
  /** Keyed hash of the raw value, only when redaction changed it: the redacted text alone would match too much. */
  readonly hash?: string;
}

export interface KeyRules {
  readonly redact: (text: string) => string;
  readonly keyedHash: (text: string) => string;
}

/**
 * A key as seen on a folder now. Redaction rules come and go, so it is recognised in both forms it may have been
 * written in: as it is, and by hash.
 */
export interface FolderKey {
  /** What would be written today. */
  readonly written: ProjectKey;
  readonly plainId: string;
  readonly hashedId: () => string;
}

export function makeKey(kind: ProjectKeyKind, raw: string, rules: KeyRules): FolderKey {
  const value = rules.redact(raw);
  let hash: string | undefined;
  const hashOnce = () => (hash ??= rules.keyedHash(raw));
  return {
    written: value === raw ? { kind, value } : { kind, value, hash: hashOnce() },
    plainId: keyId({ kind, value: raw }),
    hashedId: () => keyId({ kind, value, hash: hashOnce() }),
  };
}

/** A key that was read back from the registry. */
export function knownKey(key: ProjectKey): FolderKey {
  return { written: key, plainId: keyId(key), hashedId: () => keyId(key) };
}

/** What keys in the registry are looked up by. */
export function keyId(key: ProjectKey): string {
  return key.hash === undefined ? `${key.kind} =${key.value}` : `${key.kind} #${key.hash}`;
}

/** True when the registry's key is this one, in whichever form. */
export function isSameKey(known: ProjectKey, key: FolderKey): boolean {
  return keyId(known) === (known.hash === undefined ? key.plainId : key.hashedId());
}
