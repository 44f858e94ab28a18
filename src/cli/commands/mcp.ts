/** Owns `varve mcp`: the server is a program of its own, and ends this process with its host. */
export async function run(): Promise<number> {
  await import("../../mcp/start.ts");
  return new Promise(() => undefined);
}
