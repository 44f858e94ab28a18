/** Owns the other process of the freshness tests: it holds the lock, writes a transcript, or reads. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";

import { openEngine, PLAIN_SETTINGS } from "../../src/engine/engine.ts";
import { takeLock } from "../../src/platform/lock.ts";
import { look, promptRows } from "./changing-home.ts";

const [, , work = "", home = "", ...rest] = process.argv;

const jobs: Readonly<Record<string, () => void>> = {
  /** Holds the worker lock until its input ends. */
  lock() {
    const lock = takeLock(join(home, ".varve", "state", "worker.lock"), 1000);
    process.stdout.write(lock === undefined ? "not taken\n" : "taken\n");
    process.stdin.on("end", () => lock?.release()).resume();
  },
  /** Adds prompts, each with a word of its own, that it prints once the prompt is written. */
  write() {
    const [path = "", session = "", count = "0"] = rest;
    let number = 0;
    const timer = setInterval(() => {
      number += 1;
      const word = `heron${number}q`;
      appendFileSync(path, promptRows([`the ${word} came`], { session, id: 1000 + number }));
      process.stdout.write(`${word}\n`);
      if (number >= Number(count)) clearInterval(timer);
    }, 15);
  },
  /** Looks for words as another user, when one is given, and prints what it found. */
  read() {
    const [words = "", times = "1", user = ""] = rest;
    if (user !== "") process.setuid?.(Number(user));
    const engine = openEngine({
      home: join(home, ".varve"),
      userHome: home,
      roots: [{ source: "claude-code", path: join(home, ".claude") }],
      settings: PLAIN_SETTINGS,
      now: () => new Date(),
      create: false,
    });
    const found = Array.from({ length: Number(times) }, () =>
      words.split(",").map((word) => look(engine, word)),
    );
    engine.close();
    process.stdout.write(JSON.stringify(found.at(-1)));
  },
};

jobs[work]?.();
