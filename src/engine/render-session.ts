/** Owns the two export forms of a session: Markdown for a person, JSONL of redacted turns for a program. */
import { toPlainText } from "../core/plain-text.ts";
import { formatSeq, type Turn } from "../core/turn.ts";

export interface ExportedSession {
  readonly id: string;
  readonly source: string;
  readonly title: string | null;
  readonly project: string | null;
  readonly startedAt: string | null;
  readonly turns: readonly (Turn & { readonly epoch: number })[];
}

/** One JSON object per turn, in order, each with its reference; ends with a newline when there is a turn. */
export function renderSessionJsonl(session: ExportedSession): string {
  return session.turns.map((turn) => `${JSON.stringify(jsonTurn(session, turn))}\n`).join("");
}

function jsonTurn(
  session: ExportedSession,
  turn: Turn & { readonly epoch: number },
): Record<string, unknown> {
  return {
    ref: `t:${session.id}#${formatSeq(turn)}`,
    ts: turn.time,
    role: turn.role,
    class: turn.class,
    text: turn.text,
    ...(turn.toolName === null ? {} : { tool: turn.toolName }),
    ...(turn.files.length === 0 ? {} : { files: turn.files }),
    ...(turn.exitStatus === null ? {} : { exitStatus: turn.exitStatus }),
    ...(turn.branch === "live" ? {} : { branch: turn.branch }),
    ...(turn.textTruncated ? { truncated: true } : {}),
  };
}

const SPEAKER: Readonly<Record<Turn["class"], string>> = {
  prompt: "Person",
  reply: "Agent",
  call: "Tool call",
  edit: "Edit",
  result: "Tool result",
  error: "Tool error",
  summary: "Compaction summary",
  lifecycle: "Host",
};

/** A page with one section per turn, free of what a terminal would act on when it is shown there; tool text stands in fences longer than any run of backticks inside it. */
export function renderSessionMarkdown(session: ExportedSession): string {
  const lines = [
    `# ${session.title ?? session.id}`,
    "",
    `- session: ${session.id} (${session.source})`,
    ...(session.project === null ? [] : [`- project: ${session.project}`]),
    ...(session.startedAt === null ? [] : [`- started: ${session.startedAt}`]),
    `- turns: ${session.turns.length}`,
    "",
  ];
  for (const turn of session.turns) {
    if (turn.class === "lifecycle") continue;
    const dropped = turn.branch === "dropped" ? " (dropped by a rewind)" : "";
    lines.push(
      `## ${SPEAKER[turn.class]} ${turn.time ?? "undated"} #${formatSeq(turn)}${dropped}`,
      "",
    );
    const isTool = turn.role === "tool" || turn.class === "call" || turn.class === "edit";
    lines.push(isTool ? fenced(turn.text) : turn.text, "");
  }
  return `${toPlainText(lines.join("\n")).trimEnd()}\n`;
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
