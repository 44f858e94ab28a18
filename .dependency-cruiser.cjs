/**
 * Owns the layers: which folder may import which, and which folder owns which third-party package.
 * The map is in AGENTS.md. A new package gets a line in `packageOwners`, or the check fails.
 */
const ring1 = [
  "transcripts", "archive", "projects", "memories", "search-index", "embed", "distill", "manage", "hosts",
];
const faces = ["cli", "mcp", "hook", "web", "assistant", "library", "bench"];

/** Package -> the one file or folder that imports it. */
const packageOwners = {
  "@modelcontextprotocol/sdk": "^src/mcp/",
  "@photostructure/sqlite": "^src/platform/",
  "cli-progress": "^src/cli/progress\\.ts$",
  fzstd: "^src/(platform|archive)/",
  "jsonc-parser": "^src/platform/",
  "smol-toml": "^src/platform/",
  stemmer: "^src/core/",
  yaml: "^src/core/",
};

const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } } },
    { name: "no-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^node:sqlite$" } },
    only("core-stands-alone", "^src/core/", ["^src/core/"]),
    {
      name: "core-has-no-effects",
      severity: "error",
      comment: "core is pure: no fs, crypto, env or clock from Node",
      from: { path: "^src/core/" },
      to: { dependencyTypes: ["core"] },
    },
    only("platform-knows-core-only", "^src/platform/", ["^src/(core|platform)/"]),
    ...ring1.map((folder) =>
      only(`${folder}-is-ring-1`, `^src/${folder}/`, ["^src/(core|platform)/", `^src/${folder}/`]),
    ),
    only("recall-is-pure", "^src/recall/", ["^src/(core|recall)/"]),
    only("config-knows-core-and-platform", "^src/config/", ["^src/(core|platform|config)/"]),
    only("engine-knows-no-face", "^src/engine/", [`^src/(engine|core|platform|config|recall|${ring1.join("|")})/`]),
    ...faces.map((face) =>
      only(`${face}-talks-to-the-engine`, `^src/${face}/`, [
        "^src/(engine|config|core|platform)/",
        `^src/${face}/`,
        // The command line is how a person starts these.
        ...(face === "cli" ? ["^src/(bench|mcp|web)/"] : []),
        // A hook parses its host's input and prints its host's answer, and nothing else of ring 1.
        ...(face === "hook" ? ["^src/hosts/"] : []),
      ]),
    ),
    ...Object.entries(packageOwners).map(([name, owner]) => ({
      name: `${name.replace(/\W+/gu, "-")}-has-one-owner`,
      severity: "error",
      from: { path: "^src/", pathNot: owner },
      to: { path: `node_modules/${name}/` },
    })),
    {
      name: "package-without-owner",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: "node_modules/",
        pathNot: Object.keys(packageOwners).map((name) => `node_modules/${name}/`),
      },
    },
    {
      name: "hook-starts-light",
      severity: "error",
      comment: "a hook process loads no YAML, TOML, schema library or progress bar",
      from: { path: "^src/hook/main\\.ts$" },
      to: {
        reachable: true,
        path: "node_modules/(yaml|smol-toml|zod|valibot|cli-progress|@modelcontextprotocol)/",
      },
    },
    { name: "sources-import-no-tests", severity: "error", from: { path: "^src/" }, to: { path: "^(test|scripts)/" } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
