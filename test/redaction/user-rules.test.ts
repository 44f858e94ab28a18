import { expect, test } from "vitest";
import { compileUserRules } from "../../src/core/redaction/compile-user-rules.ts";
import { makeRedactor } from "./make-redactor.ts";

const problem = (pattern: string, name = "corp-token") =>
  compileUserRules([{ name, pattern }]).problems[0];

test("a user rule hides the whole match, or its first group, and is not run on marks", () => {
  const { rules, problems } = compileUserRules([
    { name: "corp-token", pattern: "corp_[a-z0-9]{8,40}" },
    { name: "badge", pattern: "badge (\\d{6})" },
    { name: "eight-hex", pattern: "\\b[0-9a-f]{8}\\b" },
  ]);
  expect(problems).toEqual([]);
  const redactor = makeRedactor({ userRules: rules });
  const output = redactor.redact("corp_abc12345 and badge 123456 and 0badcafe");
  expect(output).toMatch(
    /^\[redacted:corp-token:[0-9a-f]{8}\] and badge \[redacted:badge:[0-9a-f]{8}\] and \[redacted:eight-hex:[0-9a-f]{8}\]$/,
  );
  expect(redactor.redact(output)).toBe(output);
  expect(redactor.counts()).toEqual({ badge: 1, "corp-token": 1, "eight-hex": 1 });
});

test.each([
  ["(a+)+b", /repeated group/],
  ["(?:a|aa)*c", /repeated group/],
  ["((ab)*c){2,}", /repeated group/],
  ["a*a*a*b", /too many open repetitions/],
  ["(.)\\1{3}", /back-reference/],
  ["x{1,9999}", /above 4096/],
  ["corp_[a-z", /no regular expression/],
  [".*", /ordinary text/],
  ["[a-z]+", /ordinary text/],
  ["a".repeat(600), /600 characters/],
])("%s is left out with a reason", (pattern, reason) => {
  const error = problem(pattern);
  expect(error?.code).toBe("bad-config");
  expect(error?.message).toMatch(reason);
  expect(error?.fix.length).toBeGreaterThan(20);
});

test("names and number are limited", () => {
  expect(problem("corp_[a-z]{8}", "Corp Token")?.message).toMatch(/name/);
  const many = Array.from({ length: 70 }, (_, index) => ({
    name: `rule-${index}`,
    pattern: `corp${index}_[a-z]{8}`,
  }));
  const { rules, problems } = compileUserRules(many);
  expect([rules.length, problems.length]).toEqual([64, 6]);
});

test("what is let through ends on hostile text", () => {
  const { rules } = compileUserRules([
    { name: "one", pattern: "corp_[a-z]+_[a-z0-9]+!" },
    { name: "two", pattern: "(?:id|no)-\\d{4,}x" },
    { name: "three", pattern: "key\\s*=\\s*\\w+;" },
  ]);
  expect(rules).toHaveLength(3);
  const redactor = makeRedactor({ userRules: rules });
  const before = process.cpuUsage().user;
  for (const unit of ["corp_a", "corp_a_", "id-1", "1", "key =", " "])
    redactor.redact(unit.repeat(20_000));
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(8_000);
});
