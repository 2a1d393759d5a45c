import { type ReactNode, useTransition } from "react";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Explains what will happen. */
  children: ReactNode;
  confirmLabel: string;
  variant?: ButtonVariant;
  /** The dialog closes when it resolves; a failure is shown as a toast. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { open, onClose, title, children, confirmLabel, variant = "danger", onConfirm } = props;
  const [isBusy, startTransition] = useTransition();
  const confirm = () =>
    startTransition(async () => {
      try {
        await onConfirm();
        onClose();
      } catch (error) {
        // This dialog has no field beside which to show a field error.
        const [fieldError] = error instanceof ApiProblem ? Object.values(error.fields) : [];
        if (error instanceof ApiProblem && fieldError) toast.error(error.title, fieldError);
        else toastProblem(error);
      }
    });
  return (
    <Dialog open={open} onClose={onClose} title={title} closesOnBackdrop>
      <div className="grid gap-6">
        <div className="text-pretty wrap-anywhere">{children}</div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Vazgeç</Button>
          <Button variant={variant} busy={isBusy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
