/**
 * Owns proving that the full-text tables hold exactly the tokens that the texts give: per row by their number, which
 * FTS5 keeps beside each row, and over all rows by a sum over the vocabulary. A contentless table cannot be read back
 * row by row, and rows made by another tokeniser look sound to SQLite.
 */
import { indexText } from "../core/tokenise/index-text.ts";
import type { Connection } from "./connection.ts";
import { searchKey } from "./full-text-rows.ts";

export interface TokenCheck {
  /** Rows whose number of tokens is not what their text gives. */
  readonly differingRows: number;
  /** False when some token stands more or less often than the texts say. */
  readonly sameVocabulary: boolean;
}

const SPACE = 32;

/** Two sums of 32 bits over tokens in any order. */
class TokenSum {
  first = 0;
  second = 0;

  private add(first: number, second: number, times: number): void {
    this.first = (this.first + Math.imul(first, times)) | 0;
    this.second = (this.second + Math.imul(second, times)) | 0;
  }

  /** Tokens separated by single spaces; returns how many they are. */
  tokens(text: string, times = 1): number {
    if (text === "") return 0;
    let count = 0;
    let first = 0x811c9dc5;
    let second = 0x9e3779b1;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at === text.length ? SPACE : text.charCodeAt(at);
      if (code === SPACE) {
        count += 1;
        this.add(first, second, times);
        first = 0x811c9dc5;
        second = 0x9e3779b1;
      } else {
        first = Math.imul(first ^ code, 0x01000193);
        second = Math.imul((second << 5) ^ (second >>> 27) ^ code, 0x85ebca6b);
      }
    }
    return count;
  }

  equals(other: TokenSum): boolean {
    return this.first === other.first && this.second === other.second;
  }
}

/** The varints of FTS5's row sizes: seven bits each, high bit set on all but the last byte. */
function decodeSizes(blob: unknown): readonly number[] {
  if (!(blob instanceof Uint8Array)) return [];
  const sizes: number[] = [];
  let value = 0;
  for (const byte of blob) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    sizes.push(value);
    value = 0;
  }
  return sizes;
}

const ROWS = `SELECT t.files, x.text, d.sz, (SELECT text FROM labels WHERE no = t.tool) AS tool
  FROM turns t JOIN turn_texts x ON x.id = t.id JOIN fts_docsize d ON d.id = t.id`;

function sumTexts(connection: Connection): {
  readonly words: TokenSum;
  readonly singles: TokenSum;
  readonly differingRows: number;
} {
  const words = new TokenSum();
  const singles = new TokenSum();
  let differingRows = 0;
  for (const row of connection.statement(ROWS).iterate()) {
    const body = indexText(String(row["text"]));
    const files =
      typeof row["files"] === "string" ? (JSON.parse(row["files"]) as readonly string[]) : [];
    const key = searchKey(typeof row["tool"] === "string" ? row["tool"] : null, files);
    singles.tokens(body.single);
    const inText = words.tokens(body.text);
    const inKey = key === "" ? 0 : words.tokens(indexText(key).text);
    const [text, keys] = decodeSizes(row["sz"]);
    if (text !== inText || keys !== inKey) differingRows += 1;
  }
  return { words, singles, differingRows };
}

function sumVocabulary(connection: Connection, table: string, column: "cnt" | "doc"): TokenSum {
  const sum = new TokenSum();
  const name = `varve_vocabulary_${table}`;
  connection.database.exec(
    `CREATE VIRTUAL TABLE temp.${name} USING fts5vocab('main', '${table}', 'row')`,
  );
  try {
    for (const row of connection.database
      .prepare(`SELECT term, ${column} AS n FROM temp.${name}`)
      .iterate()) {
      sum.tokens(String(row["term"]), Number(row["n"]));
    }
  } finally {
    connection.database.exec(`DROP TABLE temp.${name}`);
  }
  return sum;
}

/** Cuts every text again; about the time of a rebuild's tokenising. Holds one row at a time. */
export function verifyTokens(connection: Connection): TokenCheck {
  const texts = sumTexts(connection);
  const words = sumVocabulary(connection, "fts", "cnt");
  const singles = sumVocabulary(connection, "singles", "doc");
  return {
    differingRows: texts.differingRows,
    sameVocabulary: words.equals(texts.words) && singles.equals(texts.singles),
  };
}
