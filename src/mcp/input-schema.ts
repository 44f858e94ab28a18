/** Owns the JSON Schema of a tool's arguments, made from the same table that reads them. */
import type { Parameter, ToolSpec } from "./tool.ts";

export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: string[];
  readonly additionalProperties: false;
}

/** Aliases stay out: one name is enough to learn. */
export function inputSchema({ parameters }: ToolSpec): InputSchema {
  const required = parameters.filter((one) => one.required === true).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function propertyOf({ kind, description, choices, most, least }: Parameter): object {
  switch (kind) {
    case "text":
      return { type: "string", description, ...(most !== undefined && { maxLength: most }) };
    case "choice":
      return { type: "string", enum: choices, description };
    case "count":
      return {
        type: "integer",
        minimum: least ?? 0,
        ...(most !== undefined && { maximum: most }),
        description,
      };
    case "flag":
      return { type: "boolean", description };
    case "list":
      return {
        type: "array",
        items: choices === undefined ? { type: "string" } : { type: "string", enum: choices },
        ...(most !== undefined && { maxItems: most }),
        description,
      };
  }
}
