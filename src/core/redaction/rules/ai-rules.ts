/** Owns the rules for secrets of model vendors and machine-learning services. */
import { labelledRule } from "../labelled-rule.ts";
import type { SecretRule } from "../secret-rule.ts";

export const aiRules: readonly SecretRule[] = [
  {
    kind: "anthropic-key",
    keywords: ["sk-ant-"],
    pattern: String.raw`sk-ant-[A-Za-z0-9_\-]{20,300}`,
  },
  {
    kind: "openai-project-key",
    keywords: ["sk-proj-"],
    pattern: String.raw`sk-proj-[A-Za-z0-9_\-]{20,300}`,
  },
  {
    kind: "openai-service-key",
    keywords: ["sk-svcacct-", "sk-service-"],
    pattern: String.raw`sk-(?:svcacct|service)-[A-Za-z0-9_\-]{20,300}`,
  },
  {
    kind: "openai-org-key",
    keywords: ["sk-admin-"],
    pattern: String.raw`sk-admin-[A-Za-z0-9_\-]{20,300}`,
  },
  {
    kind: "openai-key",
    keywords: ["sk-"],
    pattern: String.raw`sk-[A-Za-z0-9]{16,24}T3BlbkFJ[A-Za-z0-9]{16,24}`,
    boundary: "run",
  },
  {
    kind: "openrouter-key",
    keywords: ["sk-or-"],
    pattern: String.raw`sk-or-(?:v\d-)?[a-f0-9]{40,64}`,
  },
  {
    kind: "langfuse-key",
    keywords: ["sk-lf-"],
    pattern: String.raw`sk-lf-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}`,
  },
  {
    kind: "sk-key",
    keywords: ["sk-"],
    pattern: String.raw`sk-([A-Za-z0-9]{28,128})(?![A-Za-z0-9_\-])`,
    boundary: "run",
    check: "random",
    generic: true,
  },
  { kind: "google-ai-key", keywords: ["aq.ab"], pattern: String.raw`AQ\.Ab[A-Za-z0-9_\-]{40,120}` },
  {
    kind: "huggingface-token",
    keywords: ["hf_"],
    pattern: String.raw`hf_[A-Za-z0-9]{30,50}`,
    check: "random",
  },
  {
    kind: "huggingface-org-token",
    keywords: ["api_org_"],
    pattern: String.raw`api_org_[A-Za-z0-9]{34}`,
  },
  { kind: "replicate-token", keywords: ["r8_"], pattern: String.raw`r8_[A-Za-z0-9]{36,42}` },
  { kind: "groq-key", keywords: ["gsk_"], pattern: String.raw`gsk_[A-Za-z0-9]{40,64}` },
  labelledRule("mistral-key", ["mistral"], String.raw`[A-Za-z0-9]{32}`),
  { kind: "perplexity-key", keywords: ["pplx-"], pattern: String.raw`pplx-[A-Za-z0-9]{40,64}` },
  { kind: "xai-key", keywords: ["xai-"], pattern: String.raw`xai-[A-Za-z0-9]{64,100}` },
  {
    kind: "fireworks-key",
    keywords: ["fw_"],
    pattern: String.raw`fw_[A-Za-z0-9]{20,40}`,
    check: "random",
  },
  labelledRule("together-key", ["together"], String.raw`[a-f0-9]{64}`),
  labelledRule("cohere-key", ["cohere", "co_api_key"], String.raw`[A-Za-z0-9]{40}`),
  labelledRule("deepseek-key", ["deepseek"], String.raw`sk-[a-f0-9]{32}`),
  { kind: "nvidia-key", keywords: ["nvapi-"], pattern: String.raw`nvapi-[A-Za-z0-9_\-]{60,80}` },
  {
    kind: "langsmith-key",
    keywords: ["lsv2_"],
    pattern: String.raw`lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}`,
  },
  { kind: "cerebras-key", keywords: ["csk-"], pattern: String.raw`csk-[a-z0-9]{40,60}` },
  {
    kind: "pinecone-key",
    keywords: ["pcsk_"],
    pattern: String.raw`pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,70}`,
  },
  labelledRule("wandb-key", ["wandb", "weights_and_biases"], String.raw`[a-f0-9]{40}`),
  labelledRule(
    "elevenlabs-key",
    ["elevenlabs", "xi-api-key", "xi_api_key"],
    String.raw`(?:sk_)?[a-f0-9]{32,48}`,
  ),
  labelledRule("deepgram-key", ["deepgram"], String.raw`[a-f0-9]{40}`),
  labelledRule("assemblyai-key", ["assemblyai"], String.raw`[a-f0-9]{32}`),
  {
    kind: "tavily-key",
    keywords: ["tvly-"],
    pattern: String.raw`tvly-(?:dev-|prod-)?[A-Za-z0-9_\-]{24,64}`,
    check: "random",
  },
  {
    kind: "jina-key",
    keywords: ["jina_"],
    pattern: String.raw`jina_[a-f0-9]{32}[A-Za-z0-9_\-]{20,40}`,
  },
  {
    kind: "voyage-key",
    keywords: ["pa-"],
    pattern: String.raw`pa-[A-Za-z0-9_\-]{43}(?![A-Za-z0-9_\-])`,
    boundary: "run",
    check: "random",
  },
  {
    kind: "firecrawl-key",
    keywords: ["fc-"],
    pattern: String.raw`fc-[a-f0-9]{32}(?![A-Za-z0-9])`,
    boundary: "run",
  },
];
