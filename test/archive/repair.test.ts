import {
  appendFileSync,
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Archive } from "../../src/archive/archive.ts";
import type { FindingKind } from "../../src/archive/archive-types.ts";
import {
  captureFile,
  makeHome,
  restoredText,
  snapshot,
  sourceFile,
  type TestHome,
} from "./test-archive.ts";

interface Damage {
  readonly name: string;
  readonly kind: FindingKind;
  readonly damage: (files: { gz: string; sidecar: string; source: string }) => void;
  /** The whole text comes back without the source. */
  readonly lossless: boolean;
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

const DAMAGES: readonly Damage[] = [
  {
    name: "a flipped byte in a member",
    kind: "damaged-member",
    damage: ({ gz }) => flip(gz, statSync(gz).size - 12),
    lossless: false,
  },
  {
    name: "a gzip file cut short",
    kind: "short-file",
    damage: ({ gz }) => truncateSync(gz, statSync(gz).size - 20),
    lossless: false,
  },
  {
    name: "a torn member",
    kind: "torn-member",
    damage: ({ gz }) => appendFileSync(gz, Buffer.from([0x1f, 0x8b, 8, 0])),
    lossless: true,
  },
  {
    name: "a torn sidecar line",
    kind: "torn-sidecar",
    damage: ({ sidecar }) => appendFileSync(sidecar, '{"type":"mem'),
    lossless: true,
  },
  {
    name: "a lost sidecar",
    kind: "missing-sidecar",
    damage: ({ sidecar }) => rmSync(sidecar),
    lossless: true,
  },
  {
    name: "an emptied sidecar",
    kind: "missing-sidecar",
    damage: ({ sidecar }) => truncateSync(sidecar, 0),
    lossless: true,
  },
  {
    name: "a sidecar of garbage",
    kind: "damaged-sidecar",
    damage: ({ sidecar }) => writeFileSync(sidecar, "garbage\n"),
    lossless: true,
  },
  {
    name: "a flipped byte in a sidecar",
    kind: "damaged-sidecar",
    damage: ({ sidecar }) => flip(sidecar, Math.floor(statSync(sidecar).size / 2)),
    lossless: true,
  },
  {
    name: "a lost line in a sidecar",
    kind: "damaged-sidecar",
    damage: ({ sidecar }) => {
      const lines = readFileSync(sidecar, "utf8").split("\n");
      lines.splice(1, 1);
      writeFileSync(sidecar, lines.join("\n"));
    },
    lossless: true,
  },
  {
    name: "a lost gzip file",
    kind: "missing-file",
    damage: ({ gz }) => rmSync(gz),
    lossless: false,
  },
  {
    name: "open modes",
    kind: "permissions",
    damage: ({ gz }) => chmodSync(gz, 0o644),
    lossless: true,
  },
  {
    name: "a source rewritten behind our back",
    kind: "source-rewritten",
    damage: ({ source }) => writeFileSync(source, '{"n":7}\n'),
    lossless: true,
  },
  {
    name: "a source that is ahead",
    kind: "source-behind",
    damage: ({ source }) => appendFileSync(source, '{"n":7}\n'),
    lossless: true,
  },
];

function setUp(): {
  home: TestHome;
  archive: Archive;
  entryId: string;
  files: { gz: string; sidecar: string; source: string };
} {
  const home = makeHome();
  const archive = home.open();
  const source = home.hostPath("a.jsonl");
  writeFileSync(source, '{"n":1}\n{"n":2}\n');
  const { entryId } = captureFile(archive, sourceFile(source));
  appendFileSync(source, '{"n":3}\n');
  captureFile(archive, sourceFile(source));
  const base = join(
    home.root,
    "claude-code",
    entryId.slice(-8, -6),
    `${entryId.slice("claude-code/".length)}.1.jsonl`,
  );
  return { home, archive, entryId, files: { gz: `${base}.gz`, sidecar: base, source } };
}

describe("verify and repair", () => {
  test.each(DAMAGES)(
    "$name: it is named, mended, and the next audit is clean",
    ({ kind, damage, lossless }) => {
      const { home, archive, entryId, files } = setUp();
      const original = readFileSync(files.source, "utf8");
      damage(files);
      const before = snapshot(home.home);
      const findings = archive.verify(entryId);
      expect(snapshot(home.home)).toEqual(before);
      expect(findings.map((finding) => finding.kind)).toContain(kind);
      for (const finding of findings) expect(archive.repair(finding)).not.toBe("");
      if (lossless) expect(restoredText(home, archive, entryId, 1)).toBe(original);
      captureFile(archive, sourceFile(files.source));
      expect(restoredText(home, archive, entryId)).toBe(readFileSync(files.source, "utf8"));
      expect(archive.verify(entryId)).toEqual([]);
      expect(captureFile(archive, sourceFile(files.source)).outcome).toBe("unchanged");
    },
  );

  test.each(DAMAGES)(
    "$name: it does not keep a capture from going on, repaired or not",
    ({ damage }) => {
      const { archive, entryId, files } = setUp();
      damage(files);
      appendFileSync(files.source, '{"n":4}\n');
      captureFile(archive, sourceFile(files.source));
      captureFile(archive, sourceFile(files.source));
      const newest = archive.entry(entryId)?.epochs.at(-1);
      const seen: string[] = [];
      archive.readLines(
        entryId,
        newest?.epoch ?? 0,
        newest?.lines ?? 0,
        (line) => void seen.push(line.toString()),
      );
      expect(seen).toEqual(['{"n":4}']);
    },
  );

  test.each(DAMAGES.filter(({ lossless, kind }) => !lossless && kind !== "missing-file"))(
    "$name: the other lines keep their numbers, though the source is gone",
    ({ damage }) => {
      const { home, archive, entryId, files } = setUp();
      damage(files);
      rmSync(files.source);
      for (const finding of archive.verify(entryId)) archive.repair(finding);
      expect(archive.verify(entryId)).toEqual([]);
      expect(restoredText(home, archive, entryId)).toBe(
        '{"n":1}\n{"n":2}\n{"varve":"damaged","bytes":7}\n',
      );
      expect(Object.keys(snapshot(home.root)).some((name) => name.includes(".damaged-"))).toBe(
        true,
      );
    },
  );

  test("a rebuilt sidecar still knows the file, though it moved", () => {
    const { home, archive, entryId, files } = setUp();
    rmSync(files.sidecar);
    for (const finding of archive.verify(entryId)) archive.repair(finding);
    const moved = home.hostPath("moved/a.jsonl");
    renameSync(files.source, moved);
    appendFileSync(moved, '{"n":4}\n');
    expect(captureFile(archive, sourceFile(moved))).toMatchObject({
      outcome: "appended",
      entryId,
      firstLine: 4,
    });
    expect(archive.verify(entryId)).toEqual([]);
  });
});

describe("restore", () => {
  test("refuses to write over anything but a beginning of what it writes", () => {
    const { archive, entryId, files } = setUp();
    const text = readFileSync(files.source, "utf8");
    expect(archive.restore({ entryId })).toMatchObject({
      path: files.source,
      lines: 3,
      withheldBytes: 0,
    });
    writeFileSync(files.source, text.slice(0, 10));
    archive.restore({ entryId });
    expect(readFileSync(files.source, "utf8")).toBe(text);
    expect(statSync(files.source).mode & 0o777).toBe(0o600);
    for (const other of [`${text}more`, "other"]) {
      writeFileSync(files.source, other);
      expect(() => archive.restore({ entryId })).toThrow(
        expect.objectContaining({ code: "refused" }),
      );
      expect(readFileSync(files.source, "utf8")).toBe(other);
    }
    archive.restore({ entryId, force: true });
    expect(readFileSync(files.source, "utf8")).toBe(text);
  });

  test("an id that is none is not found, and never leaves the archive folder", () => {
    const { archive } = setUp();
    for (const id of [
      "",
      "x",
      "../../etc/passwd",
      "claude-code/../../x.12345678",
      "claude-code/none.12345678",
    ]) {
      expect(() => archive.restore({ entryId: id })).toThrow(
        expect.objectContaining({ code: "not-found" }),
      );
    }
  });
});
