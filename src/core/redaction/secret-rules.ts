/** Owns the list of all rules and the version that the index is keyed by. */
import type { SecretRule } from "./secret-rule.ts";
import { aiRules } from "./rules/ai-rules.ts";
import { cloudRules } from "./rules/cloud-rules.ts";
import { codeHostRules } from "./rules/code-host-rules.ts";
import { credentialRules } from "./rules/credential-rules.ts";
import { labelRules } from "./rules/label-rules.ts";
import { serviceRules } from "./rules/service-rules.ts";

/**
 * Changes whenever the rules or what they do changes; rows redacted under another version are redacted anew.
 * The part after the dash is a digest of the rules' data, which a test compares.
 */
export const redactionRulesVersion = "1-e7aaf415";

/** Every rule, those that know a secret's own shape first. */
export const secretRules: readonly SecretRule[] = [
  ...cloudRules,
  ...codeHostRules,
  ...aiRules,
  ...serviceRules,
  ...credentialRules,
  ...labelRules,
];
