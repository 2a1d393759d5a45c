import { TOAST_LONG_MS } from "#contract/limits.ts";
import { createStore } from "#web/lib/store.ts";

export type ToastKind = "success" | "error" | "info";
export interface ToastEntry {
  id: number;
  kind: ToastKind;
  title: string;
  text: string | undefined;
  /** Time left; stopped while the tab is hidden, or pointer or focus is on the toast. */
  remainingMs: number;
  /** Where it was first shown: a modal dialog, or the body. */
  shownIn?: Element;
}

/** More would cover the page; the oldest is dropped. */
const MAX_TOASTS = 3;

export const toasts = createStore<readonly ToastEntry[]>([]);
let lastId = 0;

const add =
  (kind: ToastKind) =>
  (title: string, text?: string, remainingMs = TOAST_LONG_MS): void => {
    lastId += 1;
    const others = toasts.get().filter((entry) => entry.title !== title || entry.text !== text);
    toasts.set([...others, { id: lastId, kind, title, text, remainingMs }].slice(-MAX_TOASTS));
  };

/** Shows a passing message: `toast.success("Kaydedildi", "Profiliniz güncellendi.")`. */
export const toast = { success: add("success"), error: add("error"), info: add("info") };

export const dismissToast = (id: number): void =>
  toasts.set(toasts.get().filter((entry) => entry.id !== id));

/** Dismisses failures whose place is gone: all with their page, a dialog's with the dialog. */
export const dismissErrors = (isGone: (entry: ToastEntry) => boolean = () => true): void =>
  toasts.set(toasts.get().filter((entry) => entry.kind !== "error" || !isGone(entry)));
