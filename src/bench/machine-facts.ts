/** Owns the facts of the machine that a measurement is meaningless without. */
import { cpus, loadavg, platform, release, totalmem } from "node:os";

export interface MachineFacts {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  /** Load over the last minute when the run began: above 0 something else was running too. */
  readonly load: number;
}

export function readMachineFacts(): MachineFacts {
  const processors = cpus();
  return {
    node: process.version,
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()}`,
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

/** One line for the page of results. */
export function renderMachineFacts(facts: MachineFacts): string {
  return `Node ${facts.node}, ${facts.cores} x ${facts.cpu}, ${facts.memoryGib} GiB, ${facts.system}, load ${facts.load}`;
}
