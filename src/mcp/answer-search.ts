/** Owns answering memory_search: hits of some sixty tokens, or the digest of a time. */
import { PAGE_BUDGET } from "../core/budget.ts";
import { TURN_CLASSES } from "../core/turn.ts";
import type { SearchAnswer, SearchHit } from "../engine/search-answer.ts";
import { searchTurns } from "../engine/search.ts";
import { cutAround } from "./cut-around.ts";
import { quoteLine, safeWords } from "./quote-text.ts";
import { choiceArgument, countArgument, textArgument } from "./read-arguments.ts";
import { scopeOf } from "./shared-parameters.ts";
import { makeReferenceShortener } from "./short-reference.ts";
import { showDigest } from "./show-digest.ts";
import { showHeader } from "./show-header.ts";
import { renderWhen } from "../platform/render-when.ts";
import type { ToolCall } from "./tool.ts";

/** With reference, time and class about sixty: a page costs a tenth of what it lists. */
const SNIPPET_TOKENS = 24;

export function answerSearch(call: ToolCall): string {
  const { arguments: given, engine, calendar } = call;
  const show = makeShower(call);
  const answer = searchTurns(
    engine,
    {
      query: textArgument(given, "query") ?? "",
      ...scopeOf(call),
      class: choiceArgument(given, "type", TURN_CLASSES),
      file: textArgument(given, "file"),
      since: textArgument(given, "dateFrom"),
      until: textArgument(given, "dateTo"),
      calendar,
      limit: countArgument(given, "limit"),
      cursor: textArgument(given, "cursor"),
    },
    { budget: PAGE_BUDGET, write: show },
  );
  return show(answer);
}

function makeShower(call: ToolCall): (answer: SearchAnswer) => string {
  const { tool, engine } = call;
  const shorten = makeReferenceShortener(engine);
  return ({ header, hits, digest }) => {
    const own = header.scope;
    const lines = [
      ...showHeader(tool, header, digest === null ? "turns" : "sessions"),
      ...(digest === null
        ? hits.flatMap((hit) => showHit(hit, { call, own, shorten }))
        : showDigest(digest, { own, shorten })),
    ];
    return lines.join("\n");
  };
}

interface HitContext {
  readonly call: ToolCall;
  /** The project that goes without saying. */
  readonly own: string;
  readonly shorten: (reference: string) => string;
}

function showHit(hit: SearchHit, { call, own, shorten }: HitContext): readonly string[] {
  const labels = [
    shorten(hit.ref),
    renderWhen(hit.date),
    ...(hit.project === own ? [] : [safeWords(hit.project)]),
    hit.type,
    ...(hit.session === call.caller.session ? ["(this session)"] : []),
  ];
  return [labels.join(" "), quoteLine(cutAround(hit, SNIPPET_TOKENS))];
}
