/** Owns what can be wrong with settings, and how it is said. No message repeats a value: it may be a secret. */
import { VarveError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { SETTINGS, type SettingSpec } from "./settings-table.ts";

export interface ConfigProblem {
  readonly kind:
    | "unknown-key"
    | "unknown-variable"
    | "bad-value"
    | "secret-value"
    | "unreadable-file";
  /** Setting, variable or file. */
  readonly subject: string;
  /** `flag`, `config.toml` or the variable. */
  readonly origin: string;
  readonly message: string;
  readonly fix: string;
  /** True when something that a person wanted left out or hidden may not be: capture has to wait. */
  readonly guardsPrivacy: boolean;
}

const FILE_KEYS = SETTINGS.filter((spec) => spec.inFile).map((spec) => spec.key);

export function unknownKey(key: string): ConfigProblem {
  const near =
    nearest(key, FILE_KEYS) ??
    nearest(
      key,
      FILE_KEYS.map((known) => known.split(".").at(-1) ?? known),
    );
  const full = FILE_KEYS.find((known) => known === near || known.endsWith(`.${near}`));
  return {
    kind: "unknown-key",
    subject: key,
    origin: "config.toml",
    message: `config.toml has an unknown setting ${key}`,
    fix: full === undefined ? "`varve config list` shows every setting" : `did you mean ${full}?`,
    // A misspelt exclude.projects is a wish that would silently not be kept.
    guardsPrivacy: /^(?:exclude|redact|archive)\b/.test(full ?? key),
  };
}

export function notInFile(spec: SettingSpec): ConfigProblem {
  const flag = spec.key === "home" ? "--home or " : "";
  return {
    kind: "unknown-key",
    subject: spec.key,
    origin: "config.toml",
    message: `${spec.key} cannot be set in config.toml`,
    fix: `take the line out and use ${flag}${spec.env}`,
    guardsPrivacy: false,
  };
}

export function unknownVariable(name: string): ConfigProblem {
  const near = nearest(
    name,
    SETTINGS.map((spec) => spec.env),
  );
  return {
    kind: "unknown-variable",
    subject: name,
    origin: name,
    message: `the variable ${name} sets nothing`,
    fix: near === undefined ? "unset it" : `did you mean ${near}?`,
    guardsPrivacy: /^VARVE_(?:EXCLUDE|REDACT|ARCHIVE)_/.test(near ?? name),
  };
}

export function badValue(spec: SettingSpec, origin: string, expected: string): ConfigProblem {
  return {
    kind: "bad-value",
    subject: spec.key,
    origin,
    message: `${spec.key} (from ${origin}) is not ${expected}`,
    fix: `write ${expected}`,
    guardsPrivacy: spec.guardsPrivacy,
  };
}

/** `variable` is where the value may stand instead. */
export function secretValue(key: string, variable: string): ConfigProblem {
  return {
    kind: "secret-value",
    subject: key,
    origin: "config.toml",
    message: `the value of ${key} looks like a secret, and secrets do not belong in config.toml`,
    fix: `remove it from the file and set the variable ${variable} instead`,
    guardsPrivacy: false,
  };
}

export function unreadableFile(path: string, detail: string): ConfigProblem {
  return {
    kind: "unreadable-file",
    subject: path,
    origin: "config.toml",
    message: `${path} cannot be read: ${detail}`,
    fix: "correct the file, or move it away to go on with the defaults",
    guardsPrivacy: true,
  };
}

/** One error for a person out of all that is wrong: the first in full, the others counted. */
export function configError(problems: readonly ConfigProblem[]): VarveError {
  const [first] = problems;
  const more =
    problems.length > 1
      ? ` (and ${problems.length - 1} more: ${problems
          .slice(1)
          .map((problem) => problem.subject)
          .join(", ")})`
      : "";
  return new VarveError(
    "bad-config",
    `${first?.message ?? "bad settings"}${more}`,
    first?.fix ?? "",
  );
}

/** True when capture has to wait until a person corrected the settings: better late than kept against a wish. */
export function mustHoldCapture(problems: readonly ConfigProblem[]): boolean {
  return problems.some((problem) => problem.guardsPrivacy);
}
