import { lazy, Suspense, useSyncExternalStore } from "react";
import { ForMembers } from "#web/features/accounts/for-members.tsx";
import {
  notificationsPanelStore,
  showNotifications,
} from "#web/features/notifications/notifications-panel-store.ts";
import { Sheet } from "#web/ui/dialog.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

const NotificationList = lazy(async () => {
  const { NotificationList } = await import("#web/features/notifications/notification-list.tsx");
  return { default: NotificationList };
});

/** The panel at the right, open or closed by its store's flag. */
export function NotificationsPanel() {
  const { subscribe, open } = notificationsPanelStore;
  const isOpen = useSyncExternalStore(subscribe, open, () => false);
  const close = () => showNotifications(false);
  return (
    <Sheet open={isOpen} onClose={close} title="Bildirimler">
      <ForMembers
        text="Takipçilerinizden, davetlerinizden ve anketlerinizden burada haber alırsınız."
        onLeave={close}
      >
        <Suspense fallback={<Spinner label="Bildirimler yükleniyor" />}>
          <NotificationList onLeave={close} />
        </Suspense>
        <p className="mt-4">
          <TextLink to="/notifications" onClick={close}>
            Bütün bildirimler
          </TextLink>
        </p>
      </ForMembers>
    </Sheet>
  );
}
