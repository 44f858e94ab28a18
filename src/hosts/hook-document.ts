/**
 * Owns our handlers inside the JSON that both hosts keep hooks in: `{hooks: {EVENT: [{matcher?, hooks: [handler]}]}}`.
 * Pure: text in, text and the way back out. Everything that is not ours keeps its bytes and its order.
 */
import { isDeepStrictEqual } from "node:util";

import type { HookHost } from "../core/spool-line.ts";
import { insertJsonc, parseJsonc, removeJsonc, replaceJsonc } from "../platform/edit-jsonc.ts";
import { applyTextEdit, invertTextEdit, type TextEdit } from "../platform/text-edit.ts";
import { CAPTURE_EVENTS, captureHandler } from "./capture-handler.ts";
import { asList, isMembers, listOurHandlers } from "./list-handlers.ts";

export interface CaptureOwner {
  readonly host: HookHost;
  readonly varveHome: string;
}

export interface HookDocumentChange {
  readonly text: string;
  /** Applied in order to `text`, they give the old text. */
  readonly undo: readonly TextEdit[];
}

/** Why the document cannot take our handlers, as a sentence; undefined when it can. */
export function findHookDocumentProblem(text: string): string | undefined {
  if (stripMark(text).trim() === "") return undefined;
  const document = parseJsonc(stripMark(text));
  if (!document.ok) return `it is not valid JSON (${document.problem})`;
  const { value } = document;
  if (!isMembers(value)) return "it holds no object at the top";
  if (value.hooks === undefined || value.hooks === null) return undefined;
  if (!isMembers(value.hooks)) return '"hooks" is no object';
  for (const event of CAPTURE_EVENTS) {
    const groups = value.hooks[event];
    if (!Array.isArray(groups) && !holdsNothing(groups)) return `"hooks.${event}" is no list`;
  }
  return undefined;
}

/** An odd value for an event that a list can replace without losing or waking anything. */
export function holdsNothing(groups: unknown): boolean {
  if (groups === undefined || groups === null) return true;
  if (!isMembers(groups)) return false;
  return Object.entries(groups).every(
    ([key, value]) => key === "hooks" && Array.isArray(value) && value.length === 0,
  );
}

const BYTE_ORDER_MARK = "\uFEFF";
/** The text without its byte order mark. */
export const stripMark = (text: string): string =>
  text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;

/** The `hooks` value of a document that has no problem; undefined when it has none. */
export function readHooks(text: string): unknown {
  const document = parseJsonc(stripMark(text));
  return document.ok && isMembers(document.value) ? document.value.hooks : undefined;
}

/** True when every event has exactly our current handler and no older one of ours is left anywhere. */
export function hasCaptureHooks(text: string, owner: CaptureOwner): boolean {
  const ours = listOurHandlers(readHooks(text), owner.varveHome);
  return (
    ours.length === CAPTURE_EVENTS.length &&
    CAPTURE_EVENTS.every((event) =>
      ours.some(
        (place) =>
          place.event === event &&
          place.alone &&
          isDeepStrictEqual(place.handler, captureHandler(owner.host, event, owner.varveHome)),
      ),
    )
  );
}

/** Applies one edit after the other to a text and remembers the way back. */
function makeEditor(text: string): {
  text(): string;
  apply(edit: TextEdit): void;
  done(): HookDocumentChange;
} {
  const mark = text.length - stripMark(text).length;
  let body = stripMark(text);
  const undo: TextEdit[] = [];
  return {
    text: () => body,
    apply(edit) {
      const back = invertTextEdit(body, edit);
      undo.unshift({ ...back, at: back.at + mark });
      body = applyTextEdit(body, edit);
    },
    done: () => ({ text: text.slice(0, mark) + body, undo }),
  };
}

function freshDocument(owner: CaptureOwner): string {
  const hooks = Object.fromEntries(
    CAPTURE_EVENTS.map((event) => [
      event,
      [{ hooks: [captureHandler(owner.host, event, owner.varveHome)] }],
    ]),
  );
  return `${JSON.stringify({ hooks }, null, 2)}\n`;
}

/** Adds our handlers behind those of others. The document must have no problem and none of our handlers. */
export function addCaptureHooks(text: string, owner: CaptureOwner): HookDocumentChange {
  const editor = makeEditor(text);
  const old = editor.text();
  if (old.trim() === "") {
    editor.apply({ at: 0, remove: old.length, insert: freshDocument(owner) });
    return editor.done();
  }
  const hooks = readHooks(old);
  if (hooks === undefined) editor.apply(insertJsonc(old, [], { key: "hooks", value: {} }));
  if (hooks === null) editor.apply(replaceJsonc(old, ["hooks"], {}));
  for (const event of CAPTURE_EVENTS) {
    const group = { hooks: [captureHandler(owner.host, event, owner.varveHome)] };
    const groups = isMembers(hooks) ? hooks[event] : undefined;
    if (Array.isArray(groups)) {
      editor.apply(insertJsonc(editor.text(), ["hooks", event], { key: null, value: group }));
    } else if (groups === undefined) {
      editor.apply(insertJsonc(editor.text(), ["hooks"], { key: event, value: [group] }));
    } else {
      editor.apply(replaceJsonc(editor.text(), ["hooks", event], [group]));
    }
  }
  return editor.done();
}

/** Takes our handlers out, with the groups, lists and the `hooks` object that they alone filled. */
export function removeCaptureHooks(text: string, varveHome: string): HookDocumentChange {
  const editor = makeEditor(text);
  for (;;) {
    const [place] = listOurHandlers(readHooks(editor.text()), varveHome);
    if (place === undefined) return editor.done();
    const { event, group, index, alone } = place;
    const groupPath = ["hooks", event, group];
    editor.apply(removeJsonc(editor.text(), alone ? groupPath : [...groupPath, "hooks", index]));
    const hooks = readHooks(editor.text());
    if (!isMembers(hooks) || asList(hooks[event]).length > 0) continue;
    editor.apply(removeJsonc(editor.text(), ["hooks", event]));
    if (Object.keys(hooks).length === 1) editor.apply(removeJsonc(editor.text(), ["hooks"]));
  }
}
