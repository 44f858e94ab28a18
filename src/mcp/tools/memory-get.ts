/** Owns the tool memory_get as a model sees it. */
import { READ_LEVELS } from "../answer-levels.ts";
import type { ToolSpec } from "../tool.ts";

/** More would leave a line or two for each. */
const MOST_IDS = 20;

export const memoryGet: ToolSpec = {
  name: "memory_get",
  title: "Read turns or sessions",
  description: `Reads what references point to, word for word: "t:<session>#<line>" is one turn, "s:<session>" a whole session. Use it after memory_search, memory_timeline or memory_search_logs, whenever the exact words, numbers, paths or code matter and before you quote: when the person says "show me", "what exactly did it say", "the whole output", "read on", '그대로 보여줘', '정확히 뭐라고', '전체 내용', '계속 읽어', 全文, 原文. Without level a page of the full text; level "abstract" or "outline" for a glance at many, "full" for up to four pages at once, "raw" for the record as the host wrote it. The reply names the call that reads on.`,
  parameters: [
    {
      name: "ids",
      kind: "list",
      required: true,
      description: 'References from other replies, such as ["t:834cb28d#12"] (up to 20).',
      most: MOST_IDS,
      aliases: ["id", "ref", "refs", "references"],
    },
    {
      name: "level",
      kind: "choice",
      choices: READ_LEVELS,
      description: "How much of each: abstract, outline, full, raw.",
      flag: "level",
    },
    {
      name: "from",
      kind: "count",
      description: "Characters to pass over, for one id; the reply says where it stopped.",
      flag: "from",
      aliases: ["offset"],
    },
  ],
  command: "read",
  positional: "ids",
  example: { ids: ["t:834cb28d#12"] },
  readOnly: true,
};
