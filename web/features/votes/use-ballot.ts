import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type Choice, votersOf } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import type { BallotView, Described } from "#web/features/ballots/ballot-view.ts";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import {
  isSameVote,
  type SettledVote,
  savedCodeAttempt,
} from "#web/features/sign-in/codes/code-attempt.ts";
import { takeResumed } from "#web/features/sign-in/resumed-act.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { onSessionChange, type SessionChange, useLoginState } from "#web/lib/session.ts";
import { useSavedChoice } from "./saved-choice.ts";
import { changingQuery, useCastVote, useVoteStatus } from "./votes.api.ts";

export interface BallotProps {
  survey: Survey;
  /** `page` is shown beside the results where there is room, `compact` alone anywhere. */
  layout: "page" | "compact";
  invitationCode?: string | undefined;
  /** Called once the server has counted the vote. */
  onVoted?: () => void;
}

/** The survey's data that a ballot needs. */
type BallotSurvey = Described & Pick<Survey, "id" | "state">;

interface Settings {
  invitationCode?: string | undefined;
  /** One of many in a list: vote statuses are fetched together, results only after a vote here. */
  isListed?: boolean;
  /** In a list, also shows the results of an earlier vote. */
  showsEarlier?: boolean;
  /** Called once the server has counted the vote. */
  onVoted?: (() => void) | undefined;
}

const codeOf = (problem: unknown) => (problem instanceof ApiProblem ? problem.code : undefined);

/**
 * One person's vote in a survey, for any component that shows its options. A visitor who votes is
 * asked to sign in first, and the vote is cast afterwards (R13).
 */
export function useBallot<Chosen extends Choice>(
  survey: BallotSurvey,
  view: Omit<BallotView<Chosen>, "Options">,
  { invitationCode, isListed = false, showsEarlier = false, onVoted }: Settings = {},
) {
  const saved = useSavedChoice(survey, view);
  const { form, choice, choose, clear, deleteSaved } = saved;
  const vote = useCastVote(survey.id, invitationCode);
  const status = useVoteStatus(survey.id, invitationCode, isListed);
  // The status does not cover a vote by an account that has been deleted since (R213).
  const isKnown = status === "voted" || codeOf(vote.error) === "already_voted";
  const { data: wantsChange } = useQuery(changingQuery(survey.id));
  const isChange = isKnown && wantsChange && survey.state === "active";
  const hasVoted = isKnown && !isChange;
  const login = useLoginState();
  const isVisitor = login === "out";
  const hasVotedNow = hasVoted && vote.isSuccess;
  const isOpen = survey.state === "active" && !hasVoted;
  const isOver = survey.state === "ended" && !isListed;
  // The document of a survey that has ended contains its results.
  const useResultsQuery = isOver ? useQuery : useBrowserQuery;
  const results = useResultsQuery({
    ...resultsQuery(survey.id, invitationCode),
    enabled: isListed && !showsEarlier ? hasVotedNow : hasVoted || isOver,
    // A vote invalidates them; without one they need no fetch besides the panel's.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isCounted = !hasVotedNow || results.dataUpdatedAt >= vote.submittedAt;
  const shown = (hasVoted ? isCounted : isOver) ? results.data : undefined;

  // After sign-out nothing on screen may reveal how this person voted; a mere choice stays.
  const clearVote = useEffectEvent((change: SessionChange) => {
    if (change === "started") return;
    saved.stopWaiting();
    if (!hasVoted) return;
    vote.reset();
    clear();
  });
  useEffect(() => onSessionChange((change) => clearVote(change)), []);

  // People who signed in on a provider's page return to this page and to the saved choice; those
  // who asked for a code before they left it are asked for the code again.
  const resume = `vote on ${survey.id}`;
  const goOn = useEffectEvent((chosen: Chosen) => {
    if (!isVisitor) return void (takeResumed(resume) && cast(chosen));
    if (!isListed && isSameVote(savedCodeAttempt()?.vote, voteByCode(chosen))) askToSignIn(chosen);
  });
  useEffect(() => {
    if (login !== "unknown" && choice !== null) goOn(choice);
  }, [login, choice]);

  const voteByCode = (chosen: Choice) => ({
    ...{ ...chosen, survey_id: survey.id, invitation_code: invitationCode },
  });

  const askToSignIn = (chosen: Chosen) => {
    saved.waitForSignIn(chosen);
    openAuthDialog("join", {
      why: (once) => `Seçiminizi sakladık; ${once} oyunuz sayılacak.`,
      choice: view.describe(chosen, survey),
      vote: voteByCode(chosen),
      afterSignIn: (settled) => cast(chosen, settled),
      resume,
    });
  };

  function cast(chosen: Chosen, settled?: SettledVote) {
    // Not `mutate`: its callbacks do not run once the component is unmounted.
    vote.mutateAsync({ choice: chosen, settled, isChange }).then(
      () => {
        deleteSaved();
        onVoted?.();
      },
      (problem) => {
        const code = codeOf(problem);
        if (code === "already_voted") deleteSaved();
        else if (code === "invalid_token") askToSignIn(chosen);
        else if (code === "email_unverified") saved.waitForVerification(chosen);
        else toastProblem(problem);
      },
    );
  }

  return {
    /** Ref of the form that holds the options. */
    form,
    /** What is chosen, or was voted for since the page was opened; never that of an earlier vote. */
    choice: hasVoted && !hasVotedNow ? null : choice,
    choose: (chosen: Chosen) => void (vote.isPending || choose(chosen)),
    vote(chosen: Chosen) {
      if (!isOpen || vote.isPending) return;
      if (isVisitor) askToSignIn(chosen);
      else cast(chosen);
    },
    /** Whether a vote can be cast. */
    isOpen,
    isSending: vote.isPending,
    hasVoted,
    /** Whether the vote was cast here, since the page was opened. */
    hasVotedNow,
    /** Whether the vote is cast as soon as the voter's e-mail is verified. */
    isWaiting: saved.isWaiting && isOpen && !isVisitor,
    /** What the note about the waiting vote does. */
    waiting: {
      surveyId: survey.id,
      onOwn: saved.restoreWaiting,
      onForeign: saved.stopWaiting,
      /** Casts it. */
      onVerified: () => void (choice === null || vote.isPending || cast(choice)),
    },
    /** Why the last vote was not cast. */
    problem: vote.error,
    /** For people who have voted the results with their vote, for others those of the end, once loaded. */
    results: shown?.items,
    ranking: shown?.ranking,
    /** How many people voted, by these results. */
    total: votersOf(shown?.items ?? [], shown?.voters),
    /** Whether `results` have loaded or failed to load. */
    isSettled: isCounted || results.isError,
  };
}
