/** A session whose file has a short name is read by the very reference that a search gives. */
import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { runVarve, runVarveJson } from "../support/run-varve.ts";
import { temporaryFolder } from "../support/temp-home.ts";

const row = (text: string): string =>
  `${JSON.stringify({ ts: "2026-11-02T09:00:00Z", role: "user", text })}\n`;

test("transcripts of one name in two folders are two sessions, each read by its reference", () => {
  const home = temporaryFolder();
  for (const [folder, text] of [
    ["x", "first notes about otters"],
    ["y", "second notes about otters"],
  ] as const) {
    mkdirSync(join(home, folder));
    const path = join(home, folder, "conversation.jsonl");
    writeFileSync(path, row(text));
    for (let twice = 0; twice < 2; twice += 1)
      expect(runVarve(["import", "--path", path], { home }).code).toBe(0);
  }
  const { value } = runVarveJson<{
    readonly hits: readonly { readonly ref: string; readonly snippet: string }[];
  }>(["search", "notes about otters", "--all-projects"], { home });
  expect(new Set(value.hits.map(({ ref }) => ref)).size).toBe(2);
  for (const { ref, snippet } of value.hits)
    expect(runVarve(["read", ref], { home }).stdout).toContain(snippet);
});

test("a copy that was made before more was said, and a file that moved, are the session that they were", () => {
  const home = temporaryFolder();
  const [a, c, d] = ["a", "c", "d"].map((folder) => {
    mkdirSync(join(home, folder));
    return join(home, folder, "notes.jsonl");
  }) as [string, string, string];
  const take = (path: string): void =>
    expect(runVarve(["import", "--path", path], { home }).code).toBe(0);
  writeFileSync(a, row("the pelican list"));
  take(a);
  writeFileSync(c, row("the pelican list"));
  take(c);
  appendFileSync(a, row("the heron list"));
  take(a);
  renameSync(a, d);
  take(d);
  const { value } = runVarveJson<{ readonly total: number }>(["sessions", "--all-projects"], {
    home,
  });
  expect(value.total).toBe(1);
});

test.each(["bot", "a"])("%s.jsonl", (name) => {
  const home = temporaryFolder();
  const path = join(home, `${name}.jsonl`);
  writeFileSync(path, row("the amberquay decision"));
  expect(runVarve(["import", "--source", "jsonl", "--path", path], { home }).code).toBe(0);
  const { value } = runVarveJson<{ readonly hits: readonly { readonly ref: string }[] }>(
    ["search", "amberquay", "--all-projects"],
    { home },
  );
  const ref = value.hits[0]?.ref ?? "";
  expect(ref).toBe(`t:${name}#1`);
  for (const args of [
    ["read", ref],
    ["timeline", ref],
    ["trace", ref],
    ["read", `s:${name}`],
  ])
    expect(runVarve(args, { home }), args.join(" ")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("amberquay") as unknown,
    });
});
