import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { InvitationLink } from "#web/features/invitations/invitation-link.tsx";
import { InvitedPeople } from "#web/features/invitations/invited-people.tsx";
import { ShareLink } from "#web/features/surveys/share/share-link.tsx";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const InviteForm = lazyComponent("Form yükleniyor", async () => {
  const { InviteForm } = await import("#web/features/invitations/invite-form.tsx");
  return InviteForm;
});

interface Props {
  survey: Pick<OwnSurveyCard, "id" | "question" | "visibility">;
  title: string;
  open: boolean;
  onClose: () => void;
}

/** Invites people to the owner's survey, by its link or by nickname (R63, R64). */
export function InviteDialog({ survey, title, open, onClose }: Props) {
  const address = `${siteOrigin()}/surveys/${survey.id}`;
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <div className="grid gap-6">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {survey.question}
        </p>
        {survey.visibility === "private" ? (
          <InvitationLink survey={survey} address={address} />
        ) : (
          <ShareLink survey={survey} url={address} />
        )}
        <InviteForm surveyId={survey.id} />
        <InvitedPeople surveyId={survey.id} />
      </div>
    </Dialog>
  );
}
