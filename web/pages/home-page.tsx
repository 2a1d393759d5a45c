import { useInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { LINK_PREVIEW } from "#contract/limits.ts";
import { FirstQuestion } from "#web/features/home/first-question.tsx";
import { Hero } from "#web/features/home/hero.tsx";
import { HowTo } from "#web/features/home/how-to.tsx";
import { PersonalSurveys } from "#web/features/home/personal-surveys.tsx";
import { SurveyCarousel } from "#web/features/home/survey-carousel.tsx";
import { NoSurveys } from "#web/features/survey-lists/no-surveys.tsx";
import { SurveyGrid } from "#web/features/survey-lists/survey-grid.tsx";
import { loadSurveys, surveysQuery } from "#web/features/survey-lists/survey-lists.api.ts";
import { linkPreview } from "#web/lib/link-preview.ts";
import { SITE_DESCRIPTION } from "#web/lib/page-title.ts";
import { currentToken } from "#web/lib/session.ts";
import previewPicture from "#web/styles/link-preview.jpg?url";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";

const shownSurveys = surveysQuery();

/** Not among the code of every page, as loaders are. */
const loadCode = () => import("#web/features/feed/feed.api.ts");

export const Route = createFileRoute("/")({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      loadSurveys(queryClient, shownSurveys),
      // The page works without a question.
      loadCode().then(({ questionsQuery }) =>
        queryClient.prefetchInfiniteQuery(questionsQuery("you", currentToken() !== null)),
      ),
    ]),
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
    <div className="-mt-2.5 grid grid-cols-1 gap-16 sm:mt-0 sm:gap-24">
      <Hero>
        <FirstQuestion />
      </Hero>
      <PersonalSurveys />
      <ActiveSurveys />
      <HowTo />
    </div>
  );
}

function ActiveSurveys() {
  const { data, error, refetch } = useInfiniteQuery(shownSurveys);
  const surveys = data?.pages.flatMap((page) => page.items) ?? [];
  if (surveys.length > 0) {
    return (
      <SurveyCarousel title="Bugün meydanda" surveys={surveys}>
        <LinkButton variant="info" to="/surveys" className="ml-2">
          Hepsini Gör
        </LinkButton>
      </SurveyCarousel>
    );
  }
  return (
    <div className="wide">
      {data && <NoSurveys path="/" />}
      {!data && error && <ProblemState error={error} onRetry={refetch} />}
      {!data && !error && <SurveyGrid surveys={[]} isLoading />}
    </div>
  );
}
