import Download from "lucide-react/icons/download";
import { useEffect, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const DownloadForm = lazyComponent("Form yükleniyor", async () => {
  const { DownloadForm } = await import("#web/features/accounts/download/download-form.tsx");
  return DownloadForm;
});

/** The URL fragment that opens it. */
const HASH = "#verilerim";

/** A button that opens the download of the account's data (R113). */
export function DownloadRecords({ nickname }: { nickname: string }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (location.hash === HASH) setOpen(true);
  }, []);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Download className="size-5" aria-hidden="true" />
        Verilerimi İndir
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Verilerinizi indirin">
        <DownloadForm nickname={nickname} hash={HASH} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
