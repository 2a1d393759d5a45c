import { createFileRoute } from "@tanstack/react-router";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
import { DraftNote } from "#web/features/wizard/draft/draft-note.tsx";
import { SurveyWizard } from "#web/features/wizard/survey-wizard.tsx";
import { WizardSkeleton } from "#web/features/wizard/wizard-skeleton.tsx";
import { useWizard } from "#web/features/wizard/wizard-store.ts";

export const Route = createFileRoute("/survey/create")({
  // `prefetchQuery` never fails: a draft can be written offline.
  loader: ({ context }) => context.queryClient.prefetchQuery(categoriesQuery()),
  component: CreateSurveyPage,
});

function CreateSurveyPage() {
  const wizard = useWizard();
  return (
    <div className="wide flex min-h-[85dvh] flex-col gap-3 max-sm:-mt-4 max-sm:-mb-12 sm:gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-2xl font-extrabold sm:text-4xl">Anket Oluştur</h1>
        {wizard && <DraftNote {...wizard} />}
      </div>
      {wizard ? <SurveyWizard wizard={wizard} /> : <WizardSkeleton />}
    </div>
  );
}
