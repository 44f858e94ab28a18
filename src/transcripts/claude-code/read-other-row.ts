/** Owns the rows that are neither user nor assistant: queue, attachments, titles, system notices. */
import { asList, asObject, asText } from "../shared/json-fields.ts";
import { separateHumanText } from "./human-text.ts";
import { hashPrompt, readPrompt } from "./read-prompt.ts";
import {
  emitTurn,
  noticeText,
  offerTitle,
  typedText,
  type RowContext,
  type SessionContext,
} from "./session-context.ts";
import { BOOKKEEPING_TYPES } from "./skim-line.ts";

/** System rows whose text says something that no other row says. */
const TELLING_SUBTYPES: ReadonlySet<string> = new Set([
  "compact_boundary",
  "informational",
  "local_command",
  "api_error",
]);

/** Reads one such row; types nobody knows are counted by name. */
export function readOtherRow(context: SessionContext, at: RowContext): void {
  const type = asText(at.row["type"]) ?? "untyped";
  switch (type) {
    case "queue-operation":
      return readQueueRow(context, at);
    case "attachment":
      return readAttachment(context, at);
    case "system":
      return readSystemRow(context, at);
    case "custom-title":
      return readTitle(context, at, "custom", "customTitle");
    case "ai-title":
      return readTitle(context, at, "ai", "aiTitle");
    case "summary":
      return readTitle(context, at, "summary", "summary");
    default:
      if (BOOKKEEPING_TYPES.has(type)) return at.sink.skip("bookkeeping", at.line);
      at.sink.skip("unknown-type", at.line, (context.short(type) ?? "").slice(0, 40));
  }
}

function readTitle(
  context: SessionContext,
  at: RowContext,
  origin: "custom" | "ai" | "summary",
  field: string,
): void {
  at.sink.skip("bookkeeping", at.line);
  const text = asText(at.row[field]);
  if (text === undefined) return;
  // Old versions wrote summaries of other sessions into a file: such a title is only better than none.
  const leaf = asText(at.row["leafUuid"]);
  const isForeign =
    origin === "summary" && leaf !== undefined && context.uuids.place(leaf) === "unseen";
  offerTitle(context, at.sink, isForeign ? "command" : origin, text);
}

function readQueueRow(context: SessionContext, at: RowContext): void {
  at.sink.skip("bookkeeping", at.line);
  const content = asText(at.row["content"]);
  const operation = asText(at.row["operation"]);
  if (operation !== "enqueue") {
    return context.queue.leave(
      content === undefined ? undefined : hashPrompt(context, separateHumanText(content).human),
    );
  }
  const human = separateHumanText(content ?? "").human;
  const text = human.startsWith("/") ? "" : typedText(context, human).text;
  context.queue.enqueue({ hash: hashPrompt(context, human), text, line: at.line, time: at.time });
}

/** Only a queued prompt is content; what hooks and the host attach is told to the model, not by the person. */
function readAttachment(context: SessionContext, at: RowContext): void {
  const attachment = asObject(at.row["attachment"]);
  const mode = asText(attachment?.["commandMode"]) ?? "prompt";
  const originKind = asText(asObject(attachment?.["origin"])?.["kind"]) ?? "human";
  if (attachment?.["type"] !== "queued_command") return at.sink.skip("bookkeeping", at.line);
  const texts = (
    typeof attachment["prompt"] === "string" ? [attachment["prompt"]] : asList(attachment["prompt"])
  ).flatMap((part) => (typeof part === "string" ? part : (asText(asObject(part)?.["text"]) ?? [])));
  const separated = texts.map(separateHumanText);
  const human = separated
    .map((text) => text.human)
    .filter((text) => text !== "")
    .join("\n\n");
  if (mode === "prompt" && originKind === "human" && human !== "") {
    return readPrompt(context, at, {
      block: 0,
      text: human,
      titleText: human,
      carrier: "attachment",
    });
  }
  const kept = separated
    .map((text) => text.kept)
    .join("\n\n")
    .trim();
  if (kept === "") return at.sink.skip("bookkeeping", at.line);
  emitTurn(context, at, {
    block: 0,
    role: "system",
    class: "lifecycle",
    text: noticeText(context, kept),
  });
}

function readSystemRow(context: SessionContext, at: RowContext): void {
  const subtype = asText(at.row["subtype"]) ?? "";
  const kept = separateHumanText(asText(at.row["content"]) ?? "").kept;
  if (!TELLING_SUBTYPES.has(subtype) || withoutTags(kept) === "")
    return at.sink.skip("bookkeeping", at.line);
  emitTurn(context, at, {
    block: 0,
    role: "system",
    class: "lifecycle",
    text: noticeText(context, kept),
  });
}

function withoutTags(text: string): string {
  return text.replaceAll(/<[^<>]*>/g, "").trim();
}
