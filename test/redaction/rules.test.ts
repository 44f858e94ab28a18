import { describe, expect, test } from "vitest";
import { findSecrets } from "../../src/core/redaction/find-secrets.ts";
import { redactionRulesVersion, secretRules } from "../../src/core/redaction/secret-rules.ts";
import { makeEverySecret, makeNearMisses } from "../canary/make-secrets.ts";
import { secretTemplates } from "../canary/secret-templates.ts";
import { digest } from "./digest.ts";
import { makeRedactor } from "./make-redactor.ts";

const kinds = [...new Set(secretRules.map((rule) => rule.kind))];

test("the version names the rules' data", () => {
  // When this fails the rules changed: put the digest after the dash of redactionRulesVersion, so that indexes are redacted anew.
  expect(redactionRulesVersion.split("-")[1]).toBe(digest(JSON.stringify(secretRules)));
});

test("rules are well formed", () => {
  expect(kinds.length).toBeGreaterThanOrEqual(80);
  for (const rule of secretRules) {
    expect(rule.kind).toMatch(/^[a-z0-9-]{2,48}$/);
    for (const keyword of rule.keywords) {
      expect(keyword.length).toBeGreaterThanOrEqual(2);
      expect(keyword).toBe(keyword.toLowerCase());
    }
    expect(() => new RegExp(rule.pattern, "y")).not.toThrow();
    expect(
      rule.pattern.replace(/\[(?:\\.|[^\]\\])*\]/g, "").replace(/\\./g, ""),
      `${rule.kind}: open-ended quantifier`,
    ).not.toMatch(/[*+](?!\))|\{\d+,\}/);
  }
});

test("every kind has a canary", () => {
  expect(Object.keys(secretTemplates).sort()).toEqual([...kinds].sort());
});

describe("each kind", () => {
  const canaries = [...makeEverySecret(11), ...makeEverySecret(12)];
  test.each(kinds)("%s is found, its near misses are not", (kind) => {
    for (const canary of canaries.filter((one) => one.kind === kind)) {
      const output = makeRedactor().redact(canary.text);
      for (let at = 0; at + 8 <= canary.secret.length; at++) {
        expect(output, canary.text).not.toContain(canary.secret.slice(at, at + 8));
      }
      const found = findSecrets(canary.text);
      expect(found.map((find) => canary.text.slice(find.from, find.to)).join("\n")).toContain(
        canary.secret.slice(0, 24),
      );
      // Two kinds that are known by their label only may both fit.
      const names = kind === "signing-key" ? ["signing-key", "secret"] : [kind];
      expect(
        found.some((find) => names.includes(find.kind)),
        `${canary.text} -> ${JSON.stringify(found)}`,
      ).toBe(true);
    }
    for (const text of makeNearMisses(kind, 7)) {
      const found = findSecrets(text).map((find) => find.kind);
      if (kind.endsWith("-password")) expect(text.includes("xxxx") ? found : []).toEqual([]);
      else expect(found, text).not.toContain(kind);
    }
  });
});
