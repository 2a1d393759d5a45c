import { TOAST_LONG_MS } from "#contract/limits.ts";
import { createStore } from "#web/lib/store.ts";

export type ToastKind = "success" | "error" | "info";
export interface ToastEntry {
  id: number;
  kind: ToastKind;
  title: string;
  text: string | undefined;
  /**
   * How long it still stays, in milliseconds; no time passes while it is out of sight, or pointer or
   * focus rest on it.
   */
  leftMs: number;
}

/** More would cover what they are about; the oldest gives way. */
const MOST = 3;

export const toasts = createStore<readonly ToastEntry[]>([]);
let lastId = 0;

const add =
  (kind: ToastKind) =>
  (title: string, text?: string, leftMs = TOAST_LONG_MS): void => {
    lastId += 1;
    const others = toasts.get().filter((entry) => entry.title !== title || entry.text !== text);
    toasts.set([...others, { id: lastId, kind, title, text, leftMs }].slice(-MOST));
  };

/** Tells the person something in passing: `toast.success("Kaydedildi", "Profiliniz güncellendi.")`. */
export const toast = { success: add("success"), error: add("error"), info: add("info") };

export const dismissToast = (id: number): void =>
  toasts.set(toasts.get().filter((entry) => entry.id !== id));
