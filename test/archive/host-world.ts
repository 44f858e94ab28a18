/** Owns a made-up host whose files grow, shrink, move and change, and what the archive promised about them. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";

import fc from "fast-check";

import type { Archive } from "../../src/archive/archive.ts";
import { nodeFileOps, type FileOps } from "../../src/platform/file-ops.ts";
import { Crash, crashingFiles } from "./crashing-files.ts";
import {
  captureFile,
  makeHome,
  restoredText,
  snapshot,
  sourceFile,
  zstdOf,
  type TestHome,
} from "./test-archive.ts";

const FILE_IDS = [
  "aaaaaaaa-0000-4000-8000-000000000001",
  "bbbbbbbb-0000-4000-8000-000000000002",
] as const;

interface Attempt<Name extends string> {
  readonly do: Name;
  readonly file: number;
  readonly crashAfter: number;
}

type Step = Change | Attempt<"capture"> | Attempt<"reseal">;

/** A process that dies loses nothing that it wrote, so the many sequences below need not wait for the disk. */
const unsynced: FileOps = { ...nodeFileOps, sync: () => undefined, syncFolder: () => undefined };

type Change =
  | {
      readonly do: "append";
      readonly file: number;
      readonly lines: number;
      readonly torn: boolean;
      readonly big: boolean;
    }
  | { readonly do: "truncate"; readonly file: number; readonly share: number }
  | {
      readonly do:
        | "rewrite"
        | "replace-same-size"
        | "flip-in-place"
        | "delete"
        | "move"
        | "compress"
        | "copy-diverged"
        | "revert";
      readonly file: number;
      readonly seed: number;
    };

/** One of the two host files; `copies` other paths exist under the same id. */
interface HostFile {
  readonly fileId: string;
  path: string;
  compressed: boolean;
  content: string;
  readonly history: string[];
}

const file = fc.integer({ min: 0, max: 2 });
const NO_CRASH = 10_000;
const crashAfter = fc.oneof(fc.constant(NO_CRASH), fc.integer({ min: 0, max: 22 }));
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      file,
      lines: fc.integer({ min: 1, max: 6 }),
      torn: fc.boolean(),
      big: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("truncate" as const),
      file,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "rewrite" as const,
        "replace-same-size" as const,
        "flip-in-place" as const,
        "delete" as const,
        "move" as const,
        "compress" as const,
        "copy-diverged" as const,
        "revert" as const,
      ),
      file,
      seed: fc.nat(1000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("capture" as const), file, crashAfter }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reseal" as const), file, crashAfter }) },
);

function whole(content: string): string {
  return content.slice(0, content.lastIndexOf("\n") + 1);
}

function put(host: HostFile): void {
  if (host.compressed) writeFileSync(host.path, zstdOf(Buffer.from(host.content)));
  else writeFileSync(host.path, host.content);
}

function flip(content: string, seed: number): string {
  const at = seed % Math.max(1, content.length);
  const letter = content[at];
  if (letter === undefined || letter === "\n") return content;
  return content.slice(0, at) + (letter === "q" ? "z" : "q") + content.slice(at + 1);
}

export class World {
  readonly home: TestHome;
  readonly files: HostFile[];
  /** Whole lines that stood in a file at a finished capture, and the id they stood under. */
  readonly promised: { readonly fileId: string; readonly content: string }[] = [];
  #counter = 0;

  constructor() {
    this.home = makeHome();
    // The third file shares its id with the first.
    this.files = [0, 1, 2].map((index) => ({
      fileId: FILE_IDS[index === 1 ? 1 : 0],
      path: this.home.hostPath(`f${index}/0.jsonl`),
      compressed: false,
      content: "",
      history: [],
    }));
  }

  /** As a new process would open it. */
  open(): Archive {
    return this.home.open({ files: unsynced });
  }

  fresh(): number {
    this.#counter += 1;
    return this.#counter;
  }

  lines(count: number, big: boolean): string {
    let text = "";
    for (let index = 0; index < count; index += 1) {
      text += `${JSON.stringify({ n: this.fresh(), t: "é".repeat(big ? 160_000 : this.#counter % 50) })}\n`;
    }
    return text;
  }

  source(host: HostFile): ReturnType<typeof sourceFile> {
    return sourceFile(host.path, { fileId: host.fileId, compressed: host.compressed });
  }

  capture(host: HostFile): void {
    if (!existsSync(host.path)) return;
    const archive = this.open();
    const outcome = captureFile(archive, this.source(host));
    const content = whole(host.content);
    if (content === "") return;
    this.promised.push({ fileId: host.fileId, content });
    if (!["unchanged", "moved"].includes(outcome.outcome)) {
      assert.equal(restoredText(this.home, archive, outcome.entryId, outcome.epoch), content);
    }
    const before = snapshot(this.home.root);
    assert.equal(captureFile(this.open(), this.source(host)).outcome, "unchanged");
    assert.deepEqual(snapshot(this.home.root), before);
  }

  crashingCapture(host: HostFile, crashAfter: number): void {
    if (!existsSync(host.path)) return;
    try {
      captureFile(
        this.home.open({ files: crashingFiles(crashAfter, unsynced) }),
        this.source(host),
      );
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }

  reseal(crashAfter: number): void {
    const files = crashingFiles(crashAfter, unsynced);
    for (const { id } of this.open().entries()) {
      try {
        this.home.open({ files }).reseal(id);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        return;
      }
    }
  }

  run(step: Step): void {
    const host = this.files[step.file];
    if (host === undefined) return;
    if (step.do === "reseal") this.reseal(step.crashAfter);
    else if (step.do === "capture") {
      this.crashingCapture(host, step.crashAfter);
      if (step.crashAfter === NO_CRASH) this.capture(host);
    } else this.change(host, step);
  }

  change(host: HostFile, step: Change): void {
    host.history.push(host.content);
    switch (step.do) {
      case "append": {
        const text = this.lines(step.lines, step.big) + (step.torn ? '{"torn' : "");
        host.content += text;
        if (host.compressed || !existsSync(host.path)) put(host);
        else appendFileSync(host.path, text);
        return;
      }
      case "truncate":
        host.content = Buffer.from(host.content)
          .subarray(0, Math.floor(host.content.length * step.share))
          .toString();
        // A cut inside a character would not survive as a string.
        host.content = host.content.replaceAll("\ufffd", "");
        return put(host);
      case "rewrite":
        host.content = this.lines(1 + (step.seed % 5), false);
        return put(host);
      case "flip-in-place":
        host.content = flip(host.content, step.seed);
        return put(host);
      case "replace-same-size":
        host.content = flip(host.content, step.seed);
        rmSync(host.path, { force: true });
        return put(host);
      case "delete":
        rmSync(host.path, { force: true });
        host.content = "";
        return;
      case "move": {
        const next = this.home.hostPath(`m${this.fresh()}/x.jsonl${host.compressed ? ".zst" : ""}`);
        if (existsSync(host.path)) renameSync(host.path, next);
        host.path = next;
        return;
      }
      case "compress":
        rmSync(host.path, { force: true });
        host.compressed = !host.compressed;
        host.path = this.home.hostPath(`c${this.fresh()}/x.jsonl${host.compressed ? ".zst" : ""}`);
        return put(host);
      case "copy-diverged":
        host.content = whole(this.files[0]?.content ?? "") + this.lines(1, false);
        return put(host);
      case "revert":
        host.content = host.history[step.seed % host.history.length] ?? "";
        return put(host);
    }
  }

  /** All texts that the archive holds for a file id. */
  texts(archive: Archive, fileId: string): readonly string[] {
    const entries = [...archive.entries()].filter((entry) => entry.fileId === fileId);
    return entries.flatMap((entry) =>
      entry.epochs.map(({ epoch }) => restoredText(this.home, archive, entry.id, epoch)),
    );
  }

  verify(archive: Archive, entryId: string): void {
    const findings = archive.verify(entryId);
    // What a crash left behind stays until the next write; it is the only thing that may be found.
    const leftovers = ["torn-member", "torn-sidecar", "unfinished-rewrite"];
    assert.deepEqual(
      findings.filter(({ kind }) => !leftovers.includes(kind)),
      [],
    );
    for (const finding of findings) archive.repair(finding);
    assert.deepEqual(archive.verify(entryId), []);
  }

  check(): void {
    for (const host of this.files) this.capture(host);
    const archive = this.open();
    for (const fileId of FILE_IDS) {
      const texts = this.texts(archive, fileId);
      for (const { content } of this.promised.filter((promise) => promise.fileId === fileId)) {
        assert.equal(
          texts.some((text) => text.startsWith(content)),
          true,
        );
      }
    }
    for (const entryId of archive.entryIds()) this.verify(archive, entryId);
  }
}
