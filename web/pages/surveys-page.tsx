import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { surveysQuery } from "#web/features/surveys/surveys.api.ts";

export const Route = createFileRoute("/surveys")({
  loader: ({ context }) => context.queryClient.ensureInfiniteQueryData(surveysQuery()),
  component: SurveysPage,
});

function SurveysPage() {
  const { data } = useSuspenseInfiniteQuery(surveysQuery());
  const surveys = data.pages.flatMap((page) => page.items);
  return (
    <>
      <h1>Tüm Anketler</h1>
      <ul>
        {surveys.map((survey) => (
          <li key={survey.id}>{survey.question}</li>
        ))}
      </ul>
    </>
  );
}
