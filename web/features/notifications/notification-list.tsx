import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NotificationItem } from "#web/features/notifications/notification-item.tsx";
import { markRead, notificationsQuery } from "#web/features/notifications/notifications.api.ts";
import { unreadCountQuery } from "#web/features/notifications/unread-count.api.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The person's notifications, newest first; showing them marks them as read (R106). */
export function NotificationList({ onLeave = () => undefined }: { onLeave?: () => void }) {
  const list = useInfiniteQuery(notificationsQuery);
  const queryClient = useQueryClient();
  const notifications = list.data?.pages.flatMap((page) => page.items) ?? [];

  // Notifications that were unread when they appeared look new until the list is closed.
  const fresh = useRef(new Set<number>());
  for (const { id, read } of notifications) if (!read) fresh.current.add(id);

  const lastUnread = notifications.find(({ read }) => !read)?.id;
  useEffect(() => {
    if (lastUnread === undefined) return;
    // A failure leaves them unread; the next opening of the list tries again.
    markRead(lastUnread).then(
      (unread) => queryClient.setQueryData(unreadCountQuery.queryKey, unread),
      () => undefined,
    );
  }, [lastUnread, queryClient]);

  if (list.isPending) return <Skeletons />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  if (notifications.length === 0) {
    return (
      <EmptyState
        title="Henüz bildiriminiz yok"
        text="Takipçileriniz, davetleriniz ve oy verdiğiniz anketler hakkında burada haber alırsınız."
      />
    );
  }
  return (
    <>
      <ul className="-mx-3 grid gap-1">
        {notifications.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            isNew={fresh.current.has(notification.id)}
            onLeave={onLeave}
          />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
