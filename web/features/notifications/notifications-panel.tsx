import { notificationsPanel } from "#web/features/notifications/notifications-panel-store.ts";
import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Sheet } from "#web/ui/overlay/dialog.tsx";

const PanelContent = lazyComponent(
  "Bildirimler yükleniyor",
  async () => (await import("#web/features/notifications/panel-content.tsx")).PanelContent,
);

/** The panel at the right edge (R106). */
export function NotificationsPanel() {
  const isOpen = useStore(notificationsPanel);
  const close = () => notificationsPanel.set(false);
  return (
    <Sheet open={isOpen} onClose={close} title="Bildirimler">
      <PanelContent onLeave={close} />
    </Sheet>
  );
}
