import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { DESCRIPTION_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { endsAt } from "#web/features/surveys/schedule.ts";
import { surveyQuery } from "#web/features/surveys/surveys.api.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { istanbulClock } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextArea, TextField } from "#web/ui/field.tsx";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";

interface Props {
  survey: Pick<Survey, "id">;
  open: boolean;
  onClose: () => void;
}

/** Changes what may change while a survey runs: its description and its end (decision 24). */
export function ChangeSurveyDialog({ survey, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...surveyQuery(String(survey.id)), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title="Anketi Düzenle">
      {data && <ChangeForm survey={data.item} onDone={onClose} />}
      {!data && (error ? <ProblemState error={error} onRetry={refetch} /> : <Skeletons />)}
    </Dialog>
  );
}

function ChangeForm({ survey, onDone }: { survey: Survey; onDone: () => void }) {
  const { change } = useOwnSurvey(survey.id);
  const [description, setDescription] = useState(survey.description);
  const endBefore = survey.expire_time && istanbulClock(Date.parse(survey.expire_time));
  const [end, setEnd] = useState(endBefore ?? istanbulClock(Date.now() + WEEK));
  const [isEndless, setEndless] = useState(endBefore === null);
  const [wasPressed, setPressed] = useState(false);
  const lacksEnd = !isEndless && end === "";
  const wrong = change.error instanceof ApiProblem ? change.error.fields : {};

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setPressed(true);
    if (lacksEnd) return;
    const isSameEnd = isEndless ? endBefore === null : end === endBefore;
    const expire_time = isEndless ? null : new Date(endsAt(end)).toISOString();
    // Told also to who has closed the dialog meanwhile, whose callback is dropped.
    change
      .mutateAsync({ description, ...(!isSameEnd && { expire_time }) }, { onSuccess: onDone })
      .then(
        () => toast.success("Anket Güncellendi", "Değişiklikleriniz kaydedildi."),
        toastProblem,
      );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="font-semibold wrap-anywhere">{survey.question}</p>
      <TextArea
        label="Açıklama"
        hint={`En fazla ${DESCRIPTION_MAX} karakter. Soru ve şıklar yayınlandıktan sonra değişmez.`}
        value={description}
        onChange={({ target }) => setDescription(target.value)}
        error={wrong.description}
      />
      <TextField
        label="Bitiş"
        type="datetime-local"
        hint="Türkiye saatiyle"
        value={isEndless ? "" : end}
        disabled={isEndless}
        onChange={({ target }) => setEnd(target.value)}
        error={
          wasPressed && lacksEnd
            ? "Bitiş tarihini ve saatini seçin ya da Süresiz’i işaretleyin."
            : wrong.expire_time
        }
      />
      <Checkbox
        label="Süresiz"
        checked={isEndless}
        onChange={({ target }) => setEndless(target.checked)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Vazgeç</Button>
        <Button type="submit" kind="act" busy={change.isPending}>
          Kaydet
        </Button>
      </div>
    </form>
  );
}

function Skeletons() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-32" />
      <Skeleton className="h-11" />
    </div>
  );
}

const WEEK = 7 * 86_400_000;
