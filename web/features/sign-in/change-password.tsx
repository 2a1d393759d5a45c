import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const ChangePasswordForm = lazyComponent("Form yükleniyor", async () => {
  const { ChangePasswordForm } = await import("#web/features/sign-in/change-password-form.tsx");
  return ChangePasswordForm;
});

/** A button that opens the form for a new password. */
export function ChangePassword({
  account,
}: {
  account: Pick<Account, "name" | "nickname" | "email">;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <KeyRound className="size-5" aria-hidden="true" />
        Şifre Değiştir
      </Button>
      <Dialog open={isOpen} onClose={close} title="Şifre Değiştir">
        <ChangePasswordForm account={account} onDone={close} />
      </Dialog>
    </>
  );
}
