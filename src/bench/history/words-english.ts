/** Owns the English words and sentence forms of generated talk. Slots are named in compose-talk.ts. */
import type { LanguageWords } from "./language-words.ts";

const list = (text: string): readonly string[] => text.split(" ");

export function wordsEnglish(): LanguageWords {
  return {
    nouns: list(
      "test error file config request response server client cache query index token session handler parser build " +
        "module function type field schema migration endpoint queue worker retry timeout connection pool transaction lock " +
        "branch commit merge release deploy pipeline container image cluster node replica shard partition cursor page " +
        "filter sort header cookie password permission role tenant account invoice payment order cart product stock " +
        "webhook event listener stream buffer chunk encoder decoder compressor checksum digest signature certificate " +
        "logger metric trace span alert dashboard threshold latency throughput backlog snapshot backup restore archive " +
        "tokenizer stemmer ranking snippet embedding vector corpus fixture mock stub assertion coverage benchmark profiler " +
        "component layout theme button dialog form validator locale translation calendar timezone scheduler cron",
    ),
    verbs: list(
      "fix check rename move split merge remove replace rewrite cache validate parse render deploy revert mock log retry " +
        "batch stream flush close open lock release compare measure profile document test import export migrate",
    ),
    adjectives: list(
      "slow stale flaky empty missing wrong duplicate nested optional strict lazy broken noisy unsafe idempotent atomic " +
        "shared remote local partial cold warm nullable deprecated concurrent immutable",
    ),
    prompts: [
      "Can you {v} the {c} in {p}? It is {a} since the last {n}.",
      "The {n} fails with `{i}` when the {c} is {a}. Please find out why.",
      "Why does {i} return {#} instead of the {c}?",
      "Let's {v} the {c} first and then {v} the {n}. Don't touch {p}.",
      "Add a {n} for {i} so that a {a} {c} does not break the {n} again.",
      "As we decided last week, the {c} must be {a}. {v} it everywhere, starting with {p}.",
      "I prefer {a} {n}s over {a} ones; keep {i} as it is.",
      "Run the tests for {p} and {v} whatever is {a}.",
    ],
    sentences: [
      "The {n} in {p} was {a}, so {i} kept the old {c}.",
      "I will {v} the {c} and then {v} {i}.",
      "{i} now takes the {n} from the {c} instead of reading it twice.",
      "The cause is the {a} {n}: the {c} is built before the {n} is ready.",
      "There are {#} callers of {i}, and {#} of them pass a {a} {c}.",
      "I moved the {n} out of {p} because the {c} does not belong there.",
      "With this change the {n} takes {#} ms instead of {#} ms.",
      "The {c} is {a} only when the {n} runs before {i}.",
      "We decided to {v} the {c} rather than the {n}, since a {a} {n} would hide the error.",
      "Next I would {v} {i}; that also removes the {a} {n} in {p}.",
      "All {#} tests pass, and the {c} is no longer {a}.",
      "Note that {i} still depends on the {n}; if you {v} it, {p} has to follow.",
      "It looks like the {c} was never {a}: {i} swallows the {n} and returns {#}.",
      "The {n} and the {c} disagree about the {n}, which is why {p} is {a}.",
      "Unless we {v} the {c} first, the {c} stays {a} and the work on the {n} gets harder later.",
      "In production the {c} matters more than the {n}; a {a} {n} may leave a warning and go on.",
    ],
    separator: " ",
  };
}
