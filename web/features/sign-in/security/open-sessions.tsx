import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const OpenSessionList = lazyComponent("Oturumlar yükleniyor", async () => {
  const { OpenSessionList } = await import("#web/features/sign-in/security/open-session-list.tsx");
  return OpenSessionList;
});

/** The URL fragment that opens the list. */
const HASH = "#oturumlar";

/** A button that opens the list of the person's sessions (R247). */
export function OpenSessions() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const openIfNamed = () => location.hash === HASH && setOpen(true);
    openIfNamed();
    // A notification read on this page leads here too.
    addEventListener("hashchange", openIfNamed);
    return () => removeEventListener("hashchange", openIfNamed);
  }, []);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <MonitorSmartphone className="size-5" aria-hidden="true" />
        Açık Oturumlar
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Açık oturumlar" closesOnBackdrop>
        <OpenSessionList />
      </Dialog>
    </>
  );
}
