/** Owns walking the handlers of a parsed `hooks` value, of either host and from either format. Pure. */
import { isOurCommand } from "./capture-handler.ts";

export type Members = Readonly<Record<string, unknown>>;

/** Where one handler stands. */
export interface HandlerPlace {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly handler: Members;
  /** The group holds nothing else: no matcher, no other handler. */
  readonly alone: boolean;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Every handler of a parsed `hooks` value in order; odd shapes are passed over. */
export function listHandlers(hooks: unknown): readonly HandlerPlace[] {
  if (!isMembers(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    asList(groups).flatMap((group, groupIndex) => {
      if (!isMembers(group)) return [];
      const handlers = asList(group.hooks);
      const alone = handlers.length === 1 && Object.keys(group).length === 1;
      return handlers.flatMap((handler, index) =>
        isMembers(handler) ? [{ event, group: groupIndex, index, handler, alone }] : [],
      );
    }),
  );
}

export function listOurHandlers(hooks: unknown, varveHome: string): readonly HandlerPlace[] {
  return listHandlers(hooks).filter((place) => isOurCommand(place.handler.command, varveHome));
}
