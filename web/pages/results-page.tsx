import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { Survey } from "#contract/shapes/survey-shapes.ts";
import { PaperHeading } from "#web/features/report/paper-heading.tsx";
import type { ResultsPreview } from "#web/features/report/preview-results.ts";
import { isWithheld } from "#web/features/report/report.api.ts";
import { ReportView } from "#web/features/report/report-view.tsx";
import { useLiveReport } from "#web/features/report/use-live-report.ts";
import { AdultsBadge } from "#web/features/surveys/adults-badge.tsx";
import { surveyPartPreview } from "#web/features/surveys/detail/survey-preview.ts";
import { ShareButton } from "#web/features/surveys/share/share-button.tsx";
import { isMissing, loadSurvey, surveyRoute } from "#web/features/surveys/survey-route.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export const Route = createFileRoute("/surveys/$id/results")({
  ...surveyRoute,
  loader: async (loading) => {
    const { queryClient } = loading.context;
    let told: ResultsPreview | undefined;
    const survey = await loadSurvey(loading, async (item) => {
      // Link previews load the server's documents.
      if (!import.meta.env.SSR) return;
      const { previewResults } = await import("#web/features/report/preview-results.ts");
      told = await previewResults(queryClient, item);
    });
    return survey && { ...survey, ...told };
  },
  head: ({ loaderData }) =>
    surveyPartPreview(loaderData?.item, {
      path: "/results",
      what: "Sonuçlar",
      description: loaderData?.finding ?? "Kim ne dedi? Cinsiyete, yaşa ve ile göre sonuçlar.",
      picture: loaderData?.picture,
    }),
  component: ResultsPage,
});

function ResultsPage() {
  const { id } = Route.useParams();
  const { davet: invitationCode } = Route.useSearch();
  const { data } = useQuery({
    ...surveyQuery(id, invitationCode),
    throwOnError: (problem, { state }) => !state.data || isMissing(problem),
  });
  return (
    <div className="column">
      {data ? <Results survey={data.item} invitationCode={invitationCode} /> : <ReportSkeleton />}
    </div>
  );
}

interface ResultsProps {
  survey: Survey;
  invitationCode: string | undefined;
}

function Results({ survey, invitationCode }: ResultsProps) {
  return (
    <article aria-labelledby="question" className="grid grid-cols-1 gap-6">
      <header className="grid gap-3">
        <PaperHeading survey={survey} />
        <div className="flex items-center justify-between gap-3 print:hidden">
          <TextLink
            to="/surveys/$id"
            params={{ id: String(survey.id) }}
            search={invitationCode ? { davet: invitationCode } : {}}
            className="inline-flex min-h-11 items-center gap-2"
          >
            <ArrowLeft className="size-5" aria-hidden="true" />
            Ankete dön
          </TextLink>
          <span className="flex items-center gap-2">
            {survey.adults_only && <AdultsBadge />}
            {survey.visibility === "public" && !survey.in_review && (
              <ShareButton survey={survey} page="/results" />
            )}
          </span>
        </div>
        <h1 id="question" dir="auto" className="text-question wrap-anywhere hyphens-auto">
          {survey.question}
        </h1>
      </header>
      <Report survey={survey} invitationCode={invitationCode} />
      <p className="flex flex-wrap items-center gap-x-2 border-t border-line pt-4 text-muted print:hidden">
        {survey.state === "ended"
          ? "Bittiğinden beri bir şey değişmediği denetlenebilir:"
          : "Anket bitince sonuç imzalanır, değişmediği denetlenebilir:"}
        <TextLink
          to="/surveys/$id/proof"
          params={{ id: String(survey.id) }}
          search={invitationCode ? { davet: invitationCode } : {}}
          className="inline-flex min-h-11 items-center"
        >
          Sonuç kanıtı
        </TextLink>
      </p>
    </article>
  );
}

const QuizReport = lazyComponent<ResultsProps>("Sonuçlar yükleniyor", async () => {
  const { QuizReport } = await import("#web/features/quizzes/quiz-report.tsx");
  return QuizReport;
});

/** The report; of a scored test, which has no options, how people did. */
function Report(props: ResultsProps) {
  const isScored = props.survey.ballot === "quiz" && props.survey.options.length === 0;
  return isScored ? <QuizReport {...props} /> : <OptionsReport {...props} />;
}

function OptionsReport({ survey, invitationCode }: ResultsProps) {
  const { data, error, refetch } = useLiveReport(survey, invitationCode);
  // Before `data`, which may still hold what was loaded while signed in.
  if (isWithheld(error)) {
    return <EmptyState title={error.title} text={error.message} />;
  }
  if (data) return <ReportView survey={survey} report={data} invitationCode={invitationCode} />;
  return error ? <ProblemState error={error} onRetry={refetch} /> : <ReportSkeleton />;
}

function ReportSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-64" />
    </div>
  );
}
