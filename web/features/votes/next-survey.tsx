import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { useVoteStatus } from "./votes.api.ts";

const AfterVote = lazyComponent("Sıradaki anket yükleniyor", async () => {
  const { AfterVote } = await import("./after-vote.tsx");
  return AfterVote;
});

interface Props {
  /** Id of the survey to go on from. */
  after: number;
  invitationCode?: string | undefined;
}

/** For somebody who has voted: their receipt, and another survey to vote on, and after it the next (R190). */
export function NextSurvey({ after, invitationCode }: Props) {
  const hasVoted = useVoteStatus(after, invitationCode) === "voted";
  return hasVoted && <AfterVote surveyId={after} invitationCode={invitationCode} />;
}
