/** Owns finding transcripts under a path that a person named, wherever they were copied to. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { VarveError } from "../core/errors.ts";
import type { SourceFile } from "../core/source-file.ts";
import type { SourceId } from "../core/turn.ts";
import { formatOf, transcriptFormats } from "../transcripts/formats.ts";
import { discoverSources } from "./discover-sources.ts";
import { forEachLine } from "./peek-source.ts";

const SNIFFED_LINES = 200;

/**
 * A folder laid out like a host's is walked as one; any other folder is searched for `*.jsonl`, and each file's first
 * lines tell its format. Throws VarveError `not-found` for a path that does not exist.
 */
export function discoverPath(path: string, source: SourceId | undefined): readonly SourceFile[] {
  if (!existsSync(path))
    throw new VarveError(
      "not-found",
      `${path} does not exist`,
      "name a transcript or a folder of them",
    );
  for (const format of transcriptFormats) {
    if (source !== undefined && source !== format.source) continue;
    if (format.source !== "jsonl" && isHostFolder(path, format.source))
      return discoverSources({ source: format.source, path }, format).files;
  }
  const loose = discoverSources({ source: "jsonl", path }, formatOf("jsonl")).files;
  return loose.map((file) => identify(file, source));
}

function isHostFolder(path: string, source: SourceId): boolean {
  const part = source === "claude-code" ? "projects" : "sessions";
  return statSync(path).isDirectory() && existsSync(join(path, part));
}

/** Gives a loose file the source that its lines show, and the id that its name has with that host. */
function identify(file: SourceFile, wanted: SourceId | undefined): SourceFile {
  const source = wanted ?? sniff(file) ?? "jsonl";
  if (source === "jsonl") return file;
  const name = basename(file.path);
  const folder = basename(dirname(file.path));
  const places =
    source === "claude-code"
      ? [`projects/x/s/${folder}/${name}`, `projects/x/${name}`]
      : [`sessions/2000/01/01/${name}`];
  for (const place of places) {
    const classified = formatOf(source).classify(place);
    if (classified !== null && classified.kind !== "tool-result" && classified.kind !== "meta") {
      return {
        ...file,
        ...classified,
        source,
        session: classified.kind === "subagent" ? null : classified.session,
      };
    }
  }
  return { ...file, source, kind: "session", session: null };
}

function sniff(file: SourceFile): SourceId | undefined {
  let found: SourceId | undefined;
  let lines = 0;
  forEachLine(file, (line) => {
    lines += 1;
    found = transcriptFormats.find((format) => format.recognises(line))?.source;
    return found === undefined && lines < SNIFFED_LINES;
  });
  return found;
}
