/**
 * Owns life inside a network namespace that holds nothing but loopback: brings it up, carries connections to one
 * port over a Unix socket to the model server outside, and runs the client.
 * Arguments: SOCKET PORT COMMAND ARGS...
 */
import { spawn, spawnSync } from "node:child_process";
import { connect, createServer } from "node:net";

const [socketPath = "", port = "", command = "", ...args] = process.argv.slice(2);

const waysUp: readonly (readonly [string, ...string[]])[] = [
  ["ip", "link", "set", "lo", "up"],
  ["ifconfig", "lo", "up"],
];
const isUp = waysUp.some(([program, ...flags]) => {
  const env = { PATH: "/usr/sbin:/sbin:/usr/bin:/bin" };
  return spawnSync(program, flags, { env, stdio: "ignore" }).status === 0;
});
if (!isUp) process.exit(70);

const relay = createServer((client) => {
  const model = connect(socketPath);
  const drop = (): void => {
    client.destroy();
    model.destroy();
  };
  client.on("error", drop);
  model.on("error", drop);
  client.pipe(model).pipe(client);
});
relay.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(command, args, { stdio: "inherit" });
  child.on("error", (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(71);
  });
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 72));
});
