import { useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type SurveyFilter, surveysQuery } from "#web/features/surveys/surveys.api.ts";
import { MoreButton } from "#web/ui/more-button.tsx";

export const Route = createFileRoute("/surveys")({
  validateSearch: ({ type }): SurveyFilter =>
    type === "SURVEY" || type === "TEST" ? { type } : {},
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queryClient.ensureInfiniteQueryData(surveysQuery(deps)),
  component: SurveysPage,
});

function SurveysPage() {
  const list = useSuspenseInfiniteQuery(surveysQuery(Route.useSearch()));
  const surveys = list.data.pages.flatMap((page) => page.items);
  return (
    <div className="wide">
      <h1 className="text-question">Tüm Anketler</h1>
      <ul className="mt-6 grid gap-2">
        {surveys.map((survey) => (
          <li key={survey.id}>
            <Link to="/surveys/$id" params={{ id: String(survey.id) }}>
              {survey.question}
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}
