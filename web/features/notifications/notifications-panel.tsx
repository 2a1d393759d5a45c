import { notificationsPanel } from "#web/features/notifications/notifications-panel-store.ts";
import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";
import { useStore } from "#web/lib/store.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Sheet } from "#web/ui/overlay/dialog.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

const NotificationList = lazyComponent("Bildirimler yükleniyor", async () => {
  const { NotificationList } = await import("#web/features/notifications/notification-list.tsx");
  return NotificationList;
});

/** The panel at the right edge (R106). */
export function NotificationsPanel() {
  const isOpen = useStore(notificationsPanel);
  const close = () => notificationsPanel.set(false);
  return (
    <Sheet open={isOpen} onClose={close} title="Bildirimler">
      <RequireSignIn
        text="Takipçilerinizden, davetlerinizden ve anketlerinizden burada haber alırsınız."
        onLeave={close}
      >
        <NotificationList onLeave={close} />
        <p className="mt-2">
          <TextLink
            to="/notifications"
            onClick={close}
            className="inline-flex min-h-11 items-center"
          >
            Bütün bildirimler
          </TextLink>
        </p>
      </RequireSignIn>
    </Sheet>
  );
}
