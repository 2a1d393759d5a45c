import { useRouter } from "@tanstack/react-router";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useStore } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { dismissErrors, dismissToast, type ToastEntry, type ToastKind, toasts } from "./toast.ts";

/** A toast stays at least this long after pointer or focus has left it. */
const MIN_REMAINING_MS = 1000;
const styles: Record<ToastKind, { Icon: typeof Info; colour: string }> = {
  success: { Icon: CircleCheck, colour: "text-success" },
  error: { Icon: CircleAlert, colour: "text-danger" },
  info: { Icon: Info, colour: "text-turkuaz" },
};

function onDialogChange(listener: () => void): () => void {
  for (const name of ["toggle", "close"]) document.addEventListener(name, listener, true);
  return () => {
    for (const name of ["toggle", "close"]) document.removeEventListener(name, listener, true);
  };
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const topmostModal = (): Element =>
  [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;

/**
 * Shows toasts at the top right, on phones over the header and low enough to leave the page's title
 * free. While a modal dialog hides the page they are inside it, at its bottom unless there is room
 * beside it. Toasts of failures disappear when their page is left or their dialog is closed.
 */
export function ToastArea() {
  const entries = useStore(toasts);
  const container = useSyncExternalStore(onDialogChange, topmostModal, () => null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onBeforeNavigate", ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) dismissErrors();
      }),
    [router],
  );

  useEffect(() => {
    if (!container) return;
    for (const entry of entries) entry.shownIn ??= container;
  }, [entries, container]);
  // A dialog that was removed from the document keeps `open`, but is no longer modal.
  useEffect(() => {
    if (container) dismissErrors(({ shownIn }) => shownIn?.matches("dialog:not(:modal)") ?? false);
  }, [container]);

  if (!container) return null;
  return createPortal(
    <section
      aria-label="Bildirim mesajları"
      className={cn(
        "pointer-events-none fixed inset-x-2 z-50 sm:right-4 sm:left-auto sm:w-96",
        container === document.body ? "top-1 sm:top-2" : "bottom-4 xl:top-2 xl:bottom-auto",
      )}
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-3">
        {entries.map((entry) => (
          <Toast key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>,
    container,
  );
}

function Toast({ entry }: { entry: ToastEntry }) {
  const { id, kind, title, text } = entry;
  const [isHeld, setHeld] = useState(false);
  const isTabHidden = useSyncExternalStore(onVisibilityChange, () => document.hidden);
  const { Icon, colour } = styles[kind];

  useEffect(() => {
    if (isHeld || isTabHidden) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismissToast(entry.id), entry.remainingMs);
    return () => {
      clearTimeout(timer);
      // On the entry, because a dialog that opens or closes remounts the toast.
      entry.remainingMs = Math.max(
        MIN_REMAINING_MS,
        entry.remainingMs - (performance.now() - startedAt),
      );
    };
  }, [isHeld, isTabHidden, entry]);

  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded border border-line bg-surface p-1 pl-3 shadow max-sm:text-sm sm:py-2 sm:pr-2 sm:pl-4"
    >
      <Icon className={cn("mt-2.5 size-6 shrink-0", colour)} aria-hidden="true" />
      <div className="min-w-0 grow py-1 wrap-anywhere sm:py-2">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-muted">{text}</p>}
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Mesajı kapat"
        onClick={() => dismissToast(id)}
      >
        <X className="size-5" aria-hidden="true" />
      </Button>
    </li>
  );
}
