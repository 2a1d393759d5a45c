import { useInfiniteQuery } from "@tanstack/react-query";
import type { SurveyType } from "#contract/shapes/survey-shapes.ts";
import { OwnSurveyRow } from "#web/features/own-surveys/own-survey-row.tsx";
import { ownSurveysQuery } from "#web/features/own-surveys/own-surveys.api.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";

const emptyTexts: Record<SurveyType, { title: string; text: string }> = {
  SURVEY: { title: "İlk anketinizi oluşturun", text: "Bir soru, iki şık yeter; gerisi oylarda." },
  TEST: { title: "İlk testinizi oluşturun", text: "Oluştururken tür olarak “Test”i seçin." },
};

/** The signed-in person's surveys or tests, each with its actions. */
export function OwnSurveys({ type }: { type: SurveyType }) {
  const list = useInfiniteQuery(ownSurveysQuery(type));
  const surveys = list.data?.pages.flatMap((page) => page.items) ?? [];
  const box = useFocusFallback(surveys.map(({ id, state }) => `${id} ${state},`).join(""));
  if (list.isPending) return <Loading />;
  if (list.isLoadingError) return <ProblemState error={list.error} onRetry={list.refetch} />;
  return (
    <div {...box} className="rounded outline-none">
      {surveys.length === 0 && (
        <EmptyState {...emptyTexts[type]}>
          <LinkButton variant="primary" to="/survey/create">
            Anket Oluştur
          </LinkButton>
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {surveys.map((survey) => (
          <OwnSurveyRow key={survey.id} survey={survey} />
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  );
}

function Loading() {
  return (
    <div className="relative grid gap-4">
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <Skeleton className="h-44" />
      <div className="absolute inset-x-0 top-18 grid justify-center text-ink *:rounded-full *:bg-surface *:p-2">
        <Spinner label="Listeniz yükleniyor" />
      </div>
    </div>
  );
}
