/** Owns small line charts for the pages of results: SVG text, readable on a light and on a dark page. */

export interface PlotSeries {
  readonly name: string;
  /** x and y, in the units of the labels; at least one. */
  readonly points: readonly (readonly [number, number])[];
}

export interface PlotOptions {
  readonly title: string;
  /** With its unit, as in `transcripts (MB)`. */
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly PlotSeries[];
  /** Powers of ten on the x axis; every x must be above 0. */
  readonly logX?: boolean;
}

const width = 640;
const height = 384;
const box = { left: 64, right: 624, top: 40, bottom: 300 };
/** Distinct for most kinds of colour blindness, on white as on near-black. */
const colours = ["#3b82c4", "#d97706", "#2f9e6e", "#c2559d", "#8a7ad8", "#a3742c"];
/** Middle grey: 4.5:1 against white would be too dark on black; this is legible on both. */
const ink = "#7a7f87";

const escapeXml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** 1, 2 or 5 times a power of ten, about `count` steps up to `max`. */
function linearTicks(max: number, count: number): readonly number[] {
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, index) => index * step);
}

function logTicks(min: number, max: number): readonly number[] {
  const from = Math.floor(Math.log10(min));
  const to = Math.ceil(Math.log10(max));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

function formatTick(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

interface Scale {
  readonly ticks: readonly number[];
  /** Pixels. */
  at(value: number): number;
}

function makeXScale(values: readonly number[], isLog: boolean): Scale {
  const max = Math.max(...values);
  const ticks = isLog ? logTicks(Math.min(...values), max) : linearTicks(max || 1, 6);
  const first = ticks[0] ?? 0;
  const last = Math.max(ticks.at(-1) ?? 1, isLog ? 0 : max);
  const position = isLog
    ? (value: number): number =>
        (Math.log10(value) - Math.log10(first)) / (Math.log10(last) - Math.log10(first) || 1)
    : (value: number): number => value / (last || 1);
  return { ticks, at: (value) => box.left + position(value) * (box.right - box.left) };
}

function makeYScale(values: readonly number[]): Scale {
  const max = Math.max(...values) * 1.05 || 1;
  return {
    ticks: linearTicks(max, 5),
    at: (value) => box.bottom - (value / max) * (box.bottom - box.top),
  };
}

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${ink}" ${attributes}>${escapeXml(content)}</text>`;

function renderAxes(x: Scale, y: Scale, options: PlotOptions): string {
  const parts: string[] = [];
  for (const tick of y.ticks) {
    const at = y.at(tick).toFixed(1);
    parts.push(
      `<line x1="${box.left}" x2="${box.right}" y1="${at}" y2="${at}" stroke="${ink}" stroke-opacity="0.25"/>`,
    );
    parts.push(text(box.left - 8, y.at(tick) + 4, formatTick(tick), 'text-anchor="end"'));
  }
  for (const tick of x.ticks) {
    const at = x.at(tick).toFixed(1);
    parts.push(
      `<line x1="${at}" x2="${at}" y1="${box.bottom}" y2="${box.bottom + 5}" stroke="${ink}"/>`,
    );
    parts.push(text(x.at(tick), box.bottom + 18, formatTick(tick), 'text-anchor="middle"'));
  }
  const middle = (box.top + box.bottom) / 2;
  parts.push(
    `<line x1="${box.left}" x2="${box.right}" y1="${box.bottom}" y2="${box.bottom}" stroke="${ink}"/>`,
  );
  parts.push(
    text((box.left + box.right) / 2, box.bottom + 36, options.xLabel, 'text-anchor="middle"'),
  );
  parts.push(
    text(16, middle, options.yLabel, `text-anchor="middle" transform="rotate(-90 16 ${middle})"`),
  );
  return parts.join("\n");
}

function renderSeries(series: PlotSeries, index: number, x: Scale, y: Scale): string {
  const colour = colours[index % colours.length] ?? ink;
  const at = series.points.map(([px, py]) => `${x.at(px).toFixed(1)},${y.at(py).toFixed(1)}`);
  const dots = at.map((point) => {
    const [cx, cy] = point.split(",");
    return `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`;
  });
  const legendX = box.left + (index % 3) * 190;
  const legendY = box.bottom + 54 + Math.floor(index / 3) * 16;
  return [
    `<polyline points="${at.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...dots,
    `<rect x="${legendX}" y="${legendY - 8}" width="12" height="4" fill="${colour}"/>`,
    text(legendX + 18, legendY - 2, series.name),
  ].join("\n");
}

/** @returns a whole SVG document. Throws RangeError when there is no point, or none above 0 with `logX`. */
export function renderPlot(options: PlotOptions): string {
  const points = options.series.flatMap((series) => series.points);
  if (points.length === 0) throw new RangeError("a plot needs at least one point");
  const xs = points.map(([px]) => px);
  if (options.logX === true && Math.min(...xs) <= 0)
    throw new RangeError("a logarithmic axis needs values above 0");
  const x = makeXScale(xs, options.logX === true);
  const y = makeYScale(points.map(([, py]) => py));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(options.title)}" font-family="system-ui, sans-serif" font-size="12">`,
    text(box.left, 22, options.title, 'font-size="14" font-weight="600"'),
    renderAxes(x, y, options),
    ...options.series.map((series, index) => renderSeries(series, index, x, y)),
    "</svg>",
    "",
  ].join("\n");
}
