import Ban from "lucide-react/icons/ban";
import { useState } from "react";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { BlockChoicesProps } from "./block-choices.tsx";

const BlockChoices = lazyComponent("Seçenekler yükleniyor", async () => {
  const { BlockChoices } = await import("./block-choices.tsx");
  return BlockChoices;
});

/** Opens what keeps a person away; asks visitors to sign in (R637). */
export function BlockButton({ person }: Pick<BlockChoicesProps, "person">) {
  const isSignedIn = useIsSignedIn();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const press = () => {
    if (isSignedIn) return setOpen(true);
    openAuthDialog("login", {
      why: (once) => `Seçenekler ${once} açılır.`,
      afterSignIn: () => setOpen(true),
    });
  };
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={press}>
        <Ban className="size-5" aria-hidden="true" />
        Engelle
      </Button>
      <Dialog open={isOpen} onClose={close} title="Engelle ya da sessize al" closesOnBackdrop>
        <BlockChoices person={person} onDone={close} />
      </Dialog>
    </>
  );
}
