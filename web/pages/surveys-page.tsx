import { createFileRoute } from "@tanstack/react-router";
import { parseSearchParams } from "#web/features/survey-lists/search-params.ts";
import { SurveyFinder } from "#web/features/survey-lists/survey-finder.tsx";
import { loadSurveyList } from "#web/features/survey-lists/survey-lists.api.ts";
import { pageTitle } from "#web/lib/page-title.ts";

const ALL_TESTS = "Tüm Testler";

export const Route = createFileRoute("/surveys")({
  validateSearch: parseSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadSurveyList(context.queryClient, deps),
  head: ({ match }) => ({
    meta: match.search.type === "TEST" ? [{ title: pageTitle(ALL_TESTS) }] : [],
  }),
  component: SurveysPage,
});

function SurveysPage() {
  const searchParams = Route.useSearch();
  const isTests = searchParams.type === "TEST";
  return (
    <SurveyFinder
      path="/surveys"
      searchParams={searchParams}
      title={isTests ? ALL_TESTS : "Tüm Anketler"}
      text={`Şu anda oylamaya açık bütün ${isTests ? "testler" : "anketler"}.`}
    />
  );
}
