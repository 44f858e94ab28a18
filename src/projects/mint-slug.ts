/** Owns how a project's slug is made: a readable name and a random part, never computed again. */

/** The slug of talk outside any project (HOME, a file system's root, no folder at all). No minted slug has this form. */
export const HOME_SLUG = "home";

const MAX_NAME_LENGTH = 40;

/**
 * `name` in lower case with every run of other signs as one hyphen, letters and digits of any script kept, at most
 * 40 characters; then `-` and `hex` (6 hex digits). A name without letters gives `project-<hex>`.
 */
export function mintSlug(name: string, hex: string): string {
  const kebab = name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-");
  const cut = [...kebab].slice(0, MAX_NAME_LENGTH + 1).join("");
  const trimmed = [...cut.replace(/^-+/, "")].slice(0, MAX_NAME_LENGTH).join("").replace(/-+$/, "");
  return `${trimmed === "" ? "project" : trimmed}-${hex}`;
}
