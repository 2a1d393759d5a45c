import Link2 from "lucide-react/icons/link-2";
import { useEffect, useState } from "react";
import { offeredProviders } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const LinkedProviderList = lazyComponent("Bağlı hesaplar yükleniyor", async () => {
  const { LinkedProviderList } = await import(
    "#web/features/sign-in/security/linked-provider-list.tsx"
  );
  return LinkedProviderList;
});

/** The URL fragment that opens the list. */
const HASH = "#bagli-hesaplar";

/** A button that opens the list of sign-in providers; renders nothing if none is set up. */
export function LinkedProviders({ nickname }: { nickname: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (location.hash === HASH) setOpen(true);
  }, []);
  if (offeredProviders().length === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Link2 className="size-5" aria-hidden="true" />
        Bağlı Hesaplar
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Bağlı hesaplar" closesOnBackdrop>
        <LinkedProviderList nickname={nickname} />
      </Dialog>
    </>
  );
}
