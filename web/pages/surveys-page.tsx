import { createFileRoute } from "@tanstack/react-router";
import { readListAddress } from "#web/features/surveys/list-address.ts";
import { SurveyFinder } from "#web/features/surveys/survey-finder.tsx";
import { loadSurveyList } from "#web/features/surveys/surveys.api.ts";

export const Route = createFileRoute("/surveys")({
  validateSearch: readListAddress,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadSurveyList(context.queryClient, deps),
  component: SurveysPage,
});

function SurveysPage() {
  return (
    <SurveyFinder
      path="/surveys"
      address={Route.useSearch()}
      title="Tüm Anketler"
      text="Şu anda oylamaya açık bütün anketler."
    />
  );
}
