import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { DESCRIPTION_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { tooLong } from "#contract/text-length.ts";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { endsAt, isYearTooLong, LAST_DAY, YEAR_TOO_LONG } from "#web/features/surveys/schedule.ts";
import { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { istanbulClock } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useFocusKept } from "#web/ui/use-focus-kept.ts";
import { fill, forgetFilled, useFilled, watchForInterruption } from "./saved-changes.ts";

interface Props {
  survey: Pick<Survey, "id">;
  open: boolean;
  onClose: () => void;
}

const WEEK = 7 * 86_400_000;

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

/** From an older copy one would take back what was changed elsewhere. This reading is no view. */
function FreshForm({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.surveyToChange(String(id)),
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true, signal }),
    gcTime: 0,
  });
  if (data) return <ChangeForm survey={data.item} onDone={onDone} />;
  return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeletons />;
}

function ChangeForm({ survey, onDone }: { survey: Survey; onDone: () => void }) {
  const [before] = useState(survey);
  const { id } = before;
  const { change } = useOwnSurvey(id);
  const filled = useFilled(id);
  const endBefore = before.expire_time && istanbulClock(Date.parse(before.expire_time));
  const [proposed] = useState(endBefore ?? istanbulClock(Date.now() + WEEK));
  const {
    description = before.description,
    end = proposed,
    isEndless = endBefore === null,
  } = filled;
  const [refusals, setRefusals] = useState(0);
  const wrongEnd = isEndless ? undefined : endProblem(end);
  const isTooLong = tooLong(description, DESCRIPTION_MAX);
  const wrong = change.error instanceof ApiProblem ? change.error.fields : {};
  // Read again after a refusal; should that fail, the refusal itself has told.
  const isOver = survey.state === "ended" || isAboutEnd(change.error);
  const form = useRef<HTMLFormElement>(null);
  const box = useFocusKept(String(isOver));
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusals]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (wrongEnd || isTooLong) setRefusals(refusals + 1);
    if (wrongEnd || isTooLong || isOver) return;
    const isSameEnd = isEndless ? endBefore === null : end === endBefore;
    const changes = {
      ...(description !== before.description && { description }),
      ...(!isSameEnd && {
        expire_time: isEndless ? null : new Date(endsAt(end)).toISOString(),
      }),
    };
    // Told also to who has closed the dialog meanwhile, whose callback is dropped.
    change.mutateAsync(changes, { onSuccess: onDone }).then(
      () => {
        forgetFilled(id, filled);
        toast.success("Anket Güncellendi", "Değişiklikleriniz kaydedildi.");
      },
      (error) => (form.current && isAboutEnd(error)) || toastProblem(error),
    );
  };

  const giveUp = () => {
    forgetFilled(id);
    onDone();
  };

  return (
    <div {...box} className="outline-none">
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <p className="font-semibold wrap-anywhere">{before.question}</p>
        <div role="alert" className="empty:hidden">
          {isOver && <Over isFilled={description !== before.description} />}
        </div>
        <TextArea
          label="Açıklama"
          hint={`En fazla ${DESCRIPTION_MAX} karakter. Soru ve şıklar yayınlandıktan sonra değişmez.`}
          value={description}
          readOnly={change.isPending || isOver}
          onChange={({ target }) => fill(id, { description: target.value })}
          error={isTooLong ?? wrong.description}
        />
        <TextField
          label="Bitiş"
          type="datetime-local"
          hint="Türkiye saatiyle"
          max={`${LAST_DAY}T23:59`}
          value={isEndless ? "" : end}
          disabled={isEndless}
          readOnly={change.isPending || isOver}
          onChange={({ target }) => fill(id, { end: target.value })}
          error={(refusals > 0 && wrongEnd) || wrong.expire_time}
        />
        <Checkbox
          label="Süresiz"
          checked={isEndless}
          onChange={({ target }) =>
            change.isPending || isOver || fill(id, { isEndless: target.checked })
          }
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={giveUp}>{isOver ? "Kapat" : "Vazgeç"}</Button>
          {!isOver && (
            <Button type="submit" variant="primary" busy={change.isPending}>
              Kaydet
            </Button>
          )}
        </div>
      </form>
    </div>
  );
}

function endProblem(end: string): string | undefined {
  if (isYearTooLong(end)) return YEAR_TOO_LONG;
  if (Number.isFinite(endsAt(end))) return undefined;
  return "Bitiş tarihini ve saatini seçin ya da Süresiz’i işaretleyin.";
}

const isAboutEnd = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === "survey_ended";

function Over({ isFilled }: { isFilled: boolean }) {
  return (
    <div className="rounded border border-line bg-sunken p-4">
      <p className="font-semibold">Bu anket sona erdi</p>
      <p className="text-muted text-pretty">
        Açıklaması ve bitişi artık değiştirilemez.
        {isFilled && " Yazdıklarınızı kapatmadan önce buradan kopyalayabilirsiniz."}
      </p>
    </div>
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
