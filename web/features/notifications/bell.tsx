import { useQuery } from "@tanstack/react-query";
import BellIcon from "lucide-react/icons/bell";
import { unreadCountQuery } from "#web/features/notifications/notifications.api.ts";
import { showNotifications } from "#web/features/notifications/notifications-panel-store.ts";
import { useLoginState } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";

/** Opens the notifications and tells how many are unread. */
export function Bell() {
  const signedIn = useLoginState() === "in";
  const { data: unread = 0 } = useQuery({ ...unreadCountQuery, enabled: signedIn });
  return (
    <Button
      kind="plain"
      size="icon"
      aria-label={unread > 0 ? `Bildirimler, ${unread} okunmamış` : "Bildirimler"}
      onClick={() => showNotifications(true)}
      className="relative"
    >
      <BellIcon aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full bg-nar px-1 text-xs leading-5 font-bold text-on-accent"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Button>
  );
}
