import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OwnSurveyCard } from "#contract/shapes/survey-shapes.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";
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
  survey: Pick<OwnSurveyCard, "id" | "vote_count">;
  open: boolean;
  onClose: () => void;
}

/** Changes what may change during a survey: its description, its end and its texts (R54). */
export function ChangeSurveyDialog({ survey, open, onClose }: Props) {
  const { id, vote_count } = survey;
  useEffect(() => (open ? watchForInterruption(id) : undefined), [open, id]);
  return (
    <Dialog open={open} onClose={onClose} title="Anketi Düzenle">
      <FreshForm id={id} hasVotes={(vote_count ?? 0) > 0} onDone={onClose} />
    </Dialog>
  );
}

/**
 * Always fetches the survey first: a cached copy would undo changes made on another device. Fetches
 * it as a prefetch, which is not counted as a view.
 */
function FreshForm({ id, ...form }: { id: number; hasVotes: boolean; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.surveyToChange(String(id)),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true, signal }),
    gcTime: 0,
  });
  if (data) return <ChangeSurveyForm survey={data.item} {...form} />;
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
