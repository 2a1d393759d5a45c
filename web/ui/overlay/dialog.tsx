import { useRouter } from "@tanstack/react-router";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Kept } from "#web/lib/kept-markup.tsx";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The title's id, for a dialog within `Kept`. */
  titleId?: string;
  /** Id of an element that screen readers read out with the title. */
  describedBy?: string | undefined;
  children: ReactNode;
  /** A click on the backdrop closes it too: only for dialogs without input that would be lost. */
  closesOnBackdrop?: boolean;
  className?: string;
}

/**
 * A modal dialog on the native `<dialog>`, which traps the focus, closes on Escape and returns the
 * focus. The content is rendered only while it is open.
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

/** A dialog as a panel along the right edge; it closes on the backdrop by default. */
export function Sheet({ className, ...props }: DialogProps) {
  return (
    <Modal
      closesOnBackdrop
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
  const { open, onClose, title, describedBy, children, closesOnBackdrop, className } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const ownId = useId();
  const { titleId = ownId } = props;
  const { history } = useRouter();

  // A layout effect, so that the content's effects run in an open dialog and can take the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);

  // Closes on navigation; a replaced address is the same page.
  useEffect(() => {
    if (!open) return;
    return history.subscribe(({ action }) => {
      if (action.type !== "REPLACE") ref.current?.close();
    });
  }, [open, history]);

  // Removing an open dialog fires no close event, which the toast area waits for.
  useEffect(() => () => void document.dispatchEvent(new Event("close")), []);

  // The second click of a double click that opened the dialog must not close it.
  const [canBackdropClose, setCanBackdropClose] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setCanBackdropClose(true), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setCanBackdropClose(false);
    };
  }, [open]);

  return (
    <dialog
      ref={ref}
      closedby={closesOnBackdrop && canBackdropClose ? "any" : "closerequest"}
      // React bubbles the close event of a dialog nested in this one.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={cn(
        "overflow-auto overscroll-contain bg-surface text-ink shadow backdrop:bg-shade",
        className,
      )}
    >
      <Kept
        as="header"
        by={`title ${titleId} ${title}`}
        perRoute
        className="sticky top-0 z-1 flex items-center gap-2 bg-surface py-3 pr-3 pl-6"
      >
        <h2 id={titleId} dir="auto" className="min-w-0 grow text-xl font-extrabold wrap-anywhere">
          {title}
        </h2>
        <Button variant="ghost" size="icon" aria-label="Kapat" onClick={() => ref.current?.close()}>
          <X aria-hidden="true" />
        </Button>
      </Kept>
      {open && <div className="px-6 pt-1 pb-6">{children}</div>}
    </dialog>
  );
}
