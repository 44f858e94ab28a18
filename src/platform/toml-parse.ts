/** Owns reading TOML text: the only importer of the TOML parser. */
import { parse } from "smol-toml";

/** Parses TOML into plain objects, arrays, strings, numbers, booleans and dates. Throws the parser's error (it names line and column). */
export function parseToml(text: string): unknown {
  return parse(text);
}
