/**
 * Gives a lost transcript back: `node restore-transcript.js "words from it" [FILE.jsonl]`. Without a file it is written where
 * the agent had it, and only if nothing else stands there.
 */
import { openVarve, VarveError } from "varve";

const [words = "", to] = process.argv.slice(2);
const varve = openVarve();
try {
  const { hits } = await varve.search(words, { allProjects: true, limit: 1 });
  const [hit] = hits;
  if (hit === undefined) throw new Error(`no session holds ${JSON.stringify(words)}`);
  // A helper's turns lie in the transcript of the session that it worked for.
  const session = hit.helperOf ?? hit.session;
  const planned = await varve.restore(session, { list: true });
  process.stdout.write(`${planned.files.length} files of ${session}\n`);
  const { files } = await varve.restore(session, { to });
  for (const file of files)
    process.stdout.write(
      `wrote ${file.path ?? "nothing"}, ${file.bytes} bytes, sha256 ${file.sha256 ?? "-"}\n`,
    );
} catch (error) {
  if (!(error instanceof VarveError)) throw error;
  // `refused` says that a file is there which is no beginning of what would be written.
  process.stderr.write(`${error.code}: ${error.message}\n  ${error.fix}\n`);
  process.exitCode = 2;
} finally {
  await varve.close();
}
