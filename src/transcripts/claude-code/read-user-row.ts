/** Owns turning a `user` row into prompts, tool results and notices of the host. */
import { asList, asObject, asText, type JsonObject } from "../shared/json-fields.ts";
import { redactId } from "../shared/redact-id.ts";
import { parseCommandRow } from "./command-row.ts";
import { separateHumanText } from "./human-text.ts";
import { isOwnTool, skipBlock } from "./read-assistant-row.ts";
import { readPrompt } from "./read-prompt.ts";
import {
  emitTurn,
  offerTitle,
  noticeText,
  outputText,
  shortPaths,
  typedText,
  type RowContext,
  type SessionContext,
} from "./session-context.ts";
import { readToolResult } from "./tool-result-text.ts";

/**
 * Tool results are one turn each. The texts of a row are one prompt together, whatever blocks they came in; meta rows,
 * wrappers, notices and everything a helper is told are lifecycle; a compaction summary is a summary.
 */
export function readUserRow(context: SessionContext, at: RowContext): void {
  const content = asObject(at.row["message"])?.["content"];
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asList(content);
  if (blocks.length === 0) return at.sink.skip("empty", at.line);
  const texts: string[] = [];
  let textBlock = -1;
  blocks.forEach((item, block) => {
    const part = typeof item === "string" ? { type: "text", text: item } : asObject(item);
    if (part === undefined) return at.sink.skip("unknown-type", at.line, "block");
    if (part["type"] === "tool_result") return readResult(context, at, part, block);
    if (part["type"] !== "text") return skipBlock(context, at, part);
    texts.push(asText(part["text"]) ?? "");
    if (textBlock === -1) textBlock = block;
  });
  if (texts.length > 0) readTexts(context, at, texts, textBlock);
}

function readResult(
  context: SessionContext,
  at: RowContext,
  part: JsonObject,
  block: number,
): void {
  const callId = redactId(context.options.redactor, asText(part["tool_use_id"]));
  const toolName = context.tools.get(callId ?? "") ?? null;
  if (toolName !== null && isOwnTool(toolName)) return at.sink.skip("own-injection", at.line);
  if (toolName !== null && context.options.skipTools.has(toolName))
    return at.sink.skip("skipped-tool", at.line);
  const result = readToolResult(part, at.row["toolUseResult"]);
  for (const type of result.skippedParts) skipBlock(context, at, { type });
  emitTurn(context, at, {
    block,
    role: "tool",
    class: result.isError ? "error" : "result",
    text: outputText(context, result.text),
    toolName,
    toolCallId: callId,
    files: shortPaths(context, result.files),
    exitStatus: result.exitStatus,
  });
}

function readTexts(
  context: SessionContext,
  at: RowContext,
  texts: readonly string[],
  block: number,
): void {
  if (at.row["isCompactSummary"] === true) {
    return emitTurn(context, at, {
      block,
      role: "system",
      class: "summary",
      text: typedText(context, texts.join("\n\n")),
    });
  }
  const separated = texts.map(separateHumanText);
  if (separated.some((text) => text.ownBlocks > 0)) at.sink.skip("own-injection", at.line);
  const human = join(separated.map((text) => text.human));
  const kept = join(separated.map((text) => text.kept));
  if (at.row["isMeta"] === true || !isTypedByPerson(at.row))
    return emitNotice(context, at, kept, block);
  const command = parseCommandRow(human);
  if (command?.isPrompt === true) {
    return readPrompt(context, at, {
      block,
      text: command.typed,
      titleText: command.args,
      carrier: "row",
    });
  }
  if (command !== undefined) {
    if (command.args !== "") offerTitle(context, at.sink, "command", command.args);
    return emitTurn(context, at, {
      block,
      role: "user",
      class: "lifecycle",
      text: typedText(context, command.typed),
    });
  }
  if (human === "") return emitNotice(context, at, kept, block);
  readPrompt(context, at, { block, text: human, titleText: human, carrier: "row" });
}

/** Absent in old versions and in print mode; the terminal says `human`, notices of background work name their kind. */
function isTypedByPerson(row: JsonObject): boolean {
  const kind = asText(asObject(row["origin"])?.["kind"]);
  return kind === undefined || kind === "human";
}

function emitNotice(context: SessionContext, at: RowContext, text: string, block: number): void {
  if (text === "") return at.sink.skip("bookkeeping", at.line);
  emitTurn(context, at, {
    block,
    role: "system",
    class: "lifecycle",
    text: noticeText(context, text),
  });
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
