import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { useVoteStatus } from "./votes.api.ts";

const AfterVote = lazyComponent("Sıradaki anket yükleniyor", async () => {
  const { AfterVote } = await import("./after-vote.tsx");
  return AfterVote;
});

interface Props {
  /** Id of the survey to continue from. */
  after: number;
  invitationCode?: string | undefined;
}

/** For people who have voted: their receipt, and one survey after another to vote on (R190). */
export function NextSurvey({ after, invitationCode }: Props) {
  const hasVoted = useVoteStatus(after, invitationCode) === "voted";
  return hasVoted && <AfterVote surveyId={after} invitationCode={invitationCode} />;
}
