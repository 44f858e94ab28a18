/** Owns the Codex transcript format: rollouts of every generation and the terminal's prompt history. */
import type { TranscriptFormat } from "../reader.ts";
import { parseLine } from "../shared/parse-line.ts";
import { classifyCodexPath } from "./classify-codex-path.ts";
import { isHistoryRecord, openPromptHistory } from "./read-prompt-history.ts";
import { openRollout } from "./read-rollout.ts";
import { isRolloutRecord } from "./rollout-row.ts";
import { withholdRollout } from "./withhold-rollout.ts";

export const codex: TranscriptFormat = {
  source: "codex",
  classify: classifyCodexPath,
  recognises: (line) =>
    parseLine(line, isRolloutRecord).records.some(
      (record) => isRolloutRecord(record) || isHistoryRecord(record),
    ),
  open: (options) =>
    options.kind === "history" ? openPromptHistory(options) : openRollout(options),
  withhold: withholdRollout,
};
