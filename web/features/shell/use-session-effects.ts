import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ERRORS } from "#contract/errors.ts";
import { TOAST_SHORT_MS } from "#contract/limits.ts";
import { clearSavedChoices } from "#web/features/votes/saved-choice.ts";
import { idle } from "#web/lib/idle.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { onSessionChange, type SessionChange, takeUntoldChange } from "#web/lib/session.ts";
import { toast } from "#web/ui/overlay/toast.ts";

function tell(change: SessionChange): void {
  const [, title, message] = ERRORS.invalid_token;
  if (change === "started") toast.success("Giriş Başarılı", "Hoş geldiniz!", TOAST_SHORT_MS);
  if (change === "ended") toast.success("Çıkış Yapıldı", "Yine bekleriz.", TOAST_SHORT_MS);
  if (change === "expired") toast.info(title, message);
}

/** Tells of a login or its end, forgets what was personal, and reads the page anew (R27). */
export function useSessionEffects(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const takenOver = idle();
    const readAnew = async (change: SessionChange) => {
      if (change !== "started") clearSavedChoices();
      // The server may refuse the first call of all, while React still takes the document over,
      // which it does with the data that came along.
      await takenOver;
      if (change === "ended") await router.navigate({ to: "/" });
      // What this person alone might see is not to be found by going back. Whose session expired
      // stays where they are, and may go on.
      const type = change === "ended" ? "all" : "inactive";
      queryClient.removeQueries({ queryKey: queryKeys.viewer, type });
      await queryClient.resetQueries({ queryKey: queryKeys.my });
      await queryClient.invalidateQueries();
      await router.invalidate();
    };
    const left = takeUntoldChange();
    if (left) tell(left);
    if (left === "ended") clearSavedChoices();
    return onSessionChange((change) => {
      takeUntoldChange();
      tell(change);
      void readAnew(change);
    });
  }, [queryClient, router]);
}
