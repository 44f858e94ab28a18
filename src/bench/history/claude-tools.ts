/** Owns the tool calls of a generated Claude Code session: what is called, with what, and what comes back. */
import { composeCode } from "./compose-code.ts";
import { composeError, composeOutput, drawOutputSize } from "./compose-output.ts";
import { composeSentence } from "./compose-talk.ts";
import type { Scene } from "./scene.ts";

export interface ClaudeToolCall {
  readonly name: string;
  readonly input: object;
  readonly content: string;
  readonly isError: boolean;
  /** The client's structured copy of the result. */
  readonly structured: object | string;
}

const commands = [
  "npm test --",
  "npx vitest run",
  "git log --stat -n 20 --",
  "rg -n",
  "cargo test",
  "go test ./...",
  "pytest -q",
  "cat",
  "docker compose logs --tail 200",
];

function callShell(scene: Scene): ClaudeToolCall {
  const command = `${scene.random.pick(commands)} ${scene.path()}`;
  const input = { command, description: composeSentence(scene) };
  if (scene.random.chance(0.12)) {
    const content = composeError(scene);
    return { name: "Bash", input, content, isError: true, structured: `Error: ${content}` };
  }
  const stdout = composeOutput(scene, drawOutputSize(scene));
  return {
    name: "Bash",
    input,
    content: stdout,
    isError: false,
    structured: { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: false },
  };
}

const numbered = (text: string): string =>
  text
    .split("\n")
    .map((line, index) => `${index + 1}\t${line}`)
    .join("\n");

function callRead(scene: Scene): ClaudeToolCall {
  const filePath = `${scene.project.cwd}/${scene.path()}`;
  const text = composeOutput(
    scene,
    drawOutputSize(scene),
    scene.random.chance(0.75) ? "document" : "code",
  );
  const lines = text.split("\n").length;
  return {
    name: "Read",
    input: { file_path: filePath },
    content: numbered(text),
    isError: false,
    // The client keeps the file once more only for short ones here; the long copy is in the result already.
    structured: {
      type: "text",
      file: {
        filePath,
        content: text.length < 2000 ? text : "",
        numLines: lines,
        startLine: 1,
        totalLines: lines,
      },
    },
  };
}

function callEdit(scene: Scene): ClaudeToolCall {
  const filePath = `${scene.project.cwd}/${scene.path()}`;
  const oldString = composeCode(scene, 2 + scene.random.int(6));
  const newString = composeCode(scene, 3 + scene.random.int(10));
  return {
    name: "Edit",
    input: {
      replace_all: false,
      file_path: filePath,
      old_string: oldString,
      new_string: newString,
    },
    content: `The file ${filePath} has been updated.`,
    isError: false,
    structured: {
      filePath,
      oldString,
      newString,
      originalFile: null,
      structuredPatch: [],
      userModified: false,
      replaceAll: false,
    },
  };
}

function callWrite(scene: Scene): ClaudeToolCall {
  const filePath = `${scene.project.cwd}/${scene.path()}`;
  const content = composeOutput(
    scene,
    600 + scene.random.int(3000),
    scene.random.chance(0.75) ? "document" : "code",
  );
  return {
    name: "Write",
    input: { file_path: filePath, content },
    content: `File created successfully at: ${filePath}`,
    isError: false,
    structured: { type: "create", filePath, content: "", structuredPatch: [] },
  };
}

function callSearch(scene: Scene): ClaudeToolCall {
  const content = composeOutput(scene, drawOutputSize(scene), "search");
  return {
    name: "Grep",
    input: { pattern: scene.identifier(), path: scene.project.cwd, output_mode: "content" },
    content,
    isError: false,
    structured: {
      mode: "content",
      numFiles: 1 + scene.random.int(30),
      numLines: content.split("\n").length,
    },
  };
}

const calls = [
  callShell,
  callShell,
  callShell,
  callRead,
  callRead,
  callEdit,
  callEdit,
  callWrite,
  callSearch,
];

export function composeClaudeToolCall(scene: Scene): ClaudeToolCall {
  return scene.random.pick(calls)(scene);
}
