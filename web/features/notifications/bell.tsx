import { useQueryClient } from "@tanstack/react-query";
import BellIcon from "lucide-react/icons/bell";
import { useEffect } from "react";
import { notificationsPanel } from "#web/features/notifications/notifications-panel-store.ts";
import { unreadCountQuery } from "#web/features/notifications/unread-count.api.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { subscribeLater } from "#web/lib/page-start/subscribe-later.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

/** Opens the notifications and shows how many are unread, live. */
export function Bell() {
  const signedIn = useIsSignedIn();
  const queryClient = useQueryClient();
  const { data: unread = 0 } = useBrowserQuery({ ...unreadCountQuery, enabled: signedIn });

  useEffect(() => {
    if (!signedIn) return;
    return subscribeLater(async () => {
      const { keepUnreadCount } = await import("./unread-stream.ts");
      return keepUnreadCount(queryClient);
    });
  }, [signedIn, queryClient]);

  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={unread > 0 ? `Bildirimler, ${unread} okunmamış` : "Bildirimler"}
      onClick={() => notificationsPanel.set(true)}
      className="relative"
    >
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full bg-nar px-1 text-xs leading-5 font-semibold text-on-accent"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Button>
  );
}
