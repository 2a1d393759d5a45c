import { useEffect, useRef, useState } from "react";
import type { Choice } from "#contract/ballots/ballots.ts";
import type { BallotView } from "#web/features/ballots/ballot-view.ts";
import { ResultsSheet } from "#web/features/results/results.tsx";
import {
  GUESSABLE,
  GUESSABLE_BY_SEVERAL,
  IN_STEPS,
  isShownInSteps,
  tooFewVotes,
} from "#web/features/results/steps-words.ts";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { cn } from "#web/ui/cn.ts";
import type { BallotProps, useBallot } from "./use-ballot.ts";
import { VerifyToVote } from "./verify-to-vote.tsx";
import { VoteButton } from "./vote-button.tsx";

interface Props<Chosen extends Choice>
  extends Pick<BallotProps, "survey" | "layout" | "invitationCode"> {
  view: BallotView<Chosen>;
  ballot: ReturnType<typeof useBallot<Chosen>>;
}

/**
 * "Oyla", "Sonuçlar" and the vote's outcome, beneath the options. On a phone, once an option is
 * chosen, it sticks to the bottom of the window until its own place comes into view.
 */
export function BallotBar<Chosen extends Choice>(props: Props<Chosen>) {
  const { survey, view, layout, invitationCode, ballot } = props;
  const { choice, isOpen, hasVoted, hasVotedNow } = ballot;
  const [end, isBelow] = useIsBelow();
  const isSticky = isOpen ? choice !== null : hasVotedNow;
  const chosen = choice && view.describe(choice, survey);
  const { text, share } = view.outcome(choice, ballot.results);
  return (
    <>
      <div
        className={cn(
          "above-phone-bar z-10 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-3 pb-2 sm:gap-x-3 print:hidden",
          "sm:mx-0 sm:px-0",
          isSticky && "bar-at-the-bottom",
          isSticky && isBelow && "animate-slide-up border-t border-line bg-page lg:animate-none",
        )}
      >
        {/* First in reading order: the buttons follow the message. */}
        <div className="grid min-h-8 min-w-0 grid-cols-1 order-last basis-full content-center">
          <Outcome
            text={messageOf(survey, ballot, text)}
            share={hasVotedNow && !isShownInSteps(survey) ? share : undefined}
          />
          {isOpen && !chosen && <p className="truncate text-muted">{view.prompt}</p>}
          {isOpen && chosen && (
            <p className="flex text-muted">
              <span className="shrink-0 whitespace-pre">{"Seçiminiz: "}</span>
              <span dir="auto" className="truncate">
                {chosen.text}
              </span>
            </p>
          )}
          {isOpen && survey.visibility === "private" && (
            <p className="text-sm text-muted">
              {survey.instant_results ? GUESSABLE : GUESSABLE_BY_SEVERAL}
            </p>
          )}
          {isOpen && survey.voters === "verified" && !ballot.isWaiting && (
            <p className="text-sm text-muted">E-postasını doğrulamış üyelerin oyu sayılır.</p>
          )}
        </div>
        {(hasVoted || !(survey.state === "ended" || survey.hidden || survey.in_review)) && (
          <VoteButton
            isSending={ballot.isSending}
            hasVoted={hasVoted}
            isDisabled={!chosen || !isOpen}
          />
        )}
        {hasVotedNow && survey.visibility === "public" && <ShareButton survey={survey} />}
        <ResultsSheet
          survey={survey}
          invitationCode={invitationCode}
          className={layout === "page" ? "lg:hidden" : ""}
        />
      </div>
      {ballot.isWaiting && <VerifyToVote {...ballot.waiting} />}
      <span ref={end} />
    </>
  );
}

/** The message after a vote, once the results with it are known. */
function messageOf(
  survey: BallotProps["survey"],
  ballot: Pick<ReturnType<typeof useBallot>, "problem" | "hasVotedNow" | "isSettled" | "results">,
  outcome: string,
): string {
  const { problem, hasVotedNow, isSettled } = ballot;
  if (problem instanceof ApiProblem && problem.code === "already_voted") return problem.message;
  if (!hasVotedNow || !isSettled) return "";
  if (survey.result_visibility === "end" && !survey.quiet && !ballot.results) {
    return "Teşekkürler! Sonuçlar anket bitince açıklanır.";
  }
  // The results shown may not include this vote, so their counts do not apply to it.
  if (isShownInSteps(survey)) {
    return `Teşekkürler! ${ballot.results ? IN_STEPS : tooFewVotes(false)}`;
  }
  return outcome;
}

/** Takes the focus that the vote button lost when it was disabled. */
function Outcome({ text, share }: { text: string; share: string | undefined }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const isTold = text !== "";
  useEffect(() => {
    if (isTold) ref.current?.focus({ preventScroll: true });
  }, [isTold]);
  return (
    <p
      ref={ref}
      role="status"
      tabIndex={-1}
      className="line-clamp-2 font-semibold text-turkuaz outline-none"
    >
      {share && <span className="sr-only">Oyunuz verildi. </span>}
      {text}
      {share && <span className="sr-only"> Payı {share}.</span>}
    </p>
  );
}

/** Whether an element is below the visible part of the page. */
function useIsBelow() {
  const ref = useRef<HTMLSpanElement>(null);
  const [isBelow, setBelow] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, isBelow] as const;
}
