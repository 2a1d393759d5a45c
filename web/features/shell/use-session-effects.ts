import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { TOAST_SHORT_MS } from "#contract/limits.ts";
import { SESSION_ENDED } from "#contract/session-ended.ts";
import { FEED_DAY } from "#web/features/feed/feed-day-key.ts";
import { clearSavedChoices } from "#web/features/votes/saved-choice.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
import { browserStorage } from "#web/lib/browser-storage.ts";
import { whenIdle } from "#web/lib/page-start/idle.ts";
import { onSessionChange, type SessionChange, takeUnannouncedChange } from "#web/lib/session.ts";
import { toast } from "#web/ui/overlay/toast.ts";

function toastChange(change: SessionChange): void {
  const [, title, message] = SESSION_ENDED;
  if (change === "started") toast.success("Giriş Başarılı", "Hoş geldiniz!", TOAST_SHORT_MS);
  if (change === "ended") toast.success("Çıkış Yapıldı", "Yine bekleriz.", TOAST_SHORT_MS);
  if (change === "expired") toast.info(title, message);
}

/** What this browser keeps of choices and of how many there were. */
function forgetVotes(): void {
  clearSavedChoices();
  browserStorage.remove(FEED_DAY);
}

/** When a session starts or ends: shows a toast, removes personal data, refetches the page (R27). */
export function useSessionEffects(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const hydrated = whenIdle();
    const refetchAll = async (change: SessionChange) => {
      if (change !== "started") forgetVotes();
      // The very first call may find the session expired; React must hydrate with the document's
      // data before any of it is removed.
      await hydrated;
      if (change === "ended") await router.navigate({ to: "/" });
      // After a logout nothing that only this person may see is left to go back to. A session that
      // expired keeps what is on the screen.
      const type = change === "ended" ? "all" : "inactive";
      queryClient.removeQueries({ queryKey: queryKeys.viewer, type });
      await queryClient.resetQueries({ queryKey: queryKeys.my });
      await queryClient.invalidateQueries();
      await router.invalidate();
    };
    const unannounced = takeUnannouncedChange();
    if (unannounced) toastChange(unannounced);
    if (unannounced === "ended") forgetVotes();
    return onSessionChange((change) => {
      takeUnannouncedChange();
      toastChange(change);
      void refetchAll(change);
    });
  }, [queryClient, router]);
}
