/** Owns the canaries: secret-shaped texts of every kind, put together at run time from a seed. All are invented. */
import { DIGITS, HEX, LOWER, seededRandom, UPPER, type SeededRandom } from "./seeded-random.ts";
import { secretTemplates } from "./secret-templates.ts";

export interface Canary {
  readonly kind: string;
  /** What must be in no output, nor any eight characters of it in a row. */
  readonly secret: string;
  /** The secret in surroundings that betray it. */
  readonly text: string;
  /**
   * The runs of eight characters by which a leak is recognised, as they stand in the secret. Six of the eight at least
   * were drawn at random: what a vendor puts in front of every key of its own (`AKIA`, `https://hooks.`), and what a
   * template spells out, is public and may stand in other text.
   */
  readonly runs: readonly string[];
}

const RUN_CHARS = 8;
const DRAWN_OF_RUN = 6;
/** Stand around drawn characters while a template is filled; no template and no alphabet holds them. */
const DRAWN_FROM = "\u{E000}";
const DRAWN_TO = "\u{E001}";

const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  h: HEX,
  U: UPPER + DIGITS,
  L: LOWER + DIGITS,
  D: DIGITS,
  B: `${UPPER}${LOWER}${DIGITS}+/`,
  W: `${UPPER}${LOWER}${DIGITS}-_`,
};

/** `count` canaries: each kind once before any comes again. */
export function makeSecrets(seed: number, count = 60): Canary[] {
  const random = seededRandom(seed);
  const kinds = shuffle(Object.keys(secretTemplates), random);
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "";
    return fillTemplate(kind, random.pick(secretTemplates[kind] ?? []), random);
  });
}

/** One canary from each template. */
export function makeEverySecret(seed: number): Canary[] {
  const random = seededRandom(seed);
  return Object.entries(secretTemplates).flatMap(([kind, templates]) =>
    templates.map((template) => fillTemplate(kind, template, random)),
  );
}

/** The same shapes holding no secret: every drawn character is an x, or the drawn part is far too short. */
export function makeNearMisses(kind: string, seed: number): string[] {
  const random = seededRandom(seed);
  return (secretTemplates[kind] ?? []).flatMap((template) => [
    clean(
      template.replace(/\{([A-Za-z])(\d*)\}/g, (_, letter: string, length: string) =>
        "x".repeat(letter === "u" ? 36 : Number(length || 12)),
      ),
    ),
    clean(
      fill(
        template.replace(/\{([A-Za-z])(\d*)\}/g, (_, letter: string, length: string) =>
          letter === "u"
            ? "{h7}"
            : letter === "p"
              ? "none"
              : `{${letter}${Math.min(4, Math.floor(Number(length) / 6))}}`,
        ),
        random,
      ),
    ),
  ]);
}

function fillTemplate(kind: string, template: string, random: SeededRandom): Canary {
  const filled = fill(template, random);
  const marked = (/‹([^›]*)›/.exec(filled)?.[1] ?? "").replaceAll("¦", "");
  return { kind, secret: clean(marked), text: clean(filled), runs: listRuns(marked) };
}

function listRuns(marked: string): string[] {
  const drawn: boolean[] = [];
  let isDrawn = false;
  for (const character of marked) {
    if (character === DRAWN_FROM || character === DRAWN_TO) isDrawn = character === DRAWN_FROM;
    else drawn.push(isDrawn);
  }
  const secret = clean(marked);
  const runs: string[] = [];
  for (let at = 0; at + RUN_CHARS <= secret.length; at += 1) {
    if (drawn.slice(at, at + RUN_CHARS).filter(Boolean).length >= DRAWN_OF_RUN)
      runs.push(secret.slice(at, at + RUN_CHARS));
  }
  return runs;
}

function clean(filled: string): string {
  return filled.replace(/[‹›¦\u{E000}\u{E001}]/gu, "");
}

function fill(template: string, random: SeededRandom): string {
  return template.replace(
    /\{([A-Za-z])(\d*)\}/g,
    (_, letter: string, length: string) =>
      `${DRAWN_FROM}${draw(letter, Number(length), random)}${DRAWN_TO}`,
  );
}

function draw(letter: string, length: number, random: SeededRandom): string {
  if (letter === "u") return [8, 4, 4, 4, 12].map((part) => random.text(HEX, part)).join("-");
  if (letter === "p") return makePassword(random);
  return random.text(ALPHABETS[letter] ?? HEX, length);
}

/** Letters, digits and a sign or two, 12 to 16 in all, never without a digit. */
function makePassword(random: SeededRandom): string {
  const body = random.text(UPPER + LOWER + DIGITS, 6 + random.below(4));
  return `${random.text(LOWER, 2)}${random.text(DIGITS, 2)}${body}${random.pick(["!", "-", "_", "*"])}${random.text(LOWER + DIGITS, 2)}`;
}

function shuffle<T>(items: readonly T[], random: SeededRandom): T[] {
  const left = [...items];
  return items
    .map(() => left.splice(random.below(left.length), 1)[0])
    .filter((item) => item !== undefined);
}
