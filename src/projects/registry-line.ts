/** Owns the form of one line of projects.jsonl: decoding (hostile or damaged lines are no line) and rendering. */
import { PROJECT_KEY_KINDS, type ProjectKey, type ProjectKeyKind } from "./project-key.ts";

/** Something learned about a project: its first line mints it, later ones add keys or aliases. */
export interface RegistryLine {
  readonly at: string;
  readonly slug: string;
  /** Folder name as first seen, redacted; on the minting line only. */
  readonly name?: string;
  readonly keys: readonly ProjectKey[];
  /** Slugs that are this project too, joined by a person. */
  readonly aliases: readonly string[];
}

const SLUG = /^[\p{L}\p{N}\p{M}-]{1,80}$/u;

/** True for text that can be a slug: a folder name with no separators, dots or control characters. */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Undefined for a line that is blank, torn, no JSON or no registry line. Unknown fields are passed over. */
export function parseRegistryLine(text: string): RegistryLine | undefined {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof row !== "object" || row === null) return undefined;
  const { at, slug, name, keys, aliases } = row as Readonly<Record<string, unknown>>;
  if (typeof slug !== "string" || !isSlug(slug)) return undefined;
  return {
    at: typeof at === "string" ? at : "",
    slug,
    ...(typeof name === "string" ? { name } : {}),
    keys: Array.isArray(keys) ? keys.flatMap(parseKey) : [],
    aliases: Array.isArray(aliases)
      ? aliases.filter((alias): alias is string => typeof alias === "string" && isSlug(alias))
      : [],
  };
}

/** One line with its newline. */
export function renderRegistryLine(line: RegistryLine): string {
  const name = line.name === undefined ? {} : { name: line.name };
  const row = {
    v: 1,
    at: line.at,
    slug: line.slug,
    ...name,
    keys: line.keys,
    aliases: line.aliases,
  };
  return `${JSON.stringify(row)}\n`;
}

function parseKey(row: unknown): readonly ProjectKey[] {
  if (typeof row !== "object" || row === null) return [];
  const { kind, value, hash } = row as Readonly<Record<string, unknown>>;
  const known = PROJECT_KEY_KINDS.find(
    (candidate): candidate is ProjectKeyKind => candidate === kind,
  );
  if (known === undefined || typeof value !== "string") return [];
  return [{ kind: known, value, ...(typeof hash === "string" ? { hash } : {}) }];
}
