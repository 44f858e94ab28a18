/** Owns stdout and stderr: data to the one, talk to the other, both free of what a terminal would act on. */
import { toPlainText, toSafeJson } from "../core/plain-text.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Text as it came from anywhere; only a part with a style gets colour, and that is made here. */
export type OutputText =
  | string
  | readonly (string | { readonly text: string; readonly style: Style })[];

/** The part of a node stream that is used. */
export interface OutputStream {
  write(text: string, done?: (error?: Error | null) => void): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
}

export interface OutputOptions {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Prints one JSON document on stdout, so that `data` says nothing. */
  readonly json: boolean;
  readonly color: boolean;
  /** True when stderr is a terminal: progress bars are shown. */
  readonly isTerminal: boolean;
  /** Keeps talk away; errors still show. */
  readonly quiet?: boolean;
}

export interface Output {
  readonly isJson: boolean;
  readonly isTerminal: boolean;
  readonly isQuiet: boolean;
  /** Result text on stdout, with a line end added when it has none. Nothing in JSON mode. */
  data(text: OutputText): void;
  /** The one document of JSON mode on stdout; nothing otherwise. */
  json(value: unknown): void;
  /** Notes on stderr; nothing when quiet. */
  talk(text: OutputText): void;
  /** Errors on stderr, also when quiet. */
  error(text: OutputText): void;
  /** Resolves when all was handed over, or nobody reads any more: leaving before would cut a long answer. */
  drain(): Promise<void>;
}

const CODES: Readonly<Record<Style, string>> = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
};

/** Makes the one output of a run. A reader that goes away (`| head`) ends writing without an error. */
export function createOutput(options: OutputOptions): Output {
  const stdout = createWriter(options.stdout);
  const stderr = createWriter(options.stderr);
  const render = (text: OutputText) => withLineEnd(renderText(text, options.color));
  return {
    isJson: options.json,
    isTerminal: options.isTerminal,
    isQuiet: options.quiet === true,
    data(text) {
      if (!options.json) stdout.write(render(text));
    },
    json(value) {
      if (options.json) stdout.write(toSafeJson(value));
    },
    talk(text) {
      if (options.quiet !== true) stderr.write(render(text));
    },
    error: (text) => stderr.write(render(text)),
    async drain() {
      await Promise.all([stdout.drain(), stderr.drain()]);
    },
  };
}

function renderText(text: OutputText, color: boolean): string {
  if (typeof text === "string") return toPlainText(text);
  return text
    .map((part) => {
      if (typeof part === "string") return toPlainText(part);
      const plain = toPlainText(part.text);
      return color ? `\u001b[${CODES[part.style]}m${plain}\u001b[0m` : plain;
    })
    .join("");
}

function withLineEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

interface Writer {
  write(text: string): void;
  drain(): Promise<void>;
}

function createWriter(stream: OutputStream): Writer {
  let isGone = false;
  let waiting = 0;
  let wake: (() => void)[] = [];
  const settle = () => {
    if (waiting > 0 && !isGone) return;
    for (const resume of wake) resume();
    wake = [];
  };
  // Without a listener EPIPE would end the process with a stack trace.
  stream.on("error", () => {
    isGone = true;
    settle();
  });
  return {
    write(text) {
      if (isGone || text === "") return;
      waiting += 1;
      stream.write(text, () => {
        waiting -= 1;
        settle();
      });
    },
    drain: () =>
      new Promise((resolve) => {
        wake.push(resolve);
        settle();
      }),
  };
}
