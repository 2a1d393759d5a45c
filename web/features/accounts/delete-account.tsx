import UserX from "lucide-react/icons/user-x";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const DeleteAccountForm = lazyComponent("Form yükleniyor", async () => {
  const { DeleteAccountForm } = await import("#web/features/accounts/delete-account-form.tsx");
  return DeleteAccountForm;
});

/** A button that deletes the account after asking for the password (R114). */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <UserX className="size-5" aria-hidden="true" />
        Hesabımı Sil
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Hesabınızı Silin">
        <DeleteAccountForm onGiveUp={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
