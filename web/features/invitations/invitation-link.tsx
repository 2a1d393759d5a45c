import { useQuery } from "@tanstack/react-query";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useState } from "react";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { useInvitations } from "#web/features/invitations/invitations.api.ts";
import { ShareLink } from "#web/features/surveys/share/share-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { invitationLinkQuery } from "./invitation-link.api.ts";

interface Props {
  survey: Pick<OwnSurveyCard, "id" | "question" | "visibility">;
  /** The survey's address, without the code. */
  address: string;
}

/** The link that invites anyone who opens it signed in, and a button that replaces it. */
export function InvitationLink({ survey, address }: Props) {
  const { data, error, refetch } = useQuery(invitationLinkQuery(survey.id));
  const { renewLink } = useInvitations(survey.id);
  const [isConfirming, setConfirming] = useState(false);
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-32" />;
  return (
    <div className="grid justify-items-start gap-3">
      <ShareLink survey={survey} url={`${address}?davet=${data.item.code}`} />
      <p className="text-sm text-muted text-pretty">
        Bu bağlantıyı açıp giriş yapan herkes davetli sayılır.
      </p>
      <Button onClick={() => setConfirming(true)}>
        <RefreshCw className="size-5" aria-hidden="true" />
        Bağlantıyı Yenile
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Bağlantıyı Yenile"
        confirmLabel="Yenile"
        onConfirm={async () => {
          await renewLink.mutateAsync();
          toast.success("Bağlantı Yenilendi", "Yeni bağlantıyı paylaşabilirsiniz.");
        }}
      >
        <p>Eski bağlantı artık çalışmayacak; katılmış olanlar etkilenmez.</p>
      </ConfirmDialog>
    </div>
  );
}
