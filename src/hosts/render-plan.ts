/** Owns how a plan looks before it is applied: one line per file, then the lines that come and go. Pure. */
import { isChange, type InstallPlan, type PlanStep } from "./install-plan.ts";

const LINE_LIMIT = 240;
/** Above this many comparisons the changed region is shown as a whole. */
const COMPARISON_LIMIT = 1_000_000;

function splitLines(text: string | null): string[] {
  if (text === null || text === "") return [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Lengths of the longest common subsequences of all suffixes of `old` and `now`. */
function measureCommon(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      const below = lengths[i + 1] ?? [];
      row[j] =
        old[i] === now[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function diffMiddle(old: readonly string[], now: readonly string[]): string[] {
  const removed = (line: string): string => `- ${line}`;
  const added = (line: string): string => `+ ${line}`;
  if (old.length * now.length > COMPARISON_LIMIT) return [...old.map(removed), ...now.map(added)];
  const common = measureCommon(old, now);
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      i += 1;
      j += 1;
    } else if (
      left !== undefined &&
      (right === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))
    ) {
      lines.push(removed(left));
      i += 1;
    } else {
      lines.push(added(right ?? ""));
      j += 1;
    }
  }
  return lines;
}

/** Lines with `- ` or `+ ` in front; what stays is left out, so that no other setting is shown. */
export function diffLines(before: string | null, after: string | null): readonly string[] {
  const old = splitLines(before);
  const now = splitLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end))
    end += 1;
  return diffMiddle(old.slice(start, old.length - end), now.slice(start, now.length - end));
}

function showLine(line: string): string {
  // A settings file must not steer the terminal.
  const safe = line.replaceAll("\t", "  ").replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "?");
  return `      ${safe.length > LINE_LIMIT ? `${safe.slice(0, LINE_LIMIT)}...` : safe}`;
}

function renderStep(step: PlanStep): string[] {
  const link = step.target === step.path ? "" : ` (in ${step.target})`;
  const head = `${step.action.padEnd(7)}${step.path}${link}: ${step.reason}`;
  // The record is for uninstall to read: what it says of the other steps stands above and below.
  const isRecord = step.host === null && step.path.endsWith("installed.json");
  return isChange(step) && !isRecord
    ? [head, ...diffLines(step.before, step.after).map(showLine)]
    : [head];
}

/** The whole plan as text, newline at the end. */
export function renderPlan(plan: InstallPlan): string {
  const lines = [...plan.steps.flatMap(renderStep), ...plan.notes.map((note) => `note   ${note}`)];
  return `${lines.join("\n")}\n`;
}
