/** Owns reading LoCoMo conversations: each becomes a project, each of its sessions a transcript. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VarveError } from "../../core/errors.ts";
import { absentTopics } from "./absent-topics.ts";
import { plainReference, writePlainSession, type PlainTurn } from "./plain-transcript.ts";
import type { RetrievalQuestion } from "./retrieval-question.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

interface LocomoTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface LocomoQuestion {
  readonly question: string;
  readonly evidence?: readonly string[];
  readonly category: number;
}

interface LocomoConversation {
  readonly speaker_a: string;
  readonly qa: readonly LocomoQuestion[];
  readonly [field: string]: unknown;
}

const CATEGORIES = ["", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];
/** The category whose questions ask for what was not said in that way; their evidence is what comes near. */
const ADVERSARIAL = 5;
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const SESSION_DATE = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) (\w+), (\d{4})$/;

/** `1:56 pm on 8 May, 2023`, taken as UTC. */
export function parseLocomoDate(text: string): number {
  const match = SESSION_DATE.exec(text.trim());
  const month = MONTHS.indexOf((match?.[5] ?? "").toLowerCase());
  if (match === null || month < 0)
    throw new VarveError(
      "usage",
      `${JSON.stringify(text.slice(0, 40))} is no LoCoMo date`,
      "expected `1:56 pm on 8 May, 2023`",
    );
  const hour = (Number(match[1]) % 12) + (match[3] === "pm" ? 12 : 0);
  return Date.UTC(Number(match[6]), month, Number(match[4]), hour, Number(match[2]));
}

/** A picture's caption stands in the text, as the picture stood in the conversation. */
function textOf({ speaker, text, blip_caption: caption }: LocomoTurn): string {
  return `${speaker}: ${text}${caption === undefined ? "" : ` [shares ${caption}]`}`;
}

function asTurns(value: readonly unknown[]): readonly LocomoTurn[] {
  return value as readonly LocomoTurn[];
}

/** References of the turns by their dialogue id. */
function writeConversation(
  name: string,
  conversation: LocomoConversation,
  folder: string,
): ReadonlyMap<string, string> {
  const references = new Map<string, string>();
  for (const [field, turns] of Object.entries(conversation)) {
    const number = /^session_(\d+)$/.exec(field)?.[1];
    if (number === undefined || !Array.isArray(turns)) continue;
    const session = `locomo-${name}-s${number}`;
    const rows: PlainTurn[] = asTurns(turns).map((turn, at) => {
      references.set(turn.dia_id, plainReference(session, at));
      return {
        role: turn.speaker === conversation.speaker_a ? "user" : "assistant",
        text: textOf(turn),
      };
    });
    writePlainSession(folder, {
      session,
      cwd: cwdOf(name),
      startMs: parseLocomoDate(String(conversation[`${field}_date_time`])),
      turns: rows,
    });
  }
  return references;
}

const cwdOf = (name: string): string => `/home/user/locomo-${name}`;

/**
 * Reads every `*.json` of `source` and writes transcripts to `folder`. Questions without evidence, and those whose
 * evidence is no turn of the conversation, are left out.
 */
export function readLocomoSet(source: string, folder: string): RetrievalSet {
  const questions: RetrievalQuestion[] = [];
  let leftOut = 0;
  const files = readdirSync(source).filter((file) => file.endsWith(".json"));
  if (files.length === 0)
    throw new VarveError("not-found", `${source} holds no *.json`, "name a folder of LoCoMo files");
  for (const file of files.toSorted()) {
    const name = file.replace(/\.json$/, "");
    const conversation = JSON.parse(readFileSync(join(source, file), "utf8")) as LocomoConversation;
    const references = writeConversation(name, conversation, folder);
    for (const { question, evidence = [], category } of conversation.qa) {
      const expect = [...new Set(evidence)].map((id) => references.get(id));
      const known = expect.filter((reference) => reference !== undefined);
      if (known.length === 0 || known.length < expect.length) leftOut += 1;
      else
        questions.push({
          query: question,
          expect: known,
          cwd: cwdOf(name),
          kind: CATEGORIES[category] ?? `category ${category}`,
          groups: category === ADVERSARIAL ? [] : ["categories 1-4"],
        });
    }
  }
  return {
    name: "LoCoMo",
    note: `${files.length} conversations, each a project; text is \`speaker: words\` with the caption of a picture; ${questions.length} questions of categories 1 to 5, ${leftOut} without usable evidence left out. recall@10 is the share of a question's evidence turns among the first ten.`,
    questions,
    absent: absentTopics,
    folder,
  };
}
