import { useQuery } from "@tanstack/react-query";
import { votersOf } from "#contract/ballots/ballots.ts";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { tooFewVotes } from "#web/features/results/steps-words.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { formatNumber } from "#web/lib/turkish.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OthersScores } from "./others-scores.tsx";
import { questionsQuery } from "./quizzes.api.ts";

interface Props {
  survey: Survey;
  invitationCode: string | undefined;
}

/** The results of a scored test: how many attempts count, and how they did. */
export function QuizReport({ survey, invitationCode }: Props) {
  const results = useQuery(resultsQuery(survey.id, invitationCode));
  const questions = useQuery(questionsQuery(survey.id, invitationCode));
  const error = results.error ?? questions.error;
  if (error instanceof ApiProblem && error.code === "results_hidden") {
    return <EmptyState title={error.title} text={error.message} />;
  }
  if (error instanceof ApiProblem && error.code === "too_few_votes") {
    return <EmptyState title={error.title} text={tooFewVotes(survey.state === "ended")} />;
  }
  if (error) return <ProblemState error={error} onRetry={() => void results.refetch()} />;
  if (!results.data || !questions.data) return <Skeleton className="h-48" />;
  const { items, voters } = results.data;
  return (
    <>
      <p>
        <strong>{formatNumber(votersOf(items, voters))}</strong> kişinin ilk çözümü sayıldı.
      </p>
      <OthersScores
        surveyId={survey.id}
        invitationCode={invitationCode}
        highest={questions.data.items.length}
      />
    </>
  );
}
