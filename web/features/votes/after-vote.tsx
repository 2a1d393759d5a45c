import ChartPie from "lucide-react/icons/chart-pie";
import ReceiptText from "lucide-react/icons/receipt-text";
import { TextLink } from "#web/ui/text-link.tsx";
import { NextSurveyOffer } from "./next-survey-offer.tsx";

interface Props {
  surveyId: number;
  /** Whether the person has a receipt. */
  hasVoted: boolean;
  invitationCode: string | undefined;
}

const NOTHING_SKIPPED: readonly number[] = [];

/** Beneath a ballot that is done: links to the results and receipt (R287), and the next survey. */
export function AfterVote({ surveyId, hasVoted, invitationCode }: Props) {
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
      <NextSurveyOffer after={surveyId} skipped={NOTHING_SKIPPED} />
    </>
  );
}
