import { describe, expect, test } from "vitest";
import { createSeededRandom } from "../../src/bench/history/seeded-random.ts";
import { createZipfList } from "../../src/bench/history/zipf-list.ts";

describe("createSeededRandom", () => {
  test("repeats for a seed, differs between seeds and streams", () => {
    const draw = (seed: number, stream?: number): string =>
      createSeededRandom(seed, stream).hex(64);
    expect(draw(5)).toBe(draw(5));
    expect(draw(5)).not.toBe(draw(6));
    expect(draw(5, 1)).not.toBe(draw(5, 2));
  });

  test("a fork does not depend on what was drawn before it", () => {
    const fresh = createSeededRandom(5).fork(1).hex(16);
    const used = createSeededRandom(5);
    used.hex(400);
    expect(used.fork(1).hex(16)).toBe(fresh);
  });

  test("draws are in range and even", () => {
    const random = createSeededRandom(1);
    const counts = [0, 0, 0, 0];
    for (let index = 0; index < 40_000; index += 1) {
      const drawn = random.int(4);
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  test("makes version 4 UUIDs", () => {
    const random = createSeededRandom(2);
    for (let index = 0; index < 100; index += 1) {
      expect(random.uuid()).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u,
      );
    }
  });
});

test("a Zipf list draws early words far more often, and late ones at all", () => {
  const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
  const list = createZipfList(words);
  const random = createSeededRandom(3);
  const counts = new Map<string, number>();
  for (let index = 0; index < 100_000; index += 1) {
    const word = list.pick(random);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  expect(counts.get("w0") ?? 0).toBeGreaterThan(10 * (counts.get("w100") ?? 0));
  expect(counts.size).toBe(words.length);
});
