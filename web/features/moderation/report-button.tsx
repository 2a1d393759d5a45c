import Flag from "lucide-react/icons/flag";
import { useState } from "react";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { ReportFormProps } from "./report-form.tsx";

const ReportForm = lazyComponent("Form yükleniyor", async () => {
  const { ReportForm } = await import("./report-form.tsx");
  return ReportForm;
});

interface Props extends Pick<ReportFormProps, "kind" | "id"> {
  /** Names what is reported where many can be: the button is then its icon alone. */
  label?: string;
  className?: string;
}

/** Opens the form that reports a survey or a person; asks visitors to sign in (R624). */
export function ReportButton({ kind, id, label, className }: Props) {
  const isSignedIn = useIsSignedIn();
  const [dialog, setDialog] = useState<"unused" | "open" | "closed">("unused");
  const [open, close] = [() => setDialog("open"), () => setDialog("closed")];
  const press = () => {
    if (isSignedIn) return open();
    openAuthDialog("login", {
      why: (once) => `Bildirme formu ${once} açılır.`,
      afterSignIn: open,
    });
  };
  const isIcon = label !== undefined;
  return (
    <>
      <Button
        variant="ghost"
        size={isIcon ? "icon" : "normal"}
        aria-label={label}
        title={isIcon ? "Bildir" : undefined}
        aria-haspopup="dialog"
        className={className}
        onClick={press}
      >
        <Flag className="size-5" aria-hidden="true" />
        {!isIcon && "Bildir"}
      </Button>
      {/* Lists have many of these buttons. */}
      {dialog !== "unused" && (
        <Dialog open={dialog === "open"} onClose={close} title={TITLES[kind]}>
          <ReportForm kind={kind} id={id} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

const TITLES = { survey: "Anketi bildir", person: "Profili bildir" };
