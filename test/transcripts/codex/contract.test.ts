import { describe } from "vitest";

import { codex } from "../../../src/transcripts/codex/codex.ts";
import { describeTranscriptFormat } from "../../contracts/transcript-format.ts";
import {
  fixtureSamples,
  hasShared,
  listShared,
  sampleOf,
  withoutShared,
} from "./read-transcript.ts";

describeTranscriptFormat(codex, fixtureSamples("codex"));

describe.skipIf(!hasShared)(`samples of the real client${withoutShared}`, () => {
  const transcripts = listShared("samples/codex").filter(([name]) =>
    /\/rollout-[^/]*$|history\.jsonl$/.test(name),
  );
  describeTranscriptFormat(
    codex,
    transcripts.map(([name, path]) => sampleOf(path, name)),
  );
});
