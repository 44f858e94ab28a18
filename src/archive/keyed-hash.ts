/** Owns the keyed hashes of the archive: nobody without the store's key can test a guess against a sidecar. */
import { createHash, createHmac, type Hmac } from "node:crypto";

/** What is hashed; the same bytes in another domain give another hash. */
export type HashDomain = "name" | "file" | "path" | "line" | "private" | "source";

export interface KeyedHash {
  /** 32 hex digits of HMAC-SHA-256. */
  short(domain: HashDomain, bytes: string | Uint8Array): string;
  /** A running HMAC-SHA-256 for bytes of a source that come in pieces; `digest("hex")` gives 64 digits. */
  stream(domain: HashDomain): Hmac;
  /** 64 hex digits of HMAC-SHA-256. */
  full(domain: HashDomain, bytes: Uint8Array): string;
}

const SHORT_DIGITS = 32;

export function makeKeyedHash(key: Uint8Array): KeyedHash {
  const stream = (domain: HashDomain): Hmac => createHmac("sha256", key).update(`${domain}\0`);
  const full = (domain: HashDomain, bytes: string | Uint8Array): string =>
    stream(domain).update(bytes).digest("hex");
  return {
    short: (domain, bytes) => full(domain, bytes).slice(0, SHORT_DIGITS),
    stream,
    full,
  };
}

/** SHA-256 (hex) of bytes as they lie in the archive. */
export function storedHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The next link of the running hash over all chunks of a source; the first link follows the empty string. */
export function nextRunningHash(previous: string, chunkHash: string): string {
  return createHash("sha256").update(previous).update(chunkHash).digest("hex");
}
