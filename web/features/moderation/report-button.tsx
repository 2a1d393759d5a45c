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

/** Opens the form that reports a survey or a person; asks visitors to sign in (R624). */
export function ReportButton({ kind, id }: Pick<ReportFormProps, "kind" | "id">) {
  const isSignedIn = useIsSignedIn();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const press = () => {
    if (isSignedIn) return setOpen(true);
    openAuthDialog("login", {
      why: (once) => `Bildirme formu ${once} açılır.`,
      afterSignIn: () => setOpen(true),
    });
  };
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={press}>
        <Flag className="size-5" aria-hidden="true" />
        Bildir
      </Button>
      <Dialog open={isOpen} onClose={close} title={TITLES[kind]}>
        <ReportForm kind={kind} id={id} onDone={close} />
      </Dialog>
    </>
  );
}

const TITLES = { survey: "Anketi bildir", person: "Profili bildir" };
