/**
 * Owns sentences of generated talk. Slots: {n} noun, {c} compound noun, {v} verb, {a} adjective, {i} identifier,
 * {p} path, {#} number, and {을} {은} {이} {과}, Korean particles that follow the sound of what stands before them.
 */
import type { Scene } from "./scene.ts";

/** Particle after a final consonant, and after a vowel. */
const particles: Readonly<Record<string, readonly [string, string]>> = {
  을: ["을", "를"],
  은: ["은", "는"],
  이: ["이", "가"],
  과: ["과", "와"],
};

function endsInConsonant(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  if (code < 0xac00 || code > 0xd7a3) return /[bcdfgklmnpqrstxz1367890]$/iu.test(text);
  return (code - 0xac00) % 28 !== 0;
}

function fillSlot(slot: string, before: string, scene: Scene): string {
  switch (slot) {
    case "n":
      return scene.noun();
    case "c":
      return scene.compound();
    case "v":
      return scene.words.verbs.pick(scene.random);
    case "a":
      return scene.words.adjectives.pick(scene.random);
    case "i":
      return scene.identifier();
    case "p":
      return scene.path();
    case "#":
      return String(2 + scene.random.int(scene.random.int(4) === 0 ? 4000 : 60));
    default: {
      const [consonant, vowel] = particles[slot] ?? [slot, slot];
      return endsInConsonant(before) ? consonant : vowel;
    }
  }
}

function fillForm(form: string, scene: Scene): string {
  let text = "";
  let from = 0;
  for (let open = form.indexOf("{"); open !== -1; open = form.indexOf("{", from)) {
    const close = form.indexOf("}", open);
    text += form.slice(from, open);
    text += fillSlot(form.slice(open + 1, close), text, scene);
    from = close + 1;
  }
  text += form.slice(from);
  // A name keeps its case where it stands first.
  return form.startsWith("{i}") || form.startsWith("{p}")
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a person types: one to four sentences. */
export function composePrompt(scene: Scene): string {
  const count = 1 + scene.random.int(3);
  const parts: string[] = [];
  for (let index = 0; index < count; index += 1)
    parts.push(fillForm(scene.random.pick(scene.words.prompts), scene));
  if (scene.random.chance(0.3))
    parts.push(fillForm(scene.random.pick(scene.words.sentences), scene));
  return parts.join(scene.words.separator);
}

/** One sentence of an agent. */
export function composeSentence(scene: Scene): string {
  return fillForm(scene.random.pick(scene.words.sentences), scene);
}

/**
 * An answer in Markdown: paragraphs, now and then a heading or a list.
 * @param sentences about how many
 */
export function composeReply(scene: Scene, sentences: number): string {
  const { random } = scene;
  const blocks: string[] = [];
  let left = sentences;
  while (left > 0) {
    const count = Math.min(left, 2 + random.int(4));
    const lines: string[] = [];
    for (let index = 0; index < count; index += 1) lines.push(composeSentence(scene));
    if (random.chance(0.2)) blocks.push(`## ${scene.compound()}`);
    blocks.push(
      random.chance(0.3)
        ? lines.map((line) => `- ${line}`).join("\n")
        : lines.join(scene.words.separator),
    );
    left -= count;
  }
  return blocks.join("\n\n");
}
