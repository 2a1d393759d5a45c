import Share2 from "lucide-react/icons/share-2";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { ShareOptionsProps } from "./share-options.tsx";

const ShareOptions = lazyComponent("Paylaşma yolları yükleniyor", async () => {
  const { ShareOptions } = await import("./share-options.tsx");
  return ShareOptions;
});

/** Opens all ways to share a public survey. */
export function ShareButton(props: ShareOptionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 className="size-5" aria-hidden="true" />
        <span className="max-sm:sr-only">Paylaş</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Paylaş" closesOnBackdrop>
        <ShareOptions {...props} />
      </Dialog>
    </>
  );
}
