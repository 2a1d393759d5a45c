import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Hero } from "#web/features/home/hero.tsx";
import { HowTo } from "#web/features/home/how-to.tsx";
import { SurveyCarousel } from "#web/features/home/survey-carousel.tsx";
import { NoSurveys } from "#web/features/surveys/no-surveys.tsx";
import { surveysQuery } from "#web/features/surveys/surveys.api.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";

const shownSurveys = surveysQuery({ limit: 12 });

export const Route = createFileRoute("/")({
  loader: ({ context }) => context.queryClient.prefetchInfiniteQuery(shownSurveys),
  component: HomePage,
});

function HomePage() {
  return (
    <div className="grid grid-cols-1 gap-16 sm:gap-24">
      <Hero />
      <ActiveSurveys />
      <HowTo />
    </div>
  );
}

function ActiveSurveys() {
  const { data, error, refetch } = useInfiniteQuery(shownSurveys);
  const surveys = data?.pages.flatMap((page) => page.items) ?? [];
  if (surveys.length > 0) return <SurveyCarousel surveys={surveys} />;
  return (
    <div className="wide">
      {error ? <ProblemState error={error} onRetry={refetch} /> : <NoSurveys path="/" />}
    </div>
  );
}
