/** Owns fitting a list into a budget: the answer is written as its reader will see it, and shortened until it fits. */
import { exceededLimit, type Budget, type BudgetLimit } from "../core/budget.ts";

/** How a face writes an answer, and how large that may become. */
export interface PageForm<A> {
  readonly budget: Budget;
  readonly write: (answer: A) => string;
}

/**
 * The answer with the most of `items`, from the first on, whose written form is within the budget. `build` makes it
 * from the items shown and the limit that cut it (null: none did). An answer of no items is given out as it is, so
 * what stands around the items has to be small, and one item has to fit: cut it before.
 */
export function fitAnswer<T, A>(
  items: readonly T[],
  form: PageForm<A>,
  build: (shown: readonly T[], limitedBy: BudgetLimit | null) => A,
): A {
  const { budget, write } = form;
  const most = Math.min(items.length, budget.items);
  let limitedBy: BudgetLimit | null = items.length > budget.items ? "items" : null;
  const whole = build(items.slice(0, most), limitedBy);
  limitedBy = exceededLimit(write(whole), budget) ?? limitedBy;
  if (limitedBy === null || limitedBy === "items") return whole;
  // An answer grows with its items, so the last that fits is found by halving.
  let fits = 0;
  let answer = build([], limitedBy);
  for (let tooMany = most; tooMany - fits > 1;) {
    const count = (fits + tooMany) >> 1;
    const candidate = build(items.slice(0, count), limitedBy);
    if (exceededLimit(write(candidate), budget) === null) {
      fits = count;
      answer = candidate;
    } else tooMany = count;
  }
  return answer;
}
