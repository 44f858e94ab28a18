/** Owns the judgement whether a value looks drawn at random rather than written by a person or a compiler. */
import { shannonEntropy } from "./shannon-entropy.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX = /^(?:[0-9a-f]+|[0-9A-F]+)$/;
/** Names that mix letters and digits by custom. */
const TECHNICAL =
  /^(?:sha\d{1,3}|md5|utf\d{1,2}|base\d{2}|oauth\d|http\d|ipv\d|[rehp]s\d{3}|aes\d{3}|ed25519|x509|v\d{1,3}|p\d{1,3}|rsa\d{4}|s3|ec2|k8s|i18n|l10n|h\d|id\d|[a-z]\d)$/i;

/** Words reach 0.7 and more, chance about 0.22. */
const UNNATURAL = 0.52;

/** More of a value than this changes no verdict. */
const JUDGED_UNITS = 128;

interface Runs {
  readonly runs: number;
  readonly digitRuns: number;
  readonly upperRuns: number;
}

/** Runs of one class within `text`; a capital and the small letters after it are one run. */
function countRuns(text: string): Runs {
  let runs = 0;
  let digitRuns = 0;
  let upperRuns = 0;
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind =
      unit >= 48 && unit <= 57
        ? 1
        : unit >= 65 && unit <= 90
          ? 2
          : unit >= 97 && unit <= 122
            ? 3
            : 4;
    if (kind !== previous) {
      if (!(kind === 3 && previous === 2)) runs++;
      if (kind === 1) digitRuns++;
      if (kind === 2) upperRuns++;
    }
    previous = kind;
  }
  return { runs, digitRuns, upperRuns };
}

/** True for a UUID in its usual form. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** True when one unbroken stretch of letters and digits in `value` changes class as often as chance would. */
export function isRandomLooking(value: string): boolean {
  if (isUuid(value)) return false;
  const stretch = longestStretch(value);
  const judged = stretch.length >= 12 ? stretch : value.replace(/[^A-Za-z0-9]/g, "");
  if (judged.length < 12) return false;
  if (shannonEntropy(judged) < (judged.length >= 20 ? 2.9 : 2.6)) return false;
  if (stretch.length < 12 && !hasMixedPart(value)) return false;
  const { runs, digitRuns, upperRuns } = countRuns(judged);
  if (judged.length >= 32 && HEX.test(judged)) return digitRuns > 0 && runs > 4;
  const natural = shareOfUsualPairs(judged);
  if (digitRuns >= 2 && judged.length / runs <= 5) return natural.pairs < 8 || natural.share < 0.7;
  return natural.pairs >= 6 && natural.share < UNNATURAL && (digitRuns > 0 || upperRuns >= 2);
}

/** True when the letters of `text` follow each other as those of no word do. */
export function hasUnnaturalLetters(text: string): boolean {
  const { pairs, share } = shareOfUsualPairs(text);
  return pairs >= 6 && share < UNNATURAL;
}

/** Letter pairs that make up most of running English and of the names in code. */
const USUAL_PAIRS = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic " +
    "ne ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un " +
    "lo wa ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev " +
    "ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa"
  ).split(" "),
);

function isSmallLetter(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

interface PairShare {
  readonly pairs: number;
  /** Of the pairs of neighbouring letters, the part that is usual; 0 to 1. */
  readonly share: number;
}

function shareOfUsualPairs(text: string): PairShare {
  const lower = text.slice(0, JUDGED_UNITS).toLowerCase();
  let pairs = 0;
  let usual = 0;
  for (let at = 1; at < lower.length; at++) {
    if (!isSmallLetter(lower.charCodeAt(at - 1)) || !isSmallLetter(lower.charCodeAt(at))) continue;
    pairs++;
    if (USUAL_PAIRS.has(lower.slice(at - 1, at + 1))) usual++;
  }
  return { pairs, share: pairs === 0 ? 0 : usual / pairs };
}

/** True when some part between separators mixes letters and digits as no technical name does. */
export function hasMixedPart(value: string): boolean {
  for (const part of value.split(/[^A-Za-z0-9]+/)) {
    if (part.length >= 4 && /[A-Za-z]/.test(part) && /\d/.test(part) && !TECHNICAL.test(part))
      return true;
  }
  return false;
}

function longestStretch(value: string): string {
  let longest = "";
  for (const part of value.split(/[^A-Za-z0-9]+/)) if (part.length > longest.length) longest = part;
  return longest;
}
