/** Owns knowing varve's own tools by name: what they return is recalled text, never a new source. */

const OWN_TOOL = /^mcp__(?:varve__|.*varve.*__memory_)/;

/** True for a tool that an MCP server of varve offers, with or without a plug-in prefix in the server's name. */
export function isOwnTool(name: string): boolean {
  return OWN_TOOL.test(name);
}
