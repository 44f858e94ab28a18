/** Owns the question whether a value only stands in for a secret. */

const STANDS_IN =
  /example|placeholder|change_?-?me|replace_?-?(?:me|with)|your[-_ ]|<[^>]*>|x{4,}|\*{3,}|\.{3}|…|redacted|dummy|insert[-_ ]|todo|fixme|not[-_ ]?(?:set|a[-_ ]real)|0123456789|1234567890|abcdefghij/i;

/** What no vendor's generator draws by chance, so a value with a vendor's own prefix may be judged by it. */
const SURELY_STANDS_IN = /example|placeholder|changeme|your[-_]|x{6,}|\*{3,}|\.{3}|…|redacted/i;

/** `$NAME`, `${...}`, `%NAME%`, `{{...}}`, `@{...}`, `<...>`, `[...]`, `$(...)`. */
const REFERENCE = /^(?:\$[A-Za-z_({]|%[A-Za-z_(]|\{\{|\{[A-Za-z_]|@\{|<|\[|#\{|!Ref\b|\\\()/;

const CODE_REFERENCE =
  /process\.env|os\.environ|getenv|import\.meta|secrets?\.[A-Za-z]|\benv\.[A-Za-z]|config\.[A-Za-z]|settings\.[A-Za-z]|\$\{|\{\{|\$\(|vault:|ssm:|arn:|op:\/\//i;

/** True when `value` is a stand-in, a variable or a reference to where the secret is kept. */
export function isPlaceholder(value: string): boolean {
  return (
    REFERENCE.test(value) ||
    STANDS_IN.test(value) ||
    CODE_REFERENCE.test(value) ||
    hasFewSymbols(value)
  );
}

/** The same for a value whose prefix already says that it is a key: only what cannot be drawn by chance counts. */
export function isPrefixedPlaceholder(value: string): boolean {
  return SURELY_STANDS_IN.test(value) || hasFewSymbols(value);
}

/** `aaaaaaaa`, `------`, `abababab`: too few different characters for their number. */
function hasFewSymbols(value: string): boolean {
  const most = Math.min(4, value.length / 2);
  let seen = "";
  for (let at = 0; at < value.length && at < 64; at++) {
    const unit = value.charAt(at);
    if (!seen.includes(unit)) seen += unit;
    if (seen.length > most) return false;
  }
  return true;
}
