import UserX from "lucide-react/icons/user-x";
import { useEffect, useState } from "react";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const DeleteAccountForm = lazyComponent("Form yükleniyor", async () => {
  const { DeleteAccountForm } = await import("#web/features/accounts/delete-account-form.tsx");
  return DeleteAccountForm;
});

/** A button that deletes the account after asking for the password (R114). */
export function DeleteAccount({ nickname }: { nickname: string }) {
  const [isOpen, setOpen] = useState(false);
  // Does not delete by itself, so that the last press is a decision.
  useEffect(() => {
    if (takeResumed(`${nickname} delete`)) setOpen(true);
  }, [nickname]);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <UserX className="size-5" aria-hidden="true" />
        Hesabımı Sil
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Hesabınızı Silin">
        <DeleteAccountForm nickname={nickname} onGiveUp={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
