import { plainJsonl } from "../../../src/transcripts/plain-jsonl/plain-jsonl.ts";
import { describeTranscriptFormat } from "../../contracts/transcript-format.ts";
import { fixtureSamples } from "../codex/read-transcript.ts";

describeTranscriptFormat(
  plainJsonl,
  fixtureSamples("plain-jsonl").filter(({ name }) => !name.includes("/log/")),
);
