import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { useAcceptInvitation } from "#web/features/invitations/accept-invitation.ts";
import { OwnerBar } from "#web/features/own-surveys/owner-bar.tsx";
import { resultsQuery } from "#web/features/results/results.api.ts";
import { ResultsAside } from "#web/features/results/results.tsx";
import { useScheduledRefresh } from "#web/features/surveys/detail/schedule-refresh.ts";
import { SurveyHeader } from "#web/features/surveys/detail/survey-header.tsx";
import { SurveyNotice } from "#web/features/surveys/detail/survey-notice.tsx";
import { surveyPreview } from "#web/features/surveys/detail/survey-preview.ts";
import { SurveySkeleton } from "#web/features/surveys/detail/survey-skeleton.tsx";
import { isMissing, loadSurvey, surveyRoute } from "#web/features/surveys/survey-route.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { SurveyBallot } from "#web/features/votes/survey-ballot.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";

export const Route = createFileRoute("/surveys/$id")({
  ...surveyRoute,
  loader: (loading) =>
    loadSurvey(loading, ({ id }) => loading.context.queryClient.prefetchQuery(resultsQuery(id))),
  head: ({ loaderData }) => surveyPreview(loaderData?.item),
  component: SurveyPage,
});

const NextSurvey = lazyComponent("", async () => {
  const { NextSurvey } = await import("#web/features/votes/next-survey.tsx");
  return NextSurvey;
});

function SurveyPage() {
  const { id } = Route.useParams();
  const { davet: invitationCode } = Route.useSearch();
  // Fetched again if it came with the document or a preload, which are not counted as views.
  const { data } = useQuery({
    ...surveyQuery(id, invitationCode),
    refetchOnMount: ({ state }) => state.data?.isCounted || "always",
    throwOnError: (problem, { state }) => !state.data || isMissing(problem),
  });
  return data ? (
    <SurveyView survey={data.item} invitationCode={invitationCode} />
  ) : (
    <SurveySkeleton />
  );
}

interface SurveyViewProps {
  survey: Survey;
  invitationCode: string | undefined;
}

function SurveyView({ survey, invitationCode }: SurveyViewProps) {
  useAcceptInvitation(survey.id, invitationCode);
  useScheduledRefresh(survey);
  // Where moderation shows it to its owner alone, it takes no votes and has no link (R458), as a draft.
  const isHeld = survey.hidden || survey.in_review;
  const open: Survey = isHeld ? { ...survey, state: "draft", visibility: null } : survey;
  return (
    <div className="wide grid grid-cols-1 -mt-3 sm:-mt-4 gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div>
        <article aria-labelledby="question">
          <OwnerBar survey={survey} />
          <SurveyHeader survey={open} invitationCode={invitationCode} />
          <SurveyNotice survey={survey} invitationCode={invitationCode} />
          <SurveyBallot survey={open} layout="page" invitationCode={invitationCode} />
        </article>
        <div className="min-h-11">
          <NextSurvey after={open} invitationCode={invitationCode} />
        </div>
      </div>
      <ResultsAside survey={open} invitationCode={invitationCode} />
    </div>
  );
}
