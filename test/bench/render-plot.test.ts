import { describe, expect, test } from "vitest";
import { renderPlot } from "../../src/bench/render-plot.ts";

const numbersOf = (svg: string, pattern: RegExp): readonly number[] =>
  [...svg.matchAll(pattern)].map((match) => Number(match[1]));

describe("renderPlot", () => {
  const svg = renderPlot({
    title: "Search <warm> & cold",
    xLabel: "turns",
    yLabel: "milliseconds (p95)",
    logX: true,
    series: [
      {
        name: "project",
        points: [
          [1000, 2],
          [100_000, 6],
          [1_000_000, 14],
        ],
      },
      {
        name: "all",
        points: [
          [1000, 3],
          [1_000_000, 28],
        ],
      },
    ],
  });

  test("is one well-formed document with title, units, ticks and legend", () => {
    expect(svg.startsWith("<svg ")).toBe(true);
    expect(svg.trimEnd().endsWith("</svg>")).toBe(true);
    expect(svg).toContain("Search &lt;warm&gt; &amp; cold");
    for (const label of ["turns", "milliseconds (p95)", "project", "all", ">1k<", ">100k<", ">1M<"])
      expect(svg).toContain(label);
    expect(svg.match(/<polyline/gu)).toHaveLength(2);
    expect(svg.match(/<circle/gu)).toHaveLength(5);
  });

  test("equal ratios are equal distances on a logarithmic axis, and larger is higher", () => {
    const [a = 0, b = 0, c = 0] = numbersOf(svg, /<circle cx="([\d.]+)"/gu);
    expect((b - a) / (c - b)).toBeCloseTo(2, 1);
    const [low = 0, middle = 0, high = 0] = numbersOf(svg, /<circle cx="[\d.]+" cy="([\d.]+)"/gu);
    expect(low).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(high);
  });

  test("stays inside its frame for one point, for zero and for huge values", () => {
    for (const points of [
      [[0, 0]],
      [
        [5, 1e12],
        [9, 3],
      ],
    ] as const) {
      const drawn = renderPlot({
        title: "t",
        xLabel: "x",
        yLabel: "y",
        series: [{ name: "s", points }],
      });
      expect(drawn).not.toMatch(/NaN|Infinity/u);
      for (const cx of numbersOf(drawn, /<circle cx="([\d.]+)"/gu))
        expect(cx).toBeLessThanOrEqual(640);
      for (const cy of numbersOf(drawn, /<circle cx="[\d.]+" cy="([\d.]+)"/gu))
        expect(cy).toBeLessThanOrEqual(300.5);
    }
  });

  test("refuses what it cannot draw", () => {
    expect(() => renderPlot({ title: "t", xLabel: "x", yLabel: "y", series: [] })).toThrow(
      RangeError,
    );
    expect(() =>
      renderPlot({
        title: "t",
        xLabel: "x",
        yLabel: "y",
        logX: true,
        series: [{ name: "s", points: [[0, 1]] }],
      }),
    ).toThrow(RangeError);
  });
});
