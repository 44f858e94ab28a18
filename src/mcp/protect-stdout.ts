/** Owns keeping stdout for the protocol: whatever else in this process prints there is sent to stderr. */
import { Console } from "node:console";
import { Writable } from "node:stream";

/** The only way to stdout from here on. */
export function protectStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  globalThis.console = new Console({ stdout: stderr, stderr, colorMode: false });
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      write(text, (error) => done(error));
    },
  });
  stdout.on("error", (error) => output.destroy(error));
  return output;
}
