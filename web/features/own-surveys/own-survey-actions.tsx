import { useRouter } from "@tanstack/react-router";
import ChartPie from "lucide-react/icons/chart-pie";
import CircleStop from "lucide-react/icons/circle-stop";
import Pencil from "lucide-react/icons/pencil";
import Send from "lucide-react/icons/send";
import Share2 from "lucide-react/icons/share-2";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { InviteDialog } from "#web/features/invitations/invite-dialog.tsx";
import { ChangeSurveyDialog } from "#web/features/own-surveys/change-survey-dialog.tsx";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { PublishDialog } from "#web/features/own-surveys/publish-dialog.tsx";
import { RESULTS_FRAGMENT } from "#web/features/results/results-fragment.ts";
import { isolated } from "#web/lib/direction.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { HIDDEN_BY_EARLY_END } from "./end-words.ts";
import { wasInterrupted } from "./saved-edits.ts";

type Opened = "publish" | "share" | "change" | "end" | "remove" | null;

interface Props {
  survey: Omit<OwnSurveyCard, "leading" | "votes_today">;
  /** Whether they are shown on the survey's page, which is left when the survey is deleted. */
  isOnItsPage?: boolean;
}

/** What an owner can do, each in a separate dialog (R54 to R56). */
export function OwnSurveyActions({ survey, isOnItsPage = false }: Props) {
  const router = useRouter();
  const { id, question, state, visibility, in_review, hidden } = survey;
  const [opened, setOpened] = useState<Opened>(() => (wasInterrupted(id) ? "change" : null));
  const { end, remove } = useOwnSurvey(id);
  /** A late response closes its own dialog only, not one that was opened meanwhile. */
  const closes = (what: Opened) => () => setOpened((now) => (now === what ? null : now));
  const isHeld = in_review || hidden;
  const runs = !in_review && (state === "active" || state === "scheduled");
  const share = visibility === "private" ? "Davet Et" : "Paylaş";

  const actions = [
    { what: "publish", label: "Yayınla", Icon: Send, shown: state === "draft" },
    { what: "share", label: share, Icon: Share2, shown: visibility !== null && !isHeld },
    { what: "change", label: "Düzenle", Icon: Pencil, shown: runs && !isHeld },
    { what: "end", label: "Anketi Bitir", Icon: CircleStop, shown: runs },
    { what: "remove", label: "Sil", Icon: Trash2, shown: true },
  ] as const;

  return (
    <div className="-mx-2 -mb-2 flex flex-wrap gap-x-1 border-t border-line pt-2 sm:col-span-2">
      {(state === "active" || state === "ended") && !isOnItsPage && !in_review && (
        <LinkButton
          variant="ghost"
          className="text-sm"
          aria-label={`Sonuçlar: ${isolated(question)}`}
          to="/surveys/$id"
          params={{ id: String(id) }}
          hash={RESULTS_FRAGMENT}
        >
          <ChartPie className="size-4.5" aria-hidden="true" />
          Sonuçlar
        </LinkButton>
      )}
      {actions.map(
        ({ what, label, Icon, shown }) =>
          shown && (
            <Button
              key={what}
              variant="ghost"
              className="text-sm"
              aria-label={`${label}: ${isolated(question)}`}
              aria-haspopup="dialog"
              onClick={() => setOpened(what)}
            >
              <Icon className="size-4.5" aria-hidden="true" />
              {label}
            </Button>
          ),
      )}
      <PublishDialog survey={survey} open={opened === "publish"} onClose={closes("publish")} />
      <InviteDialog
        survey={survey}
        title={share}
        open={opened === "share"}
        onClose={closes("share")}
      />
      <ChangeSurveyDialog survey={survey} open={opened === "change"} onClose={closes("change")} />
      <ConfirmDialog
        open={opened === "end"}
        onClose={closes("end")}
        title="Anketi Bitir"
        confirmLabel="Anketi Bitir"
        onConfirm={async () => {
          await end.mutateAsync();
          toast.success("Anket Bitti", "Artık oy verilemez.");
        }}
      >
        <p>
          “<bdi>{question}</bdi>” hemen sona erer ve artık oy verilemez. Sonuçları anketi görebilen
          herkes görür. Bu işlem geri alınamaz.
        </p>
        {visibility === "private" && <p className="mt-2">{HIDDEN_BY_EARLY_END}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        open={opened === "remove"}
        onClose={closes("remove")}
        title="Anketi Sil"
        confirmLabel="Kalıcı Olarak Sil"
        onConfirm={async () => {
          await remove.mutateAsync();
          toast.success("Anket Silindi");
          if (isOnItsPage) await router.navigate({ to: "/account", replace: true });
        }}
      >
        <p>
          “<bdi>{question}</bdi>” bütün şıkları, resimleri ve oylarıyla silinir. Bu işlem geri
          alınamaz.
        </p>
      </ConfirmDialog>
    </div>
  );
}
