/**
 * Owns putting off fsync within a group of appends. A crash of the process loses nothing (the kernel has the bytes);
 * after a power cut a file may be shorter than its sidecar says, which the archive notices and mends from the source.
 */
import { nodeFileOps, type FileOps } from "./file-ops.ts";
import { createSyncTogether } from "./sync-together.ts";

export interface GroupSync {
  /** Passes everything on at once, except that within a group `sync` of appended files and folders waits for `flush`. */
  readonly files: FileOps;
  begin(): void;
  /** Makes all that was put off durable. */
  flush(): void;
  /** Flushes and goes back to syncing at once. */
  end(): void;
  close(): void;
}

export function createGroupSync(base: FileOps = nodeFileOps): GroupSync {
  const together = createSyncTogether();
  const appended = new Map<number, string>();
  const waiting = new Set<string>();
  let isOpen = false;
  const flush = (): void => {
    const paths = [...waiting];
    waiting.clear();
    together.sync(paths);
  };
  return {
    files: {
      ...base,
      openAppend(path) {
        const descriptor = base.openAppend(path);
        appended.set(descriptor, path);
        return descriptor;
      },
      sync(descriptor) {
        const path = appended.get(descriptor);
        if (isOpen && path !== undefined) waiting.add(path);
        else base.sync(descriptor);
      },
      close(descriptor) {
        appended.delete(descriptor);
        base.close(descriptor);
      },
      syncFolder(path) {
        if (isOpen) waiting.add(path);
        else base.syncFolder(path);
      },
    },
    begin: () => void (isOpen = true),
    flush,
    end() {
      isOpen = false;
      flush();
    },
    close: () => together.close(),
  };
}
