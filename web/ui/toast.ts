import { TOAST_LONG_MS } from "#contract/limits.ts";

export type ToastKind = "success" | "error" | "info";
export interface ToastEntry {
  id: number;
  kind: ToastKind;
  title: string;
  text: string | undefined;
  /** How long it stays, in milliseconds, while it is in sight and neither pointer nor focus rests on it. */
  lifetimeMs: number;
}

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly ToastEntry[]): void => {
  entries = next;
  for (const listener of listeners) listener();
};

const add =
  (kind: ToastKind) =>
  (title: string, text?: string, lifetimeMs = TOAST_LONG_MS): void => {
    lastId += 1;
    set([...entries, { id: lastId, kind, title, text, lifetimeMs }]);
  };

/** Tells the person something in passing: `toast.success("Kaydedildi", "Profiliniz güncellendi.")`. */
export const toast = { success: add("success"), error: add("error"), info: add("info") };

export const dismissToast = (id: number): void => set(entries.filter((entry) => entry.id !== id));

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  entries: () => entries,
};
