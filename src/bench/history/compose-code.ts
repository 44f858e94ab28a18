/** Owns generated source text: TypeScript, Python and SQL lines, with comments in the session's language. */
import { composeSentence } from "./compose-talk.ts";
import type { Scene } from "./scene.ts";

const camel = (name: string): string =>
  name.replace(/[-_](\w)/gu, (_, letter: string) => letter.toUpperCase());

function typescriptLine(scene: Scene): string {
  const { random } = scene;
  const name = camel(scene.identifier());
  const other = camel(scene.identifier());
  const noun = scene.english.nouns.pick(random);
  switch (random.int(10)) {
    case 0:
      return `export async function ${name}(${noun}: ${other}, limit = ${random.int(500)}): Promise<void> {`;
    case 1:
      return `  const ${noun} = await this.${other}({ ${name}: true, timeoutMs: ${random.int(9000)} });`;
    case 2:
      return `  if (${noun} === undefined) throw new TypeError("${name} needs a ${noun}");`;
    case 3:
      return `  return ${noun}s.filter((entry) => entry.${name} > ${random.int(100)}).map(${other});`;
    case 4:
      return `import { ${name} } from "../${noun}/${scene.english.nouns.pick(random)}.ts";`;
    case 5:
    case 8:
      return `  // ${composeSentence(scene)}`;
    case 6:
      return `  logger.warn({ ${noun}: ${name} }, "${scene.compound()}");`;
    case 7:
      return "}";
    default:
      return `  ${noun}.set("${scene.path()}", ${other});`;
  }
}

function pythonLine(scene: Scene): string {
  const { random } = scene;
  const name = scene.identifier();
  const noun = scene.english.nouns.pick(random);
  switch (random.int(6)) {
    case 0:
      return `def ${name}(self, ${noun}: str, retries: int = ${random.int(9)}) -> None:`;
    case 1:
      return `    ${noun} = self._${name}.get("${scene.path()}", {})`;
    case 2:
      return `    # ${composeSentence(scene)}`;
    case 3:
      return `    raise ValueError(f"${name}: {${noun}!r} ${scene.compound()}")`;
    case 4:
      return `        for ${noun} in ${scene.identifier()}(limit=${random.int(900)}):`;
    default:
      return `    return [row["${noun}_id"] for row in ${noun}s if row["${name}"]]`;
  }
}

function sqlLine(scene: Scene): string {
  const { random } = scene;
  const table = `${scene.english.nouns.pick(random)}_${scene.english.nouns.pick(random)}`;
  return random.chance(0.5)
    ? `select ${table}.id, count(*) from ${table} join ${scene.english.nouns.pick(random)} using (${scene.identifier()}) where created_at > now() - interval '${random.int(90)} days';`
    : `create index ${table}_idx on ${table} (${scene.identifier()}, created_at); -- ${scene.compound()}`;
}

/** @param lines how many lines of one language */
export function composeCode(scene: Scene, lines: number): string {
  const kind = scene.random.int(10);
  const line = kind < 6 ? typescriptLine : kind < 9 ? pythonLine : sqlLine;
  const out: string[] = [];
  for (let index = 0; index < lines; index += 1) out.push(line(scene));
  return out.join("\n");
}
