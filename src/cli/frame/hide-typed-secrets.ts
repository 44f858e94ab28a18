/** Owns hiding the secrets of a command line in what is said about it, also where an error quotes only their beginning. */
import { findSecrets } from "../../core/redaction/find-secrets.ts";

/** A shorter piece says too little to be one. */
const SHORTEST_PIECE = 8;
const MARK = "[redacted]";

/**
 * A function that takes every secret of `argv` out of a text. A redactor alone would miss what was cut to fit a message:
 * half a key has no longer the shape of one.
 */
export function hideTypedSecrets(argv: readonly string[]): (text: string) => string {
  const secrets = new Set(
    [...argv, argv.join(" ")].flatMap((typed) =>
      findSecrets(typed).map(({ from, to }) => typed.slice(from, to)),
    ),
  );
  return (text) => [...secrets].reduce(hideBeginnings, text);
}

/** Puts the mark where `secret`, or its first eight characters and whatever follows of it, stands. */
function hideBeginnings(text: string, secret: string): string {
  const opening = secret.slice(0, SHORTEST_PIECE);
  if (opening.length < SHORTEST_PIECE) return text;
  let hidden = "";
  let done = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, done)) {
    let length = opening.length;
    while (length < secret.length && text[at + length] === secret[length]) length += 1;
    hidden += text.slice(done, at) + MARK;
    done = at + length;
  }
  return hidden + text.slice(done);
}
