import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { useVoteStatus } from "./votes.api.ts";

const AfterVote = lazyComponent("Sıradaki anket yükleniyor", async () => {
  const { AfterVote } = await import("./after-vote.tsx");
  return AfterVote;
});

interface Props {
  /** The survey to continue from. */
  after: Pick<Survey, "id" | "state">;
  invitationCode?: string | undefined;
}

/**
 * Once somebody has voted, or the survey has ended: what became of it, and one survey after another
 * to vote on (R190, R484).
 */
export function NextSurvey({ after: { id, state }, invitationCode }: Props) {
  const hasVoted = useVoteStatus(id, invitationCode) === "voted";
  return (
    (hasVoted || state === "ended") && (
      <AfterVote surveyId={id} hasVoted={hasVoted} invitationCode={invitationCode} />
    )
  );
}
