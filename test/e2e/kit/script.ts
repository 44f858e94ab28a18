/** Owns what a test says to the scripted model: replies in order, the same for every client and wire format. */

/** A tool call in neutral words; each wire format knows how its client calls the tool. */
export type ToolCall =
  | { readonly kind: "shell"; readonly command: string }
  | {
      readonly kind: "mcp";
      readonly server: string;
      readonly tool: string;
      readonly input: Readonly<Record<string, unknown>>;
    };

/** One answer of the model: text, then a call, either of which may be missing. */
export interface Reply {
  readonly text?: string;
  readonly call?: ToolCall;
}

/** What a client asked the model, as far as a script needs it. */
export interface ModelRequest {
  /** Text of every tool result in the request, oldest first, as the model sees it. */
  readonly toolResults: readonly string[];
}

/** A reply, or how to make one from the request that it answers; what it throws fails the run. */
export type Step = Reply | ((request: ModelRequest) => Reply);
