import Lock from "lucide-react/icons/lock";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { ChoiceOf } from "#contract/ballots/ballots.ts";
import type { NoOpinionVote, SingleVote } from "#contract/ballots/vote.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { singleView } from "#web/features/ballots/single.tsx";
import { useBallot } from "#web/features/votes/use-ballot.ts";
import { VerifyToVote } from "#web/features/votes/verify-to-vote.tsx";
import { Button } from "#web/ui/button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { countAnswer } from "./feed-day.ts";
import { FeedOutcome } from "./feed-outcome.tsx";
import { FeedRows, VoteInRow } from "./feed-rows.tsx";
import { LinkedQuestion } from "./linked-question.tsx";
import { QuestionHead } from "./question-head.tsx";

interface Props {
  survey: Survey;
  /** Whether its pictures are among the first to be seen. */
  priority?: boolean;
  /** The question that comes next, as text and a way to it. */
  next?: { question: string; go: () => void } | undefined;
  /** Called once the server has counted the vote. */
  onVoted?: () => void;
  /** Takes the place of everything once the vote's outcome is known. */
  outcome?: (text: string) => ReactNode;
}

/** Further options would push the last rows out of a phone's window. */
const FEW = 4;

/** A question with its options, on which people vote in place where each chooses one of them. */
export function FeedQuestion(props: Props) {
  return props.survey.ballot ? <LinkedQuestion {...props} /> : <PlainQuestion {...props} />;
}

/** The code of "Fikrim yok", where a survey allows that, once it is loaded. */
function useNoOpinion({ allows_no_opinion }: Survey) {
  const [code, setCode] = useState<typeof import("#web/features/votes/no-opinion.tsx")>();
  useEffect(() => {
    if (!allows_no_opinion) return;
    // Without it people vote as on other surveys.
    import("#web/features/votes/no-opinion.tsx").then(setCode, () => undefined);
  }, [allows_no_opinion]);
  return code;
}

function PlainQuestion({ survey, priority = false, next, onVoted, outcome }: Props) {
  const none = useNoOpinion(survey);
  const ballot = useBallot<ChoiceOf<SingleVote | NoOpinionVote>>(
    survey,
    none?.singleOrNone ?? singleView,
    {
      isListed: true,
      showsEarlier: true,
      onVoted() {
        countAnswer();
        onVoted?.();
      },
    },
  );
  const { form, choice, isOpen, results, hasVoted, hasVotedNow } = ballot;
  const { options } = survey;
  const chosen = choice && "survey_option_id" in choice ? choice.survey_option_id : undefined;
  const [showsAll, setShowsAll] = useState(options.length <= FEW + 1);
  const hidden = options.length - FEW;
  const titleId = `soru-${survey.id}`;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice !== null) ballot.vote(choice);
  }

  const shownOutcome = (
    <FeedOutcome
      survey={survey}
      chosen={chosen}
      results={results}
      isSettled={ballot.isSettled}
      isNew={hasVotedNow}
      problem={ballot.problem}
      next={next}
      shorten={outcome}
    />
  );
  if (outcome && hasVotedNow) return shownOutcome;
  return (
    <article aria-labelledby={titleId} className="flex grow flex-col gap-3">
      <QuestionHead
        survey={survey}
        titleId={titleId}
        priority={priority}
        isLow={!!outcome}
        hasVoted={hasVoted}
      />
      <form ref={form} onSubmit={submit} autoComplete="off">
        <fieldset aria-disabled={ballot.isSending}>
          <legend className="sr-only">Şıklar</legend>
          <FeedRows
            survey={survey}
            chosen={chosen}
            isOpen={isOpen}
            isSending={ballot.isSending}
            onChoose={(survey_option_id) => ballot.choose({ survey_option_id })}
            results={results}
            total={ballot.total}
            isNew={hasVotedNow}
            most={showsAll ? options.length : FEW}
          />
          {survey.allows_no_opinion && (
            <div className="min-h-14">
              {none && (
                <none.NoOpinionRow
                  surveyId={survey.id}
                  isChosen={choice !== null && "no_opinion" in choice}
                  isOpen={isOpen}
                  onChoose={ballot.choose}
                  isCounted={results !== undefined}
                >
                  <VoteInRow isSending={ballot.isSending} className="grid" />
                </none.NoOpinionRow>
              )}
            </div>
          )}
        </fieldset>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          {!showsAll && (
            <Button variant="ghost" className="-ml-4" onClick={() => setShowsAll(true)}>
              +{hidden} şık
            </Button>
          )}
          {isOpen && (
            <p className="flex items-center gap-1.5 py-1 text-sm text-muted">
              <Lock className="size-4 shrink-0" aria-hidden="true" />
              {whenShown(survey)}
            </p>
          )}
        </div>
        {ballot.isWaiting && <VerifyToVote {...ballot.waiting} />}
      </form>
      {hasVoted && shownOutcome}
    </article>
  );
}

function whenShown({ voters, result_visibility, quiet }: Survey): string {
  if (quiet) return "Sonuçlar şimdilik gösterilmiyor.";
  if (result_visibility === "end") return "Sonuçlar anket bitince açıklanır.";
  return voters === "verified"
    ? "Doğrulanmış üyelerin oyu sayılır; sonuçlar oydan sonra."
    : "Sonuçları oyunuzdan sonra görürsünüz.";
}

/** The room of a question that is being loaded. */
export function QuestionSkeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn("grid content-start gap-3", className)}>
      <div className="flex h-11 items-center gap-2.5">
        <Skeleton className="size-8 rounded-full" />
        <Skeleton className="h-5 w-40" />
      </div>
      <Skeleton className="h-[clamp(5rem,15svh,12rem)]" />
      <Skeleton className="h-14" />
      {["first", "second", "third", "fourth"].map((key) => (
        <Skeleton key={key} className="h-15" />
      ))}
    </div>
  );
}
