import MenuIcon from "lucide-react/icons/menu";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Sheet } from "#web/ui/overlay/dialog.tsx";

const MobileMenuContent = lazyComponent(
  "Menü yükleniyor",
  async () => (await import("#web/features/shell/mobile-menu-content.tsx")).MobileMenuContent,
);

/** The menu on small screens: a panel from the right. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="lg:hidden">
      <Button variant="ghost" size="icon" aria-label="Menü" onClick={() => setOpen(true)}>
        <MenuIcon aria-hidden="true" />
      </Button>
      <Sheet open={open} onClose={close} title="Menü" titleId="menu">
        <MobileMenuContent onLeave={close} />
      </Sheet>
    </div>
  );
}
