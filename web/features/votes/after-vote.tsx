import ReceiptText from "lucide-react/icons/receipt-text";
import { TextLink } from "#web/ui/text-link.tsx";
import { NextSurveyOffer } from "./next-survey-offer.tsx";

interface Props {
  surveyId: number;
  invitationCode: string | undefined;
}

const NONE: readonly number[] = [];

/** What whoever has voted finds beneath the ballot: the way to their receipt (R287), and the next survey. */
export function AfterVote({ surveyId, invitationCode }: Props) {
  return (
    <>
      <p className="mt-2 flex print:hidden">
        <TextLink
          to="/surveys/$id/proof"
          params={{ id: String(surveyId) }}
          search={invitationCode ? { davet: invitationCode } : {}}
          className="flex min-h-11 items-center gap-1.5"
        >
          <ReceiptText className="size-5" aria-hidden="true" />
          Oy makbuzum
        </TextLink>
      </p>
      <NextSurveyOffer after={surveyId} skipped={NONE} />
    </>
  );
}
