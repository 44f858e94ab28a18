/** Owns the shape of a tool: what a model reads about it, what it takes, and what its handler gets. */
import type { Calendar } from "../core/time-expressions/time-query.ts";
import type { Engine } from "../engine/engine.ts";
import type { Arguments } from "./read-arguments.ts";
import type { HostCaller } from "./host-caller.ts";

export interface Parameter {
  readonly name: string;
  readonly kind: "text" | "count" | "flag" | "choice" | "list";
  readonly description: string;
  readonly required?: boolean;
  /** Names that models write for it as well. */
  readonly aliases?: readonly string[];
  /** Of `choice`, and of the items of a `list`. */
  readonly choices?: readonly string[];
  /** Characters of a text, size of a count, items of a list. */
  readonly most?: number;
  /** Of a count. */
  readonly least?: number;
  /** What the command line calls it; the engine names next calls that way. */
  readonly flag?: string;
}

/** What a handler works with. */
export interface ToolCall {
  readonly tool: ToolSpec;
  readonly arguments: Arguments;
  readonly engine: Engine;
  readonly caller: HostCaller;
  readonly calendar: Calendar;
}

/** Gives the text of the reply. Throws VarveError for what a model can put right. */
export type ToolHandler = (call: ToolCall) => string | Promise<string>;

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  /** Says when to use it, also in words that people say. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The command of the command line that does the same, and which parameter its words are. */
  readonly command: string;
  readonly positional: string;
  /** Arguments of a call that works; shown beside errors. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}
