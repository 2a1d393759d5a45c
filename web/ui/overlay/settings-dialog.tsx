import Settings2 from "lucide-react/icons/settings-2";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

/** The part of the page's address, after "#", that opens the settings. */
const HASH = "#ayarlar";

/** A button that opens a dialog with a page's settings; the address can open it too. */
export function SettingsDialog({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (location.hash === HASH) setOpen(true);
  }, []);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings2 className="size-5" aria-hidden="true" />
        {title}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={title}>
        {children}
      </Dialog>
    </>
  );
}
