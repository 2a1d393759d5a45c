import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { ProofView } from "#web/features/receipts/proof-view.tsx";
import { sealQuery } from "#web/features/receipts/receipts.api.ts";
import { surveyPartPreview } from "#web/features/surveys/detail/survey-preview.ts";
import { isMissing, loadSurvey, surveyRoute } from "#web/features/surveys/survey-route.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/surveys/$id/proof")({
  ...surveyRoute,
  loader: (loading) =>
    // Opening this page is not a view of the survey.
    loadSurvey({ ...loading, preload: true }, async ({ id }) => {
      if (!import.meta.env.SSR) return;
      const { sealQuery } = await import("#web/features/receipts/receipts.api.ts");
      await loading.context.queryClient.prefetchQuery(sealQuery(id));
    }),
  head: ({ loaderData }) =>
    surveyPartPreview(loaderData?.item, {
      path: "/proof",
      what: "Sonuç Kanıtı",
      description: "Sonucun anket bittiğinden beri değişmediğini kendiniz denetleyin.",
    }),
  component: SurveyProofPage,
});

function SurveyProofPage() {
  const { id } = Route.useParams();
  const { davet: invitationCode } = Route.useSearch();
  const survey = useQuery({
    ...surveyQuery(id, invitationCode, true),
    throwOnError: (problem, { state }) => !state.data || isMissing(problem),
  });
  const seal = useQuery(sealQuery(Number(id), invitationCode));
  const question = survey.data?.item.question;
  return (
    <div className="column max-w-2xl sm:py-6">
      <h1 className="text-3xl font-extrabold text-balance">Sonuç Kanıtı</h1>
      <p className="mb-6 text-lg wrap-anywhere">
        {question ? (
          <TextLink
            to="/surveys/$id"
            params={{ id }}
            search={invitationCode ? { davet: invitationCode } : {}}
            className="inline-flex min-h-11 items-center"
          >
            <bdi>{question}</bdi>
          </TextLink>
        ) : (
          <Skeleton className="h-7 w-64" />
        )}
      </p>
      {seal.data && (
        <ProofView id={Number(id)} invitationCode={invitationCode} seal={seal.data.item} />
      )}
      {!seal.data && seal.error && <ProblemState error={seal.error} onRetry={seal.refetch} />}
      {!seal.data && !seal.error && <Skeleton className="h-48" />}
    </div>
  );
}
