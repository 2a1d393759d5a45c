import ChartPie from "lucide-react/icons/chart-pie";
import ReceiptText from "lucide-react/icons/receipt-text";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { NextSurveyOffer } from "./next-survey-offer.tsx";
import { VoteChanges } from "./vote-changes.tsx";

interface Props {
  survey: Survey;
  /** Whether the person has a receipt. */
  hasVoted: boolean;
  invitationCode: string | undefined;
}

const NOTHING_SKIPPED: readonly number[] = [];

/** Beneath a ballot that is done: links to the results and receipt (R287), and the next survey. */
export function AfterVote({ survey, hasVoted, invitationCode }: Props) {
  const { id: surveyId } = survey;
  const link = {
    params: { id: String(surveyId) },
    search: invitationCode ? { davet: invitationCode } : {},
    className: "flex min-h-11 items-center gap-1.5",
  };
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-6 print:hidden">
        <TextLink to="/surveys/$id/results" {...link}>
          <ChartPie className="size-5" aria-hidden="true" />
          Kim ne dedi?
        </TextLink>
        {hasVoted && (
          <TextLink to="/surveys/$id/proof" {...link}>
            <ReceiptText className="size-5" aria-hidden="true" />
            Oy makbuzum
          </TextLink>
        )}
      </p>
      {hasVoted && survey.state === "active" && survey.vote_change === "until_end" && (
        <VoteChanges survey={survey} />
      )}
      <NextSurveyOffer after={surveyId} skipped={NOTHING_SKIPPED} />
    </>
  );
}
