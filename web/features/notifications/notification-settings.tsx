import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MutableKind } from "#contract/endpoints/notifications.ts";
import {
  changeSettings,
  notificationSettingsQuery,
} from "#web/features/notifications/notifications.api.ts";
import { PushSettings } from "#web/features/push/push-settings.tsx";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { SettingsDialog } from "#web/ui/overlay/settings-dialog.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const labels: Record<MutableKind, string> = {
  follower: "Yeni takipçiler",
  invitation: "Anket davetleri",
  published: "Takip ettiklerimin yeni anketleri",
  ended: "Anketlerimin ve oy verdiğim anketlerin sona ermesi",
  milestone: "Anketlerimin 10, 50, 100, 500 ve 1.000 oya ulaşması",
  leader: "Oy verdiğim anketlerde öne geçenin değişmesi",
};
const kinds = Object.keys(labels) as MutableKind[];

/** A button that opens the switches for each kind of notification (R197). */
export function NotificationSettings() {
  return (
    <SettingsDialog title="Bildirim ayarları">
      <Switches />
      <PushSettings />
    </SettingsDialog>
  );
}

function Switches() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationSettingsQuery;
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  const change = useMutation({
    mutationFn: changeSettings,
    onMutate: (changed) =>
      queryClient.setQueryData(queryKey, (old) => old && { item: { ...old.item, ...changed } }),
    onError: (problem) => toastProblem(problem),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  return (
    <div className="grid gap-2">
      <p className="text-muted text-pretty">
        Hangi bildirimleri almak istediğinizi seçin. Değişiklikler hemen kaydedilir; daha önce gelen
        bildirimler yerinde kalır.
      </p>
      {kinds.map((kind) =>
        data ? (
          <Checkbox
            key={kind}
            role="switch"
            label={labels[kind]}
            checked={data.item[kind]}
            onChange={({ target }) => change.mutate({ [kind]: target.checked })}
          />
        ) : (
          <Skeleton key={kind} className="h-11" />
        ),
      )}
    </div>
  );
}
