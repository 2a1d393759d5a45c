import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Attempt, QuizQuestion } from "#contract/shapes/quiz-shapes.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { openAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import type { BallotProps } from "#web/features/votes/use-ballot.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { useBrowserQuery } from "#web/lib/browser-query.ts";
import { useLoginState } from "#web/lib/session.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AttemptResult } from "./attempt-result.tsx";
import { QuestionStep } from "./question-step.tsx";
import { QuizStart, type Standing } from "./quiz-start.tsx";
import { ownAttemptQuery, questionsQuery, useSubmitAttempt } from "./quizzes.api.ts";
import { useSavedRun } from "./saved-run.ts";

/** A test with questions in place of a ballot: its start, one question at a time, and the result. */
export function QuizBallot({ survey, invitationCode }: BallotProps) {
  const { id, state } = survey;
  const canBeTaken = state === "active" || state === "ended";
  const { data, error, refetch } = useQuery({
    ...questionsQuery(id, invitationCode),
    enabled: canBeTaken,
  });
  if (!canBeTaken) return null;
  if (!data) {
    return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeleton className="h-48" />;
  }
  return <Quiz survey={survey} invitationCode={invitationCode} questions={data.items} />;
}

interface Props extends Pick<BallotProps, "survey" | "invitationCode"> {
  questions: readonly QuizQuestion[];
}

function Quiz({ survey, invitationCode, questions }: Props) {
  const { run, save } = useSavedRun(survey.id, questions.length);
  const { standing, own, isKnown } = useStanding(survey, invitationCode);
  const submit = useSubmitAttempt(survey.id, invitationCode);
  const [ended, setEnded] = useState<Attempt | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const shown = ended ?? own;

  function begin() {
    setEnded(null);
    setProblem(null);
    save({ answers: questions.map(() => []), at: 0, startedAt: Date.now() });
  }

  async function finish(practice: boolean) {
    if (!run || submit.isPending) return;
    setProblem(null);
    try {
      setEnded(await submit.mutateAsync({ answers: run.answers, practice }));
      save(null);
    } catch (caught) {
      const isRefusal = caught instanceof ApiProblem && REFUSALS.includes(caught.code);
      if (isRefusal) setProblem(caught);
      else toastProblem(caught);
    }
  }

  function signInAndFinish() {
    openAuthDialog("join", {
      why: (once) => `Yanıtlarınızı sakladık; ${once} testi bitirip puanınızı saydırabilirsiniz.`,
      afterSignIn: () => undefined,
    });
  }

  if (run) {
    return (
      <QuestionStep
        questions={questions}
        run={run}
        isOfTypes={survey.options.length > 0}
        standing={standing}
        isSending={submit.isPending}
        problem={problem}
        onChange={save}
        onFinish={finish}
        onSignIn={signInAndFinish}
      />
    );
  }
  if (!isKnown) return <Skeleton className="h-48" />;
  if (shown) {
    const props = { survey, invitationCode, questions, standing };
    return <AttemptResult {...props} attempt={shown} isNew={ended !== null} onAgain={begin} />;
  }
  return <QuizStart questions={questions} standing={standing} onStart={begin} />;
}

/** Why an attempt that would count was refused, and can be ended as practice. */
const REFUSALS = ["email_unverified", "already_voted"];

/** Whether an attempt would count, and the one that does. */
function useStanding(
  { id, user, state }: BallotProps["survey"],
  invitationCode: string | undefined,
): { standing: Standing; own: Attempt | null; isKnown: boolean } {
  const login = useLoginState();
  const isSignedIn = login === "in";
  const account = useBrowserQuery({ ...accountQuery, enabled: isSignedIn });
  const attempt = useBrowserQuery({ ...ownAttemptQuery(id, invitationCode), enabled: isSignedIn });
  const own = isSignedIn ? (attempt.data?.item ?? null) : null;
  const isKnown = login === "out" || (isSignedIn && !attempt.isPending);
  if (state === "ended") return { standing: "ended", own, isKnown };
  if (!isSignedIn) return { standing: "visitor", own, isKnown };
  if (account.data?.item.id === user.id) return { standing: "owner", own, isKnown };
  return { standing: own ? "again" : "first", own, isKnown };
}
