import { lazy, Suspense, useSyncExternalStore } from "react";
import {
  notificationsPanelStore,
  showNotifications,
} from "#web/features/notifications/notifications-panel-store.ts";
import { Sheet } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

const NotificationList = lazy(async () => {
  const { NotificationList } = await import("#web/features/notifications/notification-list.tsx");
  return { default: NotificationList };
});

/** The panel at the right, open or closed by its store's flag. */
export function NotificationsPanel() {
  const { subscribe, open } = notificationsPanelStore;
  const isOpen = useSyncExternalStore(subscribe, open, () => false);
  return (
    <Sheet open={isOpen} onClose={() => showNotifications(false)} title="Bildirimler">
      <Suspense fallback={<Spinner label="Bildirimler yükleniyor" />}>
        <NotificationList />
      </Suspense>
    </Sheet>
  );
}
