/** Owns a process that writes as a command does, and says on stderr how it went. */
import { standardStream } from "../../src/cli/standard-stream.ts";

const [, , size = "0"] = process.argv;
const stdout = standardStream(1);
let failure = "none";
stdout.on("error", (error) => (failure = (error as NodeJS.ErrnoException).code ?? "unknown"));
for (let written = 0; written < Number(size); written += 1000) stdout.write("x".repeat(1000));
standardStream(2).write(`failure ${failure}, plain ${stdout !== process.stdout}\n`);
