/** Owns the plan for one JSON hook file: what it will hold, or why it stays untouched. Pure. */
import {
  addCaptureHooks,
  findHookDocumentProblem,
  hasCaptureHooks,
  readHooks,
  removeCaptureHooks,
  type CaptureOwner,
} from "./hook-document.ts";
import type { HostFile } from "./host.ts";
import { keepsForeignPart } from "./keeps-foreign-part.ts";
import { listOurHandlers } from "./list-handlers.ts";
import type { PlanAction, PlanStep } from "./install-plan.ts";
import { hashText, restoreRecorded, type FileUndo, type InstallRecord } from "./install-record.ts";

export interface HookFilePlan {
  readonly step: PlanStep;
  readonly undo: readonly FileUndo[];
}

export interface HookFileInput {
  readonly file: HostFile;
  readonly owner: CaptureOwner;
  readonly record: InstallRecord;
}

interface Outcome {
  readonly action: PlanAction;
  readonly after: string | null;
  readonly reason: string;
}

function makeStep({ file, owner }: HookFileInput, outcome: Outcome): PlanStep {
  const { path, target, text: before } = file;
  return {
    host: owner.host,
    path,
    target,
    before,
    executable: false,
    essential: false,
    ...outcome,
  };
}

/** The plan to leave a file as it is, with a sentence that says what to do. */
export function refuseHookFile(input: HookFileInput, problem: string): HookFilePlan {
  const reason = `left untouched, because ${problem}; put that right and run the command again`;
  return { step: makeStep(input, { action: "refuse", after: input.file.text, reason }), undo: [] };
}

function unchanged(input: HookFileInput, reason: string): HookFilePlan {
  return { step: makeStep(input, { action: "none", after: input.file.text, reason }), undo: [] };
}

function findProblem({ file, owner }: HookFileInput): string | undefined {
  if (file.problem !== null) return file.problem;
  if (/[\u0000-\u001f\u007f]/.test(owner.varveHome)) {
    return "the path of the store holds a control character";
  }
  return file.text === null ? undefined : findHookDocumentProblem(file.text);
}

const UNSAFE = "varve could not edit it without changing more than its own entries";

/** Our handlers, added behind those of others; older ones of ours are replaced. */
export function planHookFileInstall(input: HookFileInput): HookFilePlan {
  const { file, owner, record } = input;
  const problem = findProblem(input);
  if (problem !== undefined) return refuseHookFile(input, problem);
  const { text } = file;
  if (text !== null && hasCaptureHooks(text, owner)) {
    return unchanged(input, "varve's hooks are there already");
  }
  const restored = text === null ? null : restoreRecorded(record, file.target, text);
  const base =
    restored === undefined && text !== null
      ? removeCaptureHooks(text, owner.varveHome).text
      : (restored ?? null);
  const change = addCaptureHooks(base ?? "", owner);
  if (!keepsForeignPart(text ?? "{}", change.text, owner.varveHome)) {
    return refuseHookFile(input, UNSAFE);
  }
  const action = text === null ? "create" : "edit";
  const undo = {
    path: file.target,
    sha256: hashText(change.text),
    created: base === null,
    undo: change.undo,
  };
  const reason = "adds varve's capture hooks";
  return { step: makeStep(input, { action, after: change.text, reason }), undo: [undo] };
}

/** The old bytes if nobody touched the file since set-up; else our entries alone are taken out. */
export function planHookFileUninstall(input: HookFileInput): HookFilePlan {
  const { file, owner, record } = input;
  const { text } = file;
  if (text === null && file.problem === null) return unchanged(input, "there is no such file");
  const problem = findProblem(input);
  if (problem !== undefined || text === null) return refuseHookFile(input, problem ?? "");
  if (listOurHandlers(readHooks(text), owner.varveHome).length === 0) {
    return unchanged(input, "no hooks of varve in it");
  }
  const restored = restoreRecorded(record, file.target, text);
  if (restored === null) {
    const reason = "set-up made this file and nobody has changed it since";
    return { step: makeStep(input, { action: "remove", after: null, reason }), undo: [] };
  }
  const after = restored ?? removeCaptureHooks(text, owner.varveHome).text;
  if (!keepsForeignPart(text, after, owner.varveHome)) return refuseHookFile(input, UNSAFE);
  const how =
    restored === undefined
      ? "takes out varve's entries"
      : "gives back the bytes from before set-up";
  return { step: makeStep(input, { action: "edit", after, reason: how }), undo: [] };
}
