/**
 * Finds what was decided and shows the whole turn: `node find-decision.js "connection pool size"`.
 * Looks in the project of the working folder, and everywhere when nothing is there.
 */
import { openVarve, VarveError, type SearchAnswer } from "varve";

async function main(question: string): Promise<void> {
  await using varve = openVarve();
  let answer: SearchAnswer = await varve.search(question, { class: "reply", limit: 3 });
  if (answer.hits.length === 0 && answer.header.outsideScope > 0)
    answer = await varve.search(question, { class: "reply", limit: 3, allProjects: true });
  const [best, ...others] = answer.hits;
  if (best === undefined) {
    // Silence and failure differ: the header says what was searched and what to do next.
    process.stdout.write(
      `nothing in ${answer.header.scope}; ${answer.header.next ?? "that was all"}\n`,
    );
    return;
  }
  const [whole] = await varve.read(best.ref);
  process.stdout.write(
    `${best.date ?? "undated"} ${best.project} ${best.ref}\n${whole?.text ?? ""}\n`,
  );
  for (const hit of others) process.stdout.write(`also ${hit.ref}: ${hit.snippet}\n`);
}

try {
  await main(process.argv.slice(2).join(" "));
} catch (error) {
  if (!(error instanceof VarveError)) throw error;
  process.stderr.write(`${error.message}\n  ${error.fix}\n`);
  process.exitCode = 2;
}
