/** Owns the shape of one thing that `status` looked at. */

export interface StatusCheck {
  readonly id: string;
  readonly state: "ok" | "warn" | "fail";
  readonly detail: string;
  /** What to do; empty when ok. */
  readonly fix: string;
}

export function makeCheck(
  id: string,
  state: StatusCheck["state"],
  detail: string,
  fix = "",
): StatusCheck {
  return { id, state, detail, fix };
}
