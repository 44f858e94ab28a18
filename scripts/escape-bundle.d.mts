/** Owns the types of escape-bundle.mjs, for its test. */

export function escapeBundle(text: string, inputs: readonly string[]): string;
