/** Owns reading a person's own questions: one JSON object a line, `{query, expect, project?}`. */
import { readFileSync } from "node:fs";
import { VarveError } from "../../core/errors.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";

interface QuestionRow {
  readonly query: string;
  readonly expect: string | readonly string[];
  readonly project?: string;
  readonly kind?: string;
}

function decodeRow(line: string, number: number, path: string): QuestionRow {
  let row: Partial<QuestionRow> | null = null;
  try {
    row = JSON.parse(line) as Partial<QuestionRow> | null;
  } catch {
    row = null;
  }
  const expect = row?.expect;
  const isExpect =
    typeof expect === "string" ||
    (Array.isArray(expect) && expect.every((one) => typeof one === "string"));
  if (typeof row?.query !== "string" || !isExpect)
    throw new VarveError(
      "usage",
      `line ${number} of ${path} is no question`,
      'write {"query": "...", "expect": ["t:<session>#<line>" or words of the turn], "project": "..."}',
    );
  return { ...row, query: row.query, expect: expect ?? [] };
}

/** An empty `expect` is a question that nothing answers. `cwd` is the folder that the bench was started in. */
export function readQuestionFile(path: string, cwd: string): readonly RetrievalQuestion[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [decodeRow(line, at + 1, path)]))
    .map(({ query, expect, project, kind }) => ({
      query,
      expect: typeof expect === "string" ? [expect] : expect,
      cwd,
      kind: kind ?? "own",
      ...(project === undefined ? {} : { project }),
    }));
}
