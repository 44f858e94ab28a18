/** Owns the fingerprint that tells whether dist/ still belongs to the sources: path, size and time of every file. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const watched = ["package.json", "package-lock.json", "tsconfig.json", "scripts/build.mjs"];

function* filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else yield path;
  }
}

/** @param {string} root folder of the project @returns {string} hex digest */
export function sourceStamp(root) {
  const hash = createHash("sha256");
  for (const path of [...watched, ...filesBelow(root, "src")]) {
    const facts = statSync(join(root, path), { throwIfNoEntry: false });
    hash.update(`${path}\0${facts?.size}\0${facts?.mtimeMs}\n`);
  }
  return hash.digest("hex");
}
