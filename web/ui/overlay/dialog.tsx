import { useRouter } from "@tanstack/react-router";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The id of a sentence in it that is read out with the title. */
  describedBy?: string | undefined;
  children: ReactNode;
  /** Closes with a press beside it too: where nothing is filled in that this would lose. */
  closesBeside?: boolean;
  className?: string;
}

/**
 * A modal dialog on the browser's own: it keeps the focus, closes with Escape, and gives the focus
 * back. Its content is rendered while it is open only.
 */
export function Dialog({ className, ...props }: DialogProps) {
  return (
    <Modal
      {...props}
      className={cn(
        "m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] rounded",
        "not-open:translate-y-2 starting:open:translate-y-2",
        className,
      )}
    />
  );
}

/** A panel from the right, as tall as the window, to look at; otherwise as a dialog. */
export function Sheet({ className, ...props }: DialogProps) {
  return (
    <Modal
      closesBeside
      {...props}
      className={cn(
        "my-0 mr-0 ml-auto h-dvh max-h-none w-[min(26rem,100vw-min(2.5rem,12.5vw))] max-w-none rounded-l",
        "not-open:translate-x-8 starting:open:translate-x-8",
        className,
      )}
    />
  );
}

const DOUBLE_CLICK_MS = 500;

function Modal(props: DialogProps) {
  const { open, onClose, title, describedBy, children, closesBeside, className } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { history } = useRouter();

  // Before the effects of what is in it, which may then take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  // It belongs to the page, or the part of it, that one leaves.
  useEffect(() => {
    if (!open) return;
    return history.subscribe(({ action }) => {
      if (action.type !== "REPLACE") ref.current?.close();
    });
  }, [open, history]);

  // One that is taken away while it is open does not say so by itself.
  useEffect(() => () => void document.dispatchEvent(new Event("close")), []);

  // The second half of the double click that opened it must not close it.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [open]);

  return (
    <dialog
      ref={ref}
      closedby={closesBeside && isSettled ? "any" : "closerequest"}
      // React hands the closing of a dialog within this one up to here.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={cn(
        "overflow-auto overscroll-contain bg-surface text-ink shadow backdrop:bg-shade",
        className,
      )}
    >
      <header className="sticky top-0 z-1 flex items-center gap-2 bg-surface py-3 pr-3 pl-6">
        <h2 id={titleId} className="min-w-0 grow text-xl font-extrabold wrap-anywhere">
          {title}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Kapat" onClick={() => ref.current?.close()}>
          <X aria-hidden="true" />
        </Button>
      </header>
      {open && <div className="px-6 pt-1 pb-6">{children}</div>}
    </dialog>
  );
}
