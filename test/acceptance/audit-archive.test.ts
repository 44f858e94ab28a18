/** Damage to the archive, its sidecars, its modes and its sources: found, named, mended, clean; no archived byte is lost. */
import {
  chmodSync,
  copyFileSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
} from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { createHash } from "node:crypto";
import { join } from "node:path";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import {
  archivedFile,
  audit,
  claudeRow,
  freshStore,
  kindsBefore,
  kindsOf,
  makeHome,
  SESSION,
  sidecarOf,
  sqlOn,
  transcriptPath,
} from "./audited-store.ts";

interface Member {
  readonly type: string;
  readonly at: number;
  readonly len: number;
  readonly from: number;
  readonly to: number;
}

function readSidecar(file: string): Record<string, unknown>[] {
  return readFileSync(sidecarOf(file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

function membersOf(file: string): readonly Member[] {
  return readSidecar(file).filter((line) => line["type"] === "member") as unknown as Member[];
}

/** A sidecar line as the archive format describes it: `check` is made of the rest of the line. */
function renderLine(line: Record<string, unknown>): string {
  const body = JSON.stringify(
    Object.fromEntries(Object.entries(line).filter(([name]) => name !== "check")),
  );
  const check = createHash("sha256").update(body).digest("hex").slice(0, 8);
  return `${body.slice(0, -1)},"check":"${check}"}\n`;
}

/** Changes words of equal length inside the first archived member; `forge` makes the sidecar agree. */
function editMember(file: string, forge: boolean): void {
  const bytes = readFileSync(file);
  const [first] = membersOf(file);
  if (first === undefined) throw new Error("no member");
  const text = gunzipSync(bytes.subarray(0, first.len)).toString().replace("number5 ", "number0 ");
  const changed = gzipSync(Buffer.from(text));
  writeFileSync(file, Buffer.concat([changed, bytes.subarray(first.len)]));
  if (!forge) return;
  const shift = changed.length - first.len;
  const sha = createHash("sha256").update(changed).digest("hex");
  const lines = readSidecar(file).map((line) => {
    if (line["type"] !== "member") return renderLine(line);
    return line["at"] === 0
      ? renderLine({ ...line, len: changed.length, sha })
      : renderLine({ ...line, at: Number(line["at"]) + shift });
  });
  writeFileSync(sidecarOf(file), lines.join(""));
}

function flipByte(file: string): void {
  const bytes = readFileSync(file);
  const at = Math.floor((membersOf(file)[0]?.len ?? 0) / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

function swapMembers(file: string): void {
  const bytes = readFileSync(file);
  const [first, second] = membersOf(file);
  if (first === undefined || second === undefined) throw new Error("two members are needed");
  writeFileSync(
    file,
    Buffer.concat([
      bytes.subarray(second.at, second.at + second.len),
      bytes.subarray(0, first.len),
      bytes.subarray(second.at + second.len),
    ]),
  );
}

/** The sidecar as it was before the last append. */
function ageSidecar(file: string): void {
  const lines = readFileSync(sidecarOf(file), "utf8").trimEnd().split("\n");
  const firstSource = lines.findIndex((line) => line.includes('"type":"source"'));
  writeFileSync(sidecarOf(file), `${lines.slice(0, firstSource + 1).join("\n")}\n`);
}

const damages: readonly {
  readonly name: string;
  readonly damage: (file: string, home: string) => void;
  readonly kinds: readonly string[];
}[] = [
  {
    name: "an edited member",
    damage: (file) => editMember(file, false),
    kinds: ["damaged-member"],
  },
  {
    name: "an edited member with a sidecar that agrees",
    damage: (file) => editMember(file, true),
    kinds: ["content-mismatch", "row-text-differs"],
  },
  { name: "a flipped byte", damage: flipByte, kinds: ["damaged-member"] },
  { name: "two days of the archive swapped", damage: swapMembers, kinds: ["damaged-member"] },
  {
    name: "a truncated file",
    damage: (file) => truncateSync(file, statSync(file).size - 20),
    kinds: ["short-file"],
  },
  { name: "a file that is gone", damage: (file) => rmSync(file), kinds: ["missing-file"] },
  { name: "a sidecar behind its file", damage: ageSidecar, kinds: ["torn-member"] },
  {
    name: "a sidecar that is gone",
    damage: (file) => rmSync(sidecarOf(file)),
    kinds: ["missing-sidecar"],
  },
  {
    name: "a sidecar with garbage in it",
    damage: (file) => appendFileSync(sidecarOf(file), "no json\n"),
    kinds: ["damaged-sidecar"],
  },
  {
    name: "the rest of a write",
    damage: (file) => appendFileSync(file, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2])),
    kinds: ["torn-member"],
  },
];

describe("damage to the archive while the source is there", () => {
  test.each(damages)("$name", ({ damage, kinds }) => {
    const home = freshStore();
    damage(archivedFile(home), home);
    const mended = audit(home, "--repair", "--yes");
    expect(kindsBefore(mended)).toEqual(expect.arrayContaining([...kinds]));
    expect({ code: mended.code, findings: mended.value.findings }).toEqual({
      code: 0,
      findings: [],
    });
    const to = join(home, "restored.jsonl");
    expect(runVarve(["restore", SESSION, "--to", to], { home }).code).toBe(0);
    expect(readFileSync(to, "utf8")).toBe(
      Array.from({ length: 60 }, (_, at) => claudeRow(at + 1)).join(""),
    );
  });
});

describe("damage to the archive when the source is gone", () => {
  test.each([
    ["a sidecar behind its file", ageSidecar, "torn-member", 60],
    ["a sidecar that is gone", (file: string) => rmSync(sidecarOf(file)), "missing-sidecar", 60],
    ["a flipped byte", flipByte, "damaged-member", 30],
    [
      "a truncated file",
      (file: string) => truncateSync(file, statSync(file).size - 20),
      "short-file",
      30,
    ],
  ] as const)("%s", (_name, damage, kind, kept) => {
    const home = freshStore("gone");
    const file = archivedFile(home);
    const before = readFileSync(file);
    damage(file);
    const mended = audit(home, "--repair", "--yes");
    expect(kindsBefore(mended)).toContain(kind);
    expect({ code: mended.code, findings: mended.value.findings }).toEqual({
      code: 0,
      findings: [],
    });
    expect(mended.value.counts["damagedLines"]).toBe(60 - kept);
    if (kept === 60) expect(readFileSync(file).equals(before)).toBe(true);
    const { hits } = runVarveJson<{ hits: { snippet: string }[] }>(
      ["search", kept === 60 ? "number59" : "등불", "--all-projects", "--limit", "50"],
      { home },
    ).value;
    expect(hits.length).toBeGreaterThan(0);
  });
});

describe("modes, forgetting, sources", () => {
  test("permission bits of files and folders", () => {
    const home = freshStore();
    const file = archivedFile(home);
    chmodSync(file, 0o644);
    chmodSync(join(home, ".varve", "archive"), 0o755);
    const mended = audit(home, "--repair", "--yes");
    expect(kindsBefore(mended)).toEqual(["permissions"]);
    expect({ code: mended.code, repaired: mended.value.repaired?.map(({ kind }) => kind) }).toEqual(
      { code: 0, repaired: ["permissions"] },
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".varve", "archive")).mode & 0o777).toBe(0o700);
  });

  test("forgotten lines that stand in the archive again", () => {
    const home = makeHome();
    const file = archivedFile(home);
    const kept = join(home, "kept");
    copyFileSync(file, `${kept}.gz`);
    copyFileSync(sidecarOf(file), kept);
    expect(runVarve(["forget", "--match", "number33", "--purge", "--yes"], { home }).code).toBe(0);
    const clean = audit(home);
    expect({
      code: clean.code,
      findings: clean.value.findings,
      forgotten: clean.value.counts["forgottenLines"],
    }).toEqual({ code: 0, findings: [], forgotten: 1 });
    copyFileSync(`${kept}.gz`, file);
    copyFileSync(kept, sidecarOf(file));
    const mended = audit(home, "--repair", "--yes");
    expect(kindsBefore(mended)).toContain("forgotten-present");
    expect({ code: mended.code, findings: mended.value.findings }).toEqual({
      code: 0,
      findings: [],
    });
    expect(gunzipSync(readFileSync(file)).includes("number33 ")).toBe(false);
    expect(
      runVarveJson<{ hits: unknown[] }>(["search", "number33", "--all-projects"], { home }).value
        .hits,
    ).toEqual([]);
  });

  test("a source rewritten at the same size, time, head and tail", () => {
    const home = makeHome();
    const path = transcriptPath(home);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, "utf8").replace("number31 ", "number99 "));
    utimesSync(path, atime, mtime);
    const mended = audit(home, "--repair", "--yes");
    expect({ code: mended.code, before: kindsBefore(mended) }).toEqual({
      code: 0,
      before: ["source-rewritten"],
    });
    const epochs = runVarveJson<{ epochs: unknown[] }>(["restore", SESSION, "--list"], { home })
      .value.epochs;
    expect(epochs).toHaveLength(2);
  });

  test("lines that wait for a sync are a finding once they are old; what an agent is writing is only said", () => {
    const home = makeHome();
    const path = transcriptPath(home);
    appendFileSync(path, claudeRow(61).slice(0, 50));
    const torn = audit(home);
    expect({
      code: torn.code,
      pending: torn.value.counts["pendingBytes"],
      files: torn.value.counts["pendingFiles"],
    }).toEqual({ code: 0, pending: 50, files: 1 });
    expect(runVarve(["audit"], { home }).stdout).toMatch(
      /50 B pending behind the last newline of 1 file/,
    );
    appendFileSync(path, claudeRow(61).slice(50));
    const live = audit(home);
    expect(kindsOf(live)).toEqual([]);
    expect(live.value.links[0]).toMatchObject({ missing: Buffer.byteLength(claudeRow(61)) });
    const before = Date.now() / 1000 - 3600;
    utimesSync(path, before, before);
    const behind = audit(home);
    expect(kindsOf(behind)).toEqual(["source-behind"]);
    expect(behind.value.links[0]).toMatchObject({ missing: Buffer.byteLength(claudeRow(61)) });
    expect(audit(home, "--repair", "--yes").code).toBe(0);
    expect(runVarve(["search", "number61", "--all-projects"], { home }).code).toBe(0);
  });

  test("a host's clock thirty years ahead is told, and is no finding", () => {
    const home = makeHome();
    appendFileSync(transcriptPath(home), claudeRow(61, { timestamp: "2056-10-01T08:00:00.000Z" }));
    expect(runVarve(["sync"], { home }).code).toBe(0);
    const { code, value } = audit(home);
    expect({ code, future: value.counts["turnsFromTheFuture"] }).toEqual({ code: 0, future: 1 });
    expect(runVarve(["audit"], { home }).stdout).toContain(
      "1 turn dated in the future by the host",
    );
  });

  test("a rewrite that was taken in is clean", () => {
    const home = makeHome();
    writeFileSync(
      transcriptPath(home),
      Array.from({ length: 20 }, (_, at) => claudeRow(at + 41)).join(""),
    );
    expect(runVarve(["sync"], { home }).code).toBe(0);
    const { code, value } = audit(home);
    expect({ code, findings: value.findings }).toEqual({ code: 0, findings: [] });
  });

  test("a row at a place that holds no turn", () => {
    const home = freshStore();
    sqlOn(
      home,
      `UPDATE turns SET line = 400 WHERE entry = (SELECT no FROM entries WHERE id LIKE 'claude-code/${SESSION}%') AND line = 8`,
    );
    const mended = audit(home, "--repair", "--yes");
    expect({ code: mended.code, before: kindsBefore(mended) }).toEqual({
      code: 0,
      before: ["row-extra", "row-missing"],
    });
  });
});
