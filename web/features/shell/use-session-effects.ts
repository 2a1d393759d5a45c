import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { TOAST_SHORT_MS } from "#contract/limits.ts";
import { onSessionChange, type SessionChange, takeUntoldChange } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";

function tell(change: SessionChange): void {
  if (change.kind === "started") toast.success("Giriş Başarılı", "Hoş geldiniz!", TOAST_SHORT_MS);
  if (change.kind === "ended") toast.success("Çıkış Yapıldı", "Yine bekleriz.", TOAST_SHORT_MS);
  if (change.kind === "expired") toast.info(change.title, change.message);
}

/** Tells of a login or its end, forgets what was personal, and reads the page anew (spec §4). */
export function useSessionEffects(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const readAnew = async (change: SessionChange) => {
      if (change.kind === "ended") await router.navigate({ to: "/" });
      await queryClient.resetQueries({ queryKey: ["my"] });
      await queryClient.invalidateQueries();
      await router.invalidate();
    };
    const left = takeUntoldChange();
    if (left) tell({ kind: left });
    return onSessionChange((change) => {
      takeUntoldChange();
      tell(change);
      void readAnew(change);
    });
  }, [queryClient, router]);
}
