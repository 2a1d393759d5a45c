import { createFileRoute } from "@tanstack/react-router";
import { CategoryLinks } from "#web/features/survey-lists/category-links.tsx";
import { parseSearchParams } from "#web/features/survey-lists/search-params.ts";
import { SurveyFinder } from "#web/features/survey-lists/survey-finder.tsx";
import { loadSurveyList } from "#web/features/survey-lists/survey-lists.api.ts";

export const Route = createFileRoute("/discovery")({
  validateSearch: parseSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadSurveyList(context.queryClient, deps),
  component: DiscoveryPage,
});

function DiscoveryPage() {
  const searchParams = Route.useSearch();
  return (
    <SurveyFinder
      path="/discovery"
      searchParams={searchParams}
      title="Keşfet"
      text="Herkesin bir kanaati var. Merak ettiğiniz konuyu seçin ya da arayın, siz de oyunuzu verin."
    >
      {(filter) => <CategoryLinks filter={filter} />}
    </SurveyFinder>
  );
}
