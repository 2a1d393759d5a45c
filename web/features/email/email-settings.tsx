import AtSign from "lucide-react/icons/at-sign";
import { useEffect, useState } from "react";
import type { Account } from "#contract/endpoints/account.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const EmailForm = lazyComponent("Form yükleniyor", async () => {
  const { EmailForm } = await import("#web/features/email/email-form.tsx");
  return EmailForm;
});

/** The URL fragment that opens it. */
const HASH = "#e-posta";

/** A button that opens the person's address: whether it is verified, and a form for a new one. */
export function EmailSettings({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (location.hash === HASH) setOpen(true);
  }, []);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <AtSign className="size-5" aria-hidden="true" />
        E-posta Adresi
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="E-posta adresi">
        <EmailForm account={account} />
      </Dialog>
    </>
  );
}
