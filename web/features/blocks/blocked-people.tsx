import Ban from "lucide-react/icons/ban";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const BlockList = lazyComponent("Liste yükleniyor", async () => {
  const { BlockList } = await import("./block-list.tsx");
  return BlockList;
});

/** A button that opens the list of people whom one has blocked or muted (R637). */
export function BlockedPeople() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ban className="size-5" aria-hidden="true" />
        Engellenenler
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Engellenen ve sessize alınanlar"
        closesOnBackdrop
      >
        <BlockList />
      </Dialog>
    </>
  );
}
