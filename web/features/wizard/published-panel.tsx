import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CirclePlus from "lucide-react/icons/circle-plus";
import Hourglass from "lucide-react/icons/hourglass";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { invitationLinkQuery } from "#web/features/invitations/invitation-link.api.ts";
import { IN_REVIEW, IN_REVIEW_BADGE } from "#web/features/own-surveys/in-review.tsx";
import { ShareLink } from "#web/features/surveys/share/share-link.tsx";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { formatDateTime } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { setPublication } from "./wizard-store.ts";

/** Shown after publishing: the link to share, and links onward. */
export function PublishedPanel({ survey }: { survey: Survey }) {
  const { visibility, in_review } = survey;
  const Icon = in_review ? Hourglass : CircleCheck;

  return (
    <div className="flex min-h-[26rem] animate-rise flex-col items-center justify-center gap-6 text-center">
      <Icon className={cn("size-16", !in_review && "text-success")} aria-hidden="true" />
      <div className="flex max-w-xl flex-col gap-2">
        <h2 tabIndex={-1} className="text-3xl font-extrabold outline-none">
          {in_review ? IN_REVIEW_BADGE : "Yayınlandı"}
        </h2>
        <p dir="auto" className="text-lg font-semibold text-balance wrap-anywhere">
          {survey.question}
        </p>
        <p className="text-muted text-pretty">{in_review ? IN_REVIEW : describe(survey)}</p>
      </div>
      {!in_review && visibility === "private" && <InvitationLink survey={survey} />}
      {!in_review && visibility === "public" && (
        <ShareLink survey={survey} url={surveyUrl(survey)} />
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton variant="info" to="/surveys/$id" params={{ id: String(survey.id) }}>
          Anketi Gör
        </LinkButton>
        <Button onClick={() => setPublication({ state: "idle" })}>
          <CirclePlus className="size-5" aria-hidden="true" />
          Yeni Anket
        </Button>
      </div>
    </div>
  );
}

function InvitationLink({ survey }: { survey: Survey }) {
  const { data, error, refetch } = useQuery(invitationLinkQuery(survey.id));
  if (!data && error) return <ProblemState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full max-w-xl" />;
  return <ShareLink survey={survey} url={`${surveyUrl(survey)}?davet=${data.item.code}`} />;
}

const surveyUrl = ({ id }: Survey): string => `${siteOrigin()}/surveys/${id}`;

function describe({ visibility, adults_only, state, start_time, quiet }: Survey): string {
  const reason = quiet ? ` Bu konudaki anketler şu dönemde bekler: ${quiet.title}.` : "";
  const start =
    state === "scheduled"
      ? ` Oylama ${formatDateTime(start_time)} itibarıyla başlar.${reason}`
      : "";
  const adults = adults_only ? " Yalnızca 18 yaş ve üstü üyeler görür." : "";
  return visibility === "private"
    ? `Anketiniz özel: onu yalnızca bu davet bağlantısını verdikleriniz ve davet ettikleriniz görür.${adults}${start}`
    : `Anketiniz ${adults ? "yayında" : "herkese açık"}. Bağlantısını paylaşarak duyurun.${adults}${start}`;
}
