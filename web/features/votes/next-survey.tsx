import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { AwaitEnd } from "#web/features/notifications/await-end.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { useVoteStatus } from "./votes.api.ts";

const AfterVote = lazyComponent("Sıradaki anket yükleniyor", async () => {
  const { AfterVote } = await import("./after-vote.tsx");
  return AfterVote;
});

interface Props {
  /** The survey to continue from. */
  after: Survey;
  invitationCode?: string | undefined;
}

/**
 * Once somebody has voted, or the survey has ended: what became of it, and one survey after another
 * to vote on (R190, R484). While a vote can be cast: the offer to be notified of the end (R543).
 */
export function NextSurvey({ after, invitationCode }: Props) {
  const { id, state } = after;
  const status = useVoteStatus(id, invitationCode);
  const hasVoted = status === "voted";
  const survey = { surveyId: id, invitationCode };
  if (hasVoted || state === "ended") {
    return <AfterVote survey={after} invitationCode={invitationCode} hasVoted={hasVoted} />;
  }
  return state === "active" && status === "open" && <AwaitEnd {...survey} />;
}
