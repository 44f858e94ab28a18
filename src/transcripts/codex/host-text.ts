/** Owns telling what a person typed from what Codex put into the same role: instruction blocks, notices, editor preambles. */

/** `person` typed; `instructions` repeat what the host tells each session; `notice` reports something that happened. */
export type TextOrigin = "person" | "instructions" | "notice" | "injected" | "summary";

/** Content kinds that newer rollouts state; every other kind is an instruction of the host. */
const ORIGIN_BY_KIND: Readonly<Record<string, TextOrigin>> = {
  "user.text": "person",
  "hooks.additional_context": "injected",
  "compaction.summary": "summary",
  "multi_agent.subagent_notification": "notice",
  "hooks.prompt": "notice",
  "user.shell_command": "notice",
  "turns.aborted": "notice",
};

const NOTICE_TAGS = new Set([
  "turn_aborted",
  "user_shell_command",
  "subagent_notification",
  "hook_prompt",
  "user_action",
  "task_notification",
]);

const INSTRUCTION_TAGS = new Set([
  "environment_context",
  "user_instructions",
  "recommended_plugins",
  "plugins",
  "apps",
  "skill",
  "skills",
  "tools",
  "permissions",
  "collaboration_mode",
  "personality_spec",
  "model_switch",
  "INSTRUCTIONS",
]);

/** Families of tags that grow with each version. */
const INSTRUCTION_TAG_FAMILY = /(?:_instructions|_context|_spec)$|^multi_agent_/;

const OPENING_TAG = /^\s*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>/;
const INSTRUCTION_FILE = /^\s*# AGENTS(?:\.override)?\.md instructions\b/;
const SUMMARY_PREFIX = /^\s*Another language model started to solve this problem\b/;
const EDITOR_PREAMBLE = /^\s*# (?:Context from my IDE setup|Files mentioned by the user)\b/;
const EDITOR_REQUEST = /^## My request for Codex:?[^\S\n]*$\n?/m;
/** Wrappers that the terminal writes around a pasted picture. */
const IMAGE_WRAPPER = /^\s*<\/?image\b[^<>]*>\s*$/;

/** The origin of one content item with role user or developer. `kind` is undefined in rollouts that state none. */
export function originOf(
  text: string,
  role: "user" | "developer",
  kind: string | undefined,
): TextOrigin {
  if (kind !== undefined && kind !== "unknown")
    return ORIGIN_BY_KIND[kind] ?? (kind.startsWith("user.") ? "person" : "instructions");
  if (INSTRUCTION_FILE.test(text) || IMAGE_WRAPPER.test(text)) return "instructions";
  if (SUMMARY_PREFIX.test(text)) return "summary";
  const tag = OPENING_TAG.exec(text)?.[1];
  // A person may open with a tag too: only a block that is closed at the very end is the host's.
  if (tag !== undefined && (role === "developer" || isClosedAtEnd(text, tag))) {
    if (NOTICE_TAGS.has(tag)) return "notice";
    if (INSTRUCTION_TAGS.has(tag) || INSTRUCTION_TAG_FAMILY.test(tag)) return "instructions";
  }
  // Developer text without a tag is what a hook printed: rollouts without kinds do not say so.
  return role === "developer" ? "injected" : "person";
}

function isClosedAtEnd(text: string, tag: string): boolean {
  const end = text.trimEnd();
  const at = end.lastIndexOf(`</${tag}`);
  return at >= 0 && /^[^<>]*>$/.test(end.slice(at + tag.length + 2));
}

/** The request of a person without the list of tabs and selections that an editor puts before it. */
export function withoutEditorPreamble(text: string): string {
  if (!EDITOR_PREAMBLE.test(text)) return text;
  const request = EDITOR_REQUEST.exec(text);
  return request === null ? text : text.slice(request.index + request[0].length);
}

/** The words of a compaction summary without the fixed sentence that Codex puts before them. */
export function withoutSummaryPrefix(text: string): string {
  if (!SUMMARY_PREFIX.test(text)) return text;
  const end = text.indexOf("\n", text.search(/\S/));
  return end < 0 ? "" : text.slice(end + 1);
}
