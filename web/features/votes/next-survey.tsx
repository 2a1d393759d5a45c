import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { useVoteStatus } from "./votes.api.ts";

const Offer = lazyComponent("Sıradaki anket yükleniyor", async () => {
  const { NextSurveyOffer } = await import("./next-survey-offer.tsx");
  return NextSurveyOffer;
});

interface Props {
  /** Id of the survey to go on from. */
  after: number;
  invitationCode?: string | undefined;
}

/** For somebody who has voted: another survey to vote on, and after it the next (R190). */
export function NextSurvey({ after, invitationCode }: Props) {
  const hasVoted = useVoteStatus(after, invitationCode) === "voted";
  return hasVoted && <Offer after={after} skipped={NONE} />;
}

const NONE: readonly number[] = [];
