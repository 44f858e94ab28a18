import { expect, test } from "vitest";
import { toIsoTime } from "../../../src/transcripts/shared/iso-time.ts";

test.each([
  ["2026-05-04T10:00:05.250Z", "2026-05-04T10:00:05.250Z"],
  ["2026-05-04T10:00:05Z", "2026-05-04T10:00:05.000Z"],
  ["2026-05-04T19:00:05.25+09:00", "2026-05-04T10:00:05.250Z"],
  [1_777_888_805_250, "2026-05-04T10:00:05.250Z"],
  [1_777_888_805, "2026-05-04T10:00:05.000Z"],
  ["2026-05-04T10:00:05", undefined],
  ["2026-13-45T99:00:00Z", undefined],
  ["yesterday", undefined],
  [Number.NaN, undefined],
  [-5, undefined],
  [1e300, undefined],
  [null, undefined],
])("%s", (value, expected) => expect(toIsoTime(value)).toBe(expected));
