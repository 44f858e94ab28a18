/** Owns the use-cases behind `varve config`: list, get and set. */
import { existsSync, readFileSync, realpathSync } from "node:fs";

import { VarveError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { FileOps } from "../platform/file-ops.ts";
import { parseToml } from "../platform/toml-parse.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { configError, notInFile, secretValue, unreadableFile } from "./config-problem.ts";
import { editSettingLine } from "./edit-setting-line.ts";
import { flattenToml, textsIn } from "./flatten-toml.ts";
import type { Config } from "./load-config.ts";
import { rawFromText, readSettingValue } from "./read-setting-value.ts";
import { findSetting, SETTINGS, type Settings, type SettingSpec } from "./settings-table.ts";

export interface ListedSetting {
  readonly key: string;
  /** As TOML shows it; empty when there is no value. */
  readonly value: Settings[keyof Settings];
  readonly defaultText: string;
  /** `default`, `config.toml`, `flag`, or the variable that set it. */
  readonly origin: string;
  readonly env: string;
  readonly description: string;
}

/** Every setting with its value and where that came from, in the order of the table. */
export function listSettings(config: Config): readonly ListedSetting[] {
  return SETTINGS.map((spec) => ({
    key: spec.key,
    value: config.settings[spec.key],
    defaultText: spec.defaultText,
    origin: config.origins[spec.key],
    env: spec.env,
    description: spec.description,
  }));
}

/** One of them. Throws VarveError `usage` with the nearest key for an unknown one. */
export function getSetting(config: Config, key: string): ListedSetting {
  const { key: known } = getSpec(key);
  return listSettings(config).find((setting) => setting.key === known) ?? unknownSetting(key);
}

export interface SetSettingOptions {
  /** config.toml; made when it does not exist. */
  readonly file: string;
  readonly homeFolder: string | undefined;
  readonly looksSecret?: (text: string) => boolean;
  readonly files?: FileOps;
}

export interface ChangedSetting {
  readonly key: string;
  readonly file: string;
  readonly outcome: "created" | "changed" | "unchanged";
}

/**
 * Writes one value into config.toml: comments and every other line stay, the file is replaced atomically (through a
 * symbolic link). `text` is written as in a variable: words of a list with commas or as JSON. Throws VarveError
 * `usage` (unknown key), `refused` (a secret, or a key that is no line of the file), `bad-config`.
 */
export function setSetting(options: SetSettingOptions, key: string, text: string): ChangedSetting {
  const spec = getSpec(key);
  if (!spec.inFile) throw asRefusal(notInFile(spec));
  const raw = rawFromText(spec, text);
  if (options.looksSecret !== undefined && [text, ...textsIn(raw)].some(options.looksSecret)) {
    throw asRefusal(secretValue(key, spec.env));
  }
  const read = readSettingValue(spec, raw, options.homeFolder);
  if ("problem" in read)
    throw new VarveError("usage", `${key} takes ${read.problem}`, exampleOf(spec));

  const isNew = !existsSync(options.file);
  const target = isNew ? options.file : realpathSync(options.file);
  const before = isNew ? "" : readFileSync(target, "utf8");
  assertParses(target, before);
  const after = editSettingLine(before, key, renderToml(raw));
  if (after === before) return { key, file: target, outcome: "unchanged" };
  if (!holdsValue(after, key, raw)) {
    throw new VarveError(
      "refused",
      `${key} stands in ${target} in a form that is not changed line by line`,
      `open the file and write: ${key} = ${renderToml(raw)}`,
    );
  }
  writeAtomically(target, after, options.files);
  return { key, file: target, outcome: isNew ? "created" : "changed" };
}

function getSpec(key: string): SettingSpec {
  return findSetting(key) ?? unknownSetting(key);
}

function unknownSetting(key: string): never {
  const near = nearest(
    key,
    SETTINGS.map((spec) => spec.key),
  );
  throw new VarveError(
    "usage",
    `there is no setting ${key}`,
    near === undefined ? "`varve config list` shows every setting" : `did you mean ${near}?`,
  );
}

function asRefusal(problem: { readonly message: string; readonly fix: string }): VarveError {
  return new VarveError("refused", problem.message, problem.fix);
}

function exampleOf(spec: SettingSpec): string {
  const example = spec.defaultText === "" || spec.defaultText === "[]" ? "VALUE" : spec.defaultText;
  return `varve config set ${spec.key} ${/[\s[]/.test(example) ? `'${example.replaceAll("'", "")}'` : example}`;
}

function assertParses(file: string, text: string): void {
  try {
    parseToml(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const line = (error as { readonly line?: number }).line;
    throw configError([
      unreadableFile(file, line === undefined ? "no valid TOML" : `no valid TOML at line ${line}`),
    ]);
  }
}

/** Read back before it is written: the edit must have set this key, and the file must still be TOML. */
function holdsValue(text: string, key: string, raw: unknown): boolean {
  try {
    const values = flattenToml(parseToml(text.replace(/^\ufeff/, "")));
    const found = values.find(([name]) => name === key);
    return found !== undefined && JSON.stringify(found[1]) === JSON.stringify(raw);
  } catch {
    return false;
  }
}

function renderToml(raw: unknown): string {
  if (Array.isArray(raw)) return `[${raw.map(renderToml).join(", ")}]`;
  if (typeof raw === "object" && raw !== null) {
    const fields = Object.entries(raw).map(([name, value]) => `${name} = ${renderToml(value)}`);
    return `{ ${fields.join(", ")} }`;
  }
  return JSON.stringify(raw).replaceAll("\u007f", "\\u007f");
}
