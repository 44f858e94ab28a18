/** Owns the rules about one source file: header, function size, casts, environment, console, work at import. */
import ts from "typescript";

const maxFunctionLines = 80;
const maxParameters = 4;

/** The only files that may read the environment. */
const environmentReaders = new Set(["src/config/environment.ts", "src/config/hook-env.ts"]);
/** The only files that may write to the console. */
const consoleWriters = new Set(["src/cli/output.ts"]);
/** Program entries: running is what they are for. */
const programs = new Set([
  "src/cli/start.ts",
  "src/cli/sync-worker.ts",
  "src/hook/main.ts",
  "src/mcp/start.ts",
]);
/**
 * File or folder (trailing slash) -> why a cast is right there. Elsewhere only a function whose name says that it
 * decodes (`decode...`, `parse...`, `...Of`, `as...`, `is...`, `read...Row`) may cast.
 */
const castPlaces = new Map([
  [
    "src/platform/sqlite.ts",
    "two modules with the same API but no common type; rows are typed by their statement",
  ],
  ["src/platform/builtin.ts", "require has no type of the module that it is asked for"],
  [
    "src/platform/load-program.ts",
    "a script that was compiled from text gives a value of no known type",
  ],
  [
    "src/platform/zstd.ts",
    "a decoder that only newer Node versions have and the types of older ones lack",
  ],
  [
    "src/config/read-setting-value.ts",
    "values of TOML and the environment are narrowed by the kind of their setting",
  ],
  [
    "src/config/load-config.ts",
    "filled key by key from the settings table, which a type cannot follow",
  ],
  [
    "src/cli/flag-values.ts",
    "flag values are decoded here, once, by the kind that the command table names",
  ],
  [
    "src/mcp/read-message.ts",
    "messages of a host are JSON, checked here as far as the protocol goes",
  ],
  ["src/search-index/", "rows of SQL statements are decoded beside the statement"],
  ["src/transcripts/", "host records are JSON of unknown shape, narrowed field by field"],
  ["src/archive/", "sidecar lines are JSON of our own writing"],
  ["src/projects/", "registry lines are JSON of our own writing"],
  ["src/hosts/", "hook payloads and host settings are JSON and TOML of unknown shape"],
]);
const decodingName =
  /^(?:decode|parse|as[A-Z]|is[A-Z]|to[A-Z]|read\w*(?:Row|Json|Line|Record)|narrow)/u;

const lineOf = (source, node) =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;

function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** A module begins with a comment that says what it owns. */
export function checkHeader(source, path, report) {
  const text = source.getFullText().replace(/^#!.*\n/u, "");
  if (!/^\/\*\*\s*(?:\*\s*)?Owns /u.test(text))
    report(path, 1, "does not begin with `/** Owns ... */`");
}

const isFunction = (node) =>
  (ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isConstructorDeclaration(node) ||
    ts.isAccessor(node)) &&
  node.body !== undefined;

const nameOf = (node) =>
  node.name?.getText() ??
  (node.parent !== undefined &&
  (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))
    ? node.parent.name.getText()
    : undefined);

/** Lines of a function that hold code: its comments and blank lines are free. */
function functionLines(source, node) {
  const code = node.getText(source).replace(/\/\*[\s\S]*?\*\//gu, "");
  return code.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))
    .length;
}

export function checkFunctions(source, path, report) {
  walk(source, (node) => {
    if (!isFunction(node)) return;
    const name = nameOf(node) ?? "a function";
    const lines = functionLines(source, node);
    if (lines > maxFunctionLines) {
      report(path, lineOf(source, node), `${name} has ${lines} lines, at most ${maxFunctionLines}`);
    }
    if (node.parameters.length > maxParameters) {
      report(
        path,
        lineOf(source, node),
        `${name} takes ${node.parameters.length} parameters, at most ${maxParameters}`,
      );
    }
  });
}

/** Commands that answer from memory: what they print was fitted into a budget in the form it is printed in. */
const boundedCommands = new Set(
  ["search", "logs", "timeline", "overview", "trace", "read", "sessions"].map(
    (name) => `src/cli/commands/${name}.ts`,
  ),
);
/** The eyes of a person at a terminal, line by line. */
const unboundedPrinters = new Set(["showUnredacted"]);

/** Those commands print through `printAnswer` alone, so no other path can print more than a page. */
export function checkPrinting(source, path, report) {
  if (!boundedCommands.has(path)) return;
  walk(source, (node) => {
    if (!ts.isCallExpression(node)) return;
    if (!/\boutput\.(?:data|json)$/u.test(node.expression.getText(source))) return;
    for (let at = node.parent; at !== undefined; at = at.parent) {
      if (isFunction(at) && unboundedPrinters.has(nameOf(at) ?? "")) return;
    }
    report(path, lineOf(source, node), "prints past its budget: use printAnswer of page-form.ts");
  });
}

function insideDecoder(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (isFunction(at) && decodingName.test(nameOf(at) ?? "")) return true;
  }
  return false;
}

/** 0 `any`; a cast only where rows and JSON are decoded; `as const` and a cast to `unknown` change nothing and are free. */
export function checkCasts(source, path, report) {
  const placed = [...castPlaces.keys()].some((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place,
  );
  walk(source, (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) report(path, lineOf(source, node), "`any`");
    if (ts.isNonNullExpression(node))
      report(path, lineOf(source, node), "`!`: handle the missing case instead");
    if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return;
    const target = node.type.getText(source);
    if (target === "const" || target === "unknown" || target === "never") return;
    // Node documents the shape of its errors but a catch clause cannot say it.
    if (/^NodeJS\.ErrnoException( \| null| \| undefined)?$/u.test(target)) return;
    // What a caught value may carry, every field optional.
    if (/^\(?error\b/u.test(node.expression.getText(source)) && /^\{ readonly \w+\?:/u.test(target))
      return;
    // The first step of every decoding: an object of unknown fields.
    if (/^(?:Readonly<)?Record<string, unknown>>?(?: \| undefined)?$/u.test(target)) return;
    const ofJson = /^(?:JSON\.parse|parseToml|parseYaml|jsoncParse)\b/u.test(
      node.expression.getText(source),
    );
    if (placed || ofJson || insideDecoder(node)) return;
    report(path, lineOf(source, node), `cast to ${target} outside a decoding function`);
  });
}

function isTableRow(node) {
  for (let at = node.parent; at !== undefined && !ts.isVariableDeclaration(at); at = at.parent) {
    if (ts.isArrayLiteralExpression(at)) return true;
  }
  return false;
}

/** A value that is computed without running other code: what a module may hold at its top level. */
function isQuiet(node) {
  if (node === undefined) return true;
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText();
    // A row of a table may be spelled by a builder: `[row("a", 1), row("b", 2)]`.
    const isSqlText = callee.endsWith("Sql");
    if (ts.isIdentifier(node.expression) && (isSqlText || isTableRow(node))) {
      return node.arguments.every(isQuiet);
    }
    // Pure constructors of constants.
    const pure =
      /^(?:Array\.from|Object\.(?:freeze|entries|fromEntries|keys|values)|new |String\.raw|Symbol|BigInt|Math\.\w+|Buffer\.(?:from|alloc)|fileURLToPath)$/u;
    const pureMethod =
      /\.(?:map|filter|flatMap|join|split|concat|trim|repeat|toSorted|slice|entries|keys|values|replaceAll|replace|encode|charCodeAt|codePointAt|normalize|toLowerCase)$/u;
    if (!pure.test(callee) && !pureMethod.test(callee)) return false;
    return (
      node.arguments.every(isQuiet) &&
      (!ts.isPropertyAccessExpression(node.expression) || isQuiet(node.expression.expression))
    );
  }
  if (ts.isNewExpression(node)) {
    const callee = node.expression.getText();
    if (
      !/^(?:Set|Map|WeakMap|WeakSet|RegExp|Uint\w+Array|Int\w+Array|Float\w+Array|TextEncoder|TextDecoder|Date|URL)$/u.test(
        callee,
      )
    )
      return false;
    // Now is an effect; a fixed instant is a constant.
    if (callee === "Date" && (node.arguments?.length ?? 0) === 0) return false;
    return (node.arguments ?? []).every(isQuiet);
  }
  if (ts.isAwaitExpression(node)) return false;
  if (isFunction(node) || ts.isClassExpression(node)) return true;
  let quiet = true;
  ts.forEachChild(node, (child) => {
    if (!isQuiet(child)) quiet = false;
  });
  return quiet;
}

function checkTopLevel(source, path, report) {
  for (const statement of source.statements) {
    const declares =
      ts.isImportDeclaration(statement) ||
      ts.isExportDeclaration(statement) ||
      ts.isExportAssignment(statement) ||
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DeclareKeyword);
    if (declares) continue;
    if (!ts.isVariableStatement(statement)) {
      report(
        path,
        lineOf(source, statement),
        "work at import: only declarations belong at the top level",
      );
      continue;
    }
    for (const declaration of statement.declarationList.declarations) {
      if (!isQuiet(declaration.initializer)) {
        report(
          path,
          lineOf(source, declaration),
          `work at import: ${declaration.name.getText()} calls a function`,
        );
      }
    }
  }
}

export function checkEffects(source, path, report) {
  if (!programs.has(path)) checkTopLevel(source, path, report);
  walk(source, (node) => {
    if (!ts.isPropertyAccessExpression(node)) return;
    const text = node.getText(source);
    if (text === "process.env" && !environmentReaders.has(path)) {
      report(path, lineOf(source, node), "reads process.env; only src/config/environment.ts does");
    }
    if (/^console\.\w+$/u.test(text) && !consoleWriters.has(path)) {
      report(path, lineOf(source, node), "writes to the console; only src/cli/output.ts does");
    }
  });
}
