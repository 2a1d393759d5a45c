import { createFileRoute } from "@tanstack/react-router";
import { RequireSignIn } from "#web/features/accounts/require-sign-in.tsx";
import { NotificationList } from "#web/features/notifications/notification-list.tsx";
import { NotificationSettings } from "#web/features/notifications/notification-settings.tsx";

export const Route = createFileRoute("/notifications")({ component: NotificationsPage });

function NotificationsPage() {
  return (
    <div className="column">
      <h1 className="mb-6 text-3xl font-extrabold">Bildirimler</h1>
      <RequireSignIn text="Takipçilerinizden, davetlerinizden ve anketlerinizden burada haber alırsınız.">
        <div className="mb-4">
          <NotificationSettings />
        </div>
        <NotificationList />
      </RequireSignIn>
    </div>
  );
}
