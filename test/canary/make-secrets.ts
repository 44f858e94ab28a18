/** Owns the canaries: secret-shaped texts of every kind, put together at run time from a seed. All are invented. */
import { DIGITS, HEX, LOWER, seededRandom, UPPER, type SeededRandom } from "./seeded-random.ts";
import { secretTemplates } from "./secret-templates.ts";

export interface Canary {
  readonly kind: string;
  /** What must be in no output, nor any eight characters of it in a row. */
  readonly secret: string;
  /** The secret in surroundings that betray it. */
  readonly text: string;
}

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
  const secret = /‹([^›]*)›/.exec(filled)?.[1] ?? "";
  return { kind, secret: secret.replaceAll("¦", ""), text: clean(filled) };
}

function clean(filled: string): string {
  return filled.replace(/[‹›]/g, "").replaceAll("¦", "");
}

function fill(template: string, random: SeededRandom): string {
  return template.replace(/\{([A-Za-z])(\d*)\}/g, (_, letter: string, length: string) => {
    if (letter === "u") return [8, 4, 4, 4, 12].map((part) => random.text(HEX, part)).join("-");
    if (letter === "p") return makePassword(random);
    return random.text(ALPHABETS[letter] ?? HEX, Number(length));
  });
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
