import { createFileRoute } from "@tanstack/react-router";
import { categoriesQuery } from "#web/features/surveys/surveys.api.ts";
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
    <div className="wide flex min-h-[85dvh] flex-col gap-6">
      <h1 className="text-3xl font-extrabold sm:text-4xl">Anket Oluştur</h1>
      {wizard ? <SurveyWizard wizard={wizard} /> : <WizardSkeleton />}
    </div>
  );
}
