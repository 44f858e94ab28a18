/** Owns what `status` says about capture: is the launcher current, are the hooks in, does Codex trust them. Pure. */
import type { HostCheck } from "./host.ts";
import { parseInstallRecord } from "./install-record.ts";
import type { CaptureSetup } from "./read-capture-setup.ts";

function checkLauncher({ launcherFile, launcherText }: CaptureSetup): HostCheck {
  const id = "launcher";
  const fix = "varve setup --capture-only";
  const { path, text, problem } = launcherFile;
  if (problem !== null) return { id, state: "failure", detail: `${path}: ${problem}`, fix };
  if (text === null) return { id, state: "warning", detail: `${path} is missing`, fix };
  if (text !== launcherText) {
    return {
      id,
      state: "warning",
      detail: `${path} calls another Node or package than this one`,
      fix,
    };
  }
  return { id, state: "ok", detail: `${path} calls this package`, fix: "" };
}

/** What `status` says about capture: the launcher, then each host that is here. */
export function checkCapture(setup: CaptureSetup): readonly HostCheck[] {
  const record = parseInstallRecord(setup.recordFile.text);
  const { varveHome } = setup;
  const present = setup.hosts.filter(({ host, view }) => host.detect(view) === "present");
  return [
    checkLauncher(setup),
    ...present.flatMap(({ host, view }) => host.check({ view, varveHome, record })),
  ];
}
