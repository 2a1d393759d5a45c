import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { InvitableBy } from "#contract/endpoints/invitations.ts";
import {
  changeInvitableBy,
  invitationSettingsQuery,
} from "#web/features/invitations/invitations.api.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { RadioCards } from "#web/ui/form/radio-cards.tsx";
import { SettingsDialog } from "#web/ui/overlay/settings-dialog.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const choices: { value: InvitableBy; label: string; detail: string }[] = [
  {
    value: "everybody",
    label: "Herkes",
    detail: "Kullanıcı adınızı bilen herkes sizi anketine davet edebilir.",
  },
  {
    value: "followings",
    label: "Takip ettiklerim",
    detail: "Yalnızca takip ettiğiniz kişiler davet edebilir.",
  },
  {
    value: "nobody",
    label: "Hiç kimse",
    detail: "Kimse davet edemez. Size gönderilen bağlantıyı açarak yine katılabilirsiniz.",
  },
];

/** A button that opens the setting of who may invite this person (R236). */
export function InvitationSettings() {
  return (
    <SettingsDialog title="Davet ayarları">
      <Choice />
    </SettingsDialog>
  );
}

function Choice() {
  const queryClient = useQueryClient();
  const { queryKey } = invitationSettingsQuery;
  const { data, error, refetch } = useQuery(invitationSettingsQuery);
  const change = useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: "invitable by" },
    mutationFn: changeInvitableBy,
    onMutate: (invitable_by) => queryClient.setQueryData(queryKey, { item: { invitable_by } }),
    onError: (problem) => toastProblem(problem),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-72" />;
  return (
    <div className="grid gap-4">
      <RadioCards
        legend="Sizi kimler davet edebilsin?"
        choices={choices}
        value={data.item.invitable_by}
        onChange={(invitableBy) => change.mutate(invitableBy)}
        layout="list"
      />
      <p className="text-sm text-muted text-pretty">
        Değişiklik hemen kaydedilir; daha önceki davetleriniz yerinde kalır.
      </p>
    </div>
  );
}
