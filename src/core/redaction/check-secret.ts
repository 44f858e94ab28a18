/** Owns the second look at what a rule matched: values that are words, code, stand-ins or defaults are let go. */
import { isPlaceholder, isPrefixedPlaceholder } from "./is-placeholder.ts";
import { hasMixedPart, hasUnnaturalLetters, isRandomLooking, isUuid } from "./is-random-looking.ts";
import type { SecretCheck } from "./secret-rule.ts";

/** What a rule matched. */
export interface Candidate {
  readonly secret: string;
  /** The matched text before the secret: label, sign, opening quote. */
  readonly head: string;
  /** A few characters before the keyword. */
  readonly before: string;
}

/** A label that goes on like this names something about a secret, not the secret. */
const NOT_THE_SECRET =
  /(?:limit|count|budget|size|length|len|url|uri|path|file|filename|dir|name|names|type|kind|ttl|expir\w{0,8}|timeout|policy|field|label|prefix|suffix|param|params|regex|pattern|min|max|hint|usage|price|cost|window|rules?|id|ids|format|strength|error|message|title|text|placeholder|reset|changed|at|date|provider|manager|service|store|class|index|position|offset|total|used|input|output|algorithm|alg|version|arn|ref|status|state|required|enabled|mode|ratio|rate|per|tokenizer)$/i;
const PAGE_TOKEN =
  /(?:page|next|continuation|continue|sync|cursor|cancellation|resume|start|marker|design|syntax|lexer|json)[_\-]?$/i;
/** The end of a shell or `.env` assignment. */
const SHOUTED = /^[A-Z0-9_]+=["']?$/;
const CODE_WORD = /^[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*[!?;]?$/;
const PATH_OR_URL = /^(?:[a-z][a-z0-9+.\-]*:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\)/i;
const FILE = /^[\w.\-/@]{1,200}\.[a-z]{1,5}(?::\d{1,6}){0,2}$/;
/** Values people set to make something start, not to keep anyone out. */
const DEFAULTS = new Set(
  "password passwd pass secret secrets token admin administrator root user username postgres mysql mongo mongodb redis guest test tests testing tester demo sample default changeit letmein qwerty welcome none null undefined true false string boolean number object required optional minio rabbitmq foobar foo bar baz hello world docker local localhost dev develop development staging production prod sa my mypassword mysecret mytoken secretpassword supersecret somepassword testpassword dbpassword yourpassword pwd apikey key value empty unset hidden invalid wrong correct old new".split(
    " ",
  ),
);

const CHECKS: Readonly<Record<SecretCheck, (candidate: Candidate) => boolean>> = {
  none: () => true,
  form: ({ secret }) => !isPrefixedPlaceholder(secret),
  prefixed: ({ secret }) =>
    !isPrefixedPlaceholder(secret) &&
    (/\d/.test(secret.slice(3)) || hasUnnaturalLetters(secret.slice(4))),
  random: ({ secret, head }) =>
    !isPrefixedPlaceholder(secret) &&
    (isRandomLooking(secret) || isUuid(secret) || isMixedSetting(head, secret)),
  token: isToken,
  "strong-token": (candidate) => isToken(candidate) || isLabelledUuid(candidate),
  password: isPassword,
  "url-password": ({ secret }) =>
    !isPlaceholder(secret) &&
    !isDefault(secret) &&
    !/^\d{1,5}(?:\/|$)/.test(secret) &&
    !/^[:/]/.test(secret),
  basic: isBasic,
  cookie: ({ secret }) =>
    secret.split(";").some((pair) => isRandomLooking(pair.slice(pair.indexOf("=") + 1).trim())),
};

/** True when `candidate` passes the second look called `check`. */
export function checkSecret(check: SecretCheck, candidate: Candidate): boolean {
  return CHECKS[check](candidate);
}

function isToken(candidate: Candidate): boolean {
  const { secret, before, head } = candidate;
  if (secret.length < 12 || namesSomethingElse(head) || PAGE_TOKEN.test(before)) return false;
  if (isPlaceholder(secret) || PATH_OR_URL.test(secret)) return false;
  return isRandomLooking(secret) || isMixedSetting(head, secret);
}

/** In `NAME=value` nothing but a value can stand, so less chance is asked of it. */
function isMixedSetting(head: string, secret: string): boolean {
  return (
    SHOUTED.test(head) &&
    (hasMixedPart(secret) ||
      hasUnnaturalLetters(secret) ||
      /[A-Z]{2,}[a-z].*[a-z][A-Z]/.test(secret))
  );
}

function isLabelledUuid({ secret, head, before }: Candidate): boolean {
  return (
    isUuid(secret) &&
    !namesSomethingElse(head) &&
    !PAGE_TOKEN.test(before) &&
    !isPlaceholder(secret)
  );
}

function isPassword({ secret, head }: Candidate): boolean {
  if (
    namesSomethingElse(head) ||
    isPlaceholder(secret) ||
    isDefault(secret) ||
    PATH_OR_URL.test(secret)
  )
    return false;
  const quoted = /["'`「『“‘]$/.test(head);
  const shouted = SHOUTED.test(head);
  const flagged = head.startsWith("-");
  if (!quoted && !shouted && secret.includes("/") && FILE.test(secret)) return false;
  const hasDigit = /\d/.test(secret);
  const hasLetter = /[A-Za-z]/.test(secret);
  if (!hasLetter)
    return hasDigit && secret.length >= 6 && (quoted || shouted) && !/^[\d.,]{1,5}$/.test(secret);
  if (!quoted && !shouted && /[*+]|\?\.|==|=>/.test(secret) && !hasDigit) return false;
  const symbols = /[!@#$%^&*+=?~]/.test(secret);
  if (hasDigit && hasMixedPart(secret))
    return quoted || shouted || flagged || !looksLikeCode(secret);
  if (symbols && secret.length >= 8) return quoted || shouted || flagged || hasDigit;
  return shouted && secret.length >= 8 && (hasDigit || !/[-_.]/.test(secret));
}

/** `user_pass2`, `cfg.db1`, `newPassword`: a name in code rather than something typed to be secret. */
function looksLikeCode(secret: string): boolean {
  if (!CODE_WORD.test(secret)) return false;
  const parts = secret.split(/[^A-Za-z0-9]+/);
  return (
    (parts.length > 1 || /^[a-z]+[A-Z]/.test(secret)) &&
    parts.every((part) => /^[A-Za-z]*\d{0,3}$/.test(part) && !hasUnnaturalLetters(part))
  );
}

/** `user:password` in base64, whatever the password; else something that chance wrote. */
function isBasic({ secret }: Candidate): boolean {
  if (isPlaceholder(secret) || secret.length % 4 !== 0) return false;
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decodeBase64(secret)) || isRandomLooking(secret);
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** One character per byte. */
function decodeBase64(text: string): string {
  let bits = 0;
  let held = 0;
  let decoded = "";
  for (const sign of text.replace(/=+$/, "")) {
    bits = ((bits << 6) | BASE64.indexOf(sign)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    decoded += String.fromCharCode((bits >> held) & 0xff);
  }
  return decoded;
}

/** `TOKEN_LIMIT`, `passwordHint`: what stands between keyword and sign says so. */
function namesSomethingElse(head: string): boolean {
  const label = /^[-\w.]*/.exec(head)?.[0] ?? "";
  return NOT_THE_SECRET.test(splitCamel(label));
}

/** Only whole last words count: `passwordHint` does, `tokenid` does not. */
function splitCamel(label: string): string {
  const words = label.replace(/([a-z0-9])([A-Z])/g, "$1_$2").split(/[_.\-]+/);
  return words.length < 2 ? "" : ` ${words[words.length - 1] ?? ""}`.trim();
}

function isDefault(secret: string): boolean {
  const word = secret.toLowerCase().replace(/[^a-z]/g, "");
  return DEFAULTS.has(word) && secret.replace(/[A-Za-z_\-.]/g, "").length <= 4;
}
