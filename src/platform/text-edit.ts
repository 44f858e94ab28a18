/** Owns one change of a text that can be taken back: everything outside it keeps its bytes. */

export interface TextEdit {
  /** Offset in UTF-16 units. */
  readonly at: number;
  /** How many units are replaced. */
  readonly remove: number;
  readonly insert: string;
}

export function applyTextEdit(text: string, edit: TextEdit): string {
  return text.slice(0, edit.at) + edit.insert + text.slice(edit.at + edit.remove);
}

/** The edit that gives `text` back once `edit` has been applied to it. */
export function invertTextEdit(text: string, edit: TextEdit): TextEdit {
  return {
    at: edit.at,
    remove: edit.insert.length,
    insert: text.slice(edit.at, edit.at + edit.remove),
  };
}
