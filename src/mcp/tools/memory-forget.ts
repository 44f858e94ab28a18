/** Owns the tool memory_forget as a model sees it. */
import type { ToolSpec } from "../tool.ts";

const MOST_IDS = 20;

export const memoryForget: ToolSpec = {
  name: "memory_forget",
  title: "Hide turns or sessions",
  description: `Hides turns ("t:<session>#<line>") or whole sessions ("s:<session>") from every later answer, in every agent at once. Nothing is destroyed: \`varve undo\` shows them again. Use it only when the person asks for it: "forget that", "don't bring this up again", "that was wrong, drop it", '그건 잊어', '그 내용은 빼줘', '다시 꺼내지 마', 忘れて, 忘掉. Find the references with memory_search first, and say what was hidden.`,
  parameters: [
    {
      name: "ids",
      kind: "list",
      required: true,
      description: 'References to hide, such as ["t:834cb28d#12"] (up to 20).',
      most: MOST_IDS,
      aliases: ["id", "ref", "refs", "references"],
    },
  ],
  command: "forget",
  positional: "ids",
  example: { ids: ["t:834cb28d#12"] },
  readOnly: false,
};
