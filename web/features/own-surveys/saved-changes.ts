import { useSyncExternalStore } from "react";
import { onSessionChange } from "#web/lib/session.ts";

/** What an owner filled in anew in a survey's form. */
export interface Filled {
  description?: string;
  end?: string;
  isEndless?: boolean;
}

const NOTHING: Filled = {};

// In memory, by survey, until it is saved or given up, so that it outlives a slip that closes the
// form and the session's end in the middle of it.
const kept = new Map<number, Filled>();
/** The survey whose form was open when the session ended. */
let interrupted: number | undefined;
const listeners = new Set<() => void>();

export const useFilled = (id: number): Filled =>
  useSyncExternalStore(
    subscribe,
    () => kept.get(id) ?? NOTHING,
    () => NOTHING,
  );

export function fill(id: number, fields: Filled): void {
  kept.set(id, { ...kept.get(id), ...fields });
  for (const listener of listeners) listener();
}

/** After saving `filled`, unless more was filled in meanwhile; without it whatever there is. */
export function forgetFilled(id: number, filled = kept.get(id)): void {
  if (kept.get(id) !== filled) return;
  kept.delete(id);
  for (const listener of listeners) listener();
}

export const wasInterrupted = (id: number): boolean => interrupted === id;

/** While the form is open, so that it is open again after the next login; answers the way to stop. */
export function watchForInterruption(id: number): () => void {
  interrupted = undefined;
  return onSessionChange((change) => {
    if (change !== "ended") interrupted = id;
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionChange((change) => {
  if (change !== "ended") return;
  kept.clear();
  interrupted = undefined;
});
