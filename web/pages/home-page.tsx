import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { LINK_PREVIEW } from "#contract/limits.ts";
import { Hero } from "#web/features/home/hero.tsx";
import { HowTo } from "#web/features/home/how-to.tsx";
import { SurveyCarousel } from "#web/features/home/survey-carousel.tsx";
import { NoSurveys } from "#web/features/survey-lists/no-surveys.tsx";
import { SurveyGrid } from "#web/features/survey-lists/survey-grid.tsx";
import { loadSurveys, surveysQuery } from "#web/features/survey-lists/survey-lists.api.ts";
import { linkPreview } from "#web/lib/link-preview.ts";
import { SITE_DESCRIPTION } from "#web/lib/page-title.ts";
import previewPicture from "#web/styles/link-preview.jpg?url";
import { ProblemState } from "#web/ui/problem-state.tsx";

const shownSurveys = surveysQuery();

export const Route = createFileRoute("/")({
  loader: ({ context }) => loadSurveys(context.queryClient, shownSurveys),
  head: () =>
    linkPreview({
      title: "Güçlü İşlemli Anketler Oluştur",
      description: SITE_DESCRIPTION,
      path: "/",
      image: {
        url: previewPicture,
        width: LINK_PREVIEW.width,
        height: LINK_PREVIEW.height,
        alt: "Meydanda seçtiklerinin arkasında sıraya girmiş konuşma balonları",
      },
    }),
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
      {data && <NoSurveys path="/" />}
      {!data && error && <ProblemState error={error} onRetry={refetch} />}
      {!data && !error && <SurveyGrid surveys={[]} isLoading />}
    </div>
  );
}
