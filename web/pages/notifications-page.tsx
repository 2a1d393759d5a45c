import { createFileRoute } from "@tanstack/react-router";
import { NOTIFICATION_LIFETIME_DAYS } from "#contract/limits.ts";
import { NotificationList } from "#web/features/notifications/notification-list.tsx";
import { NotificationSettings } from "#web/features/notifications/notification-settings.tsx";
import { RequireSignIn } from "#web/features/sign-in/require-sign-in.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

const OwnDecisions = lazyComponent("", async () => {
  const { OwnDecisions } = await import("#web/features/moderation/own-decisions.tsx");
  return OwnDecisions;
});

export const Route = createFileRoute("/notifications")({ component: NotificationsPage });

function NotificationsPage() {
  return (
    <div className="column">
      <h1 className="mb-6 text-3xl font-extrabold">Bildirimler</h1>
      <RequireSignIn text="Takipçilerinizden, davetlerinizden ve anketlerinizden burada haber alırsınız.">
        <div className="mb-4">
          <NotificationSettings />
        </div>
        <OwnDecisions />
        <NotificationList />
        <p className="mt-6 text-sm text-muted">
          Bildirimler {NOTIFICATION_LIFETIME_DAYS} gün saklanır.
        </p>
      </RequireSignIn>
    </div>
  );
}
