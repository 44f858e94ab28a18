/** Owns what tools print in generated coding sessions: logs, searches, sources, test runs, diffs. */
import type { SeededRandom } from "../history/seeded-random.ts";
import { codingComponents, type CodingComponent } from "./coding-components.ts";
import type { CodingFault } from "./coding-faults.ts";

const QUIET_LINES = [
  "request finished status=200",
  "job picked up by worker",
  "cache warmed",
  "health check passed",
  "config loaded from environment",
  "slow query took 812 ms",
  "retrying after backoff",
  "session closed by client",
  "listening on port 8080",
  "migration 0042 already applied",
];

function several(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join("\n");
}

function clockTime(random: SeededRandom): string {
  const two = (bound: number): string => String(random.int(bound)).padStart(2, "0");
  return `2026-0${1 + random.int(9)}-${two(18) === "00" ? "01" : "11"}T${two(24)}:${two(60)}:${two(60)}Z`;
}

/** Lines of a service log; `fault` shows in about every sixth. */
export function composeLog(
  random: SeededRandom,
  component: CodingComponent,
  fault: CodingFault,
): string {
  return several(12 + random.int(30), () => {
    if (random.chance(0.16))
      return `${clockTime(random)} ERROR [${component.symbol}] ${fault.log} req=${random.hex(8)}`;
    const other = random.pick(codingComponents);
    return `${clockTime(random)} INFO [${other.symbol}] ${random.pick(QUIET_LINES)} req=${random.hex(8)}`;
  });
}

/** What a search over the sources prints. */
export function composeMatches(random: SeededRandom, component: CodingComponent): string {
  return several(6 + random.int(14), (at) => {
    const near = at % 3 === 0 ? random.pick(codingComponents) : component;
    const line = 1 + random.int(400);
    return random.chance(0.5)
      ? `${near.file}:${line}:  await ${near.symbol}(options, signal);`
      : `${near.test}:${line}:import { ${near.symbol} } from "../../${near.file}";`;
  });
}

export function composeSource(
  random: SeededRandom,
  component: CodingComponent,
  fault: CodingFault,
): string {
  const [before] = fault.patch;
  const body = several(
    10 + random.int(20),
    (at) => `  const step${at} = next(${random.int(900)});`,
  );
  return `export async function ${component.symbol}(options, signal) {\n  ${before}\n${body}\n  return options.finish(step0);\n}`;
}

/** A test run that fails, with its stack. */
export function composeFailure(
  random: SeededRandom,
  component: CodingComponent,
  fault: CodingFault,
): string {
  const frames = several(5 + random.int(6), () => {
    const other = random.chance(0.6) ? component : random.pick(codingComponents);
    return `    at ${other.symbol} (/home/user/shop/${other.file}:${1 + random.int(400)}:${1 + random.int(60)})`;
  });
  return ` FAIL  ${component.test} > ${component.symbol} > survives a long run\n${fault.log}\n${frames}\n\n Tests  1 failed | 213 passed (214)`;
}

export function composePass(random: SeededRandom, component: CodingComponent): string {
  const lines = several(5 + random.int(6), (at) => {
    const other = at === 0 ? component : random.pick(codingComponents);
    return ` ✓ ${other.test} (${1 + random.int(20)} tests) ${random.int(900)}ms`;
  });
  return `${lines}\n\n Tests  214 passed (214)`;
}

export function composeDiff(component: CodingComponent, fault: CodingFault): string {
  const [before, after] = fault.patch;
  return `diff --git a/${component.file} b/${component.file}\n@@ -12,7 +12,7 @@ export async function ${component.symbol}\n-  ${before}\n+  ${after}`;
}
