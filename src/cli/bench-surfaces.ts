/** Owns the commands whose answers the output bench measures, in the very form in which they are printed. */
import type { OutputProbe, OutputSurface } from "../bench/output/bench-output.ts";
import { PAGE_BUDGET, type Budget } from "../core/budget.ts";
import { toSafeJson } from "../core/plain-text.ts";
import type { Engine } from "../engine/engine.ts";
import type { PageForm } from "../engine/fit-answer.ts";
import { searchLogs } from "../engine/logs/search-logs.ts";
import { searchTurns } from "../engine/search.ts";
import { localCalendar } from "../platform/local-calendar.ts";
import { answerLogs } from "../mcp/answer-logs.ts";
import { answerSearch } from "../mcp/answer-search.ts";
import { readArguments } from "../mcp/read-arguments.ts";
import type { ToolHandler, ToolSpec } from "../mcp/tool.ts";
import { memorySearchLogs } from "../mcp/tools/memory-search-logs.ts";
import { memorySearch } from "../mcp/tools/memory-search.ts";
import { plainLines, type RenderAnswer } from "./page-form.ts";
import { renderLogs } from "./render-logs.ts";
import { renderSearch } from "./render-search.ts";

interface Listing {
  readonly hits: readonly { readonly ref: string | null }[];
}

interface Command<A> {
  readonly name: string;
  readonly budget: Budget;
  readonly render: RenderAnswer<A>;
  readonly run: (engine: Engine, probe: OutputProbe, form: PageForm<A>) => Promise<A> | A;
}

const ANYWHERE = { cwd: "/", allProjects: true };
/** More than fits, so that the budget and not the number of hits decides the worst size. */
const LIMIT = 100;

/** Both forms of a command that lists hits. */
function surfacesOf<A extends Listing>(command: Command<A>): readonly OutputSurface[] {
  const { name, budget, render, run } = command;
  const forms = { text: (answer: A) => plainLines(render(answer)), json: toSafeJson };
  return Object.entries(forms).map(([form, write]) => ({
    name: `${name} (${form})`,
    budget,
    ask: async (engine, probe) => {
      const answer = await run(engine, probe, { budget, write });
      return { text: write(answer), refs: answer.hits.flatMap(({ ref }) => ref ?? []) };
    },
  }));
}

const REFERENCE = /^t:\S+#\S+/gmu;

/** A tool of the MCP server: it has one form. */
function surfaceOfTool(tool: ToolSpec, answer: ToolHandler, limit: number): OutputSurface {
  return {
    name: `${tool.name}, ${limit} hits (MCP)`,
    budget: PAGE_BUDGET,
    ask: async (engine, { query }) => {
      const text = await answer({
        tool,
        arguments: readArguments(tool, { query, project: "all", limit }),
        engine,
        caller: { cwd: "/", session: undefined },
        calendar: localCalendar("local time"),
      });
      return { text, refs: text.match(REFERENCE) ?? [] };
    },
  };
}

/** Every surface in its forms. */
export function benchSurfaces(): readonly OutputSurface[] {
  const calendar = localCalendar("local time");
  return [
    ...surfacesOf({
      name: "search, 8 hits",
      budget: PAGE_BUDGET,
      render: renderSearch,
      run: (engine, { query }, form) => searchTurns(engine, { ...ANYWHERE, query }, form),
    }),
    ...surfacesOf({
      name: "search, full page",
      budget: PAGE_BUDGET,
      render: renderSearch,
      run: (engine, { query }, form) =>
        searchTurns(engine, { ...ANYWHERE, query, limit: LIMIT }, form),
    }),
    ...surfacesOf({
      name: "search, a day",
      budget: PAGE_BUDGET,
      render: renderSearch,
      run: (engine, { day }, form) => searchTurns(engine, { ...ANYWHERE, query: day }, form),
    }),
    ...surfacesOf({
      name: "logs",
      budget: PAGE_BUDGET,
      render: renderLogs,
      run: (engine, { query }, form) =>
        searchLogs(engine, { ...ANYWHERE, calendar, query, limit: LIMIT }, form),
    }),
    surfaceOfTool(memorySearch, answerSearch, 8),
    surfaceOfTool(memorySearchLogs, answerLogs, 20),
  ];
}
