import { type ReactNode, useTransition } from "react";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What will happen, in clear words. */
  children: ReactNode;
  confirm: string;
  variant?: ButtonVariant;
  /** Closes the dialog unless it fails, which is told. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { open, onClose, title, children, confirm, variant = "danger", onConfirm } = props;
  const [isBusy, startTransition] = useTransition();
  const press = () =>
    startTransition(async () => {
      try {
        await onConfirm();
        onClose();
      } catch (error) {
        // There is no field here to say it beside.
        const [wrong] = error instanceof ApiProblem ? Object.values(error.fields) : [];
        if (error instanceof ApiProblem && wrong) toast.error(error.title, wrong);
        else toastProblem(error);
      }
    });
  return (
    <Dialog open={open} onClose={onClose} title={title} closesBeside>
      <div className="grid gap-6">
        <div className="text-pretty wrap-anywhere">{children}</div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Vazgeç</Button>
          <Button variant={variant} busy={isBusy} onClick={press}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
