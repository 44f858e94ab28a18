/** A call that an answer offers can be sent as it stands, whatever the question was. */
import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { COMMANDS } from "../../src/cli/command-table.ts";
import { parseArguments } from "../../src/cli/frame/parse-arguments.ts";
import { callWithText } from "../../src/core/quote-for-shell.ts";

test.each(["-O2", "--help", "it's $HOME `date`", "토큰 만료", "plain"])("%s", (text) => {
  for (const command of ["search", "logs"]) {
    const call = callWithText(command, text, " --all-projects --limit 3");
    const line = `for word in ${call.replace(/^varve /, "")}; do printf '%s\\n' "$word"; done`;
    const words = execFileSync("sh", ["-c", line], { encoding: "utf8" }).trimEnd().split("\n");
    expect(words).toContain(text);
    const parsed = parseArguments(COMMANDS, words);
    expect(JSON.stringify(parsed), call).toContain(JSON.stringify(text).slice(1, -1));
  }
});
