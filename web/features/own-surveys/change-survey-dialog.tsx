import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Survey } from "#contract/survey-shapes.ts";
import { callApi } from "#web/lib/api-client.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { watchForInterruption } from "./saved-edits.ts";

const ChangeSurveyForm = lazyComponent("Form yükleniyor", async () => {
  const { ChangeSurveyForm } = await import("#web/features/own-surveys/change-survey-form.tsx");
  return ChangeSurveyForm;
});

interface Props {
  survey: Pick<Survey, "id">;
  open: boolean;
  onClose: () => void;
}

/** Changes what may change while a survey runs: its description and its end (R54). */
export function ChangeSurveyDialog({ survey, open, onClose }: Props) {
  const { id } = survey;
  useEffect(() => (open ? watchForInterruption(id) : undefined), [open, id]);
  return (
    <Dialog open={open} onClose={onClose} title="Anketi Düzenle">
      <FreshForm id={id} onDone={onClose} />
    </Dialog>
  );
}

/**
 * Always fetches the survey first: a cached copy would undo changes made on another device. As a
 * prefetch, which is not counted as a view.
 */
function FreshForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.surveyToChange(String(id)),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true, signal }),
    gcTime: 0,
  });
  if (data) return <ChangeSurveyForm survey={data.item} onDone={onDone} />;
  return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeletons />;
}

function Skeletons() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-32" />
      <Skeleton className="h-11" />
    </div>
  );
}
