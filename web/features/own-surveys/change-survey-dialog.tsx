import { useQuery } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, type SubmitEvent, useState } from "react";
import { DESCRIPTION_MAX } from "#contract/limits.ts";
import type { Survey } from "#contract/survey-shapes.ts";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { endsAt } from "#web/features/surveys/schedule.ts";
import { callApi } from "#web/lib/api-client.ts";
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

/** What was filled in anew. */
interface Filled {
  description?: string;
  end?: string;
  isEndless?: boolean;
}

const WEEK = 7 * 86_400_000;

/** Changes what may change while a survey runs: its description and its end (decision 24). */
export function ChangeSurveyDialog({ survey, open, onClose }: Props) {
  // Outlives the dialog's closing by a slip.
  const [filled, setFilled] = useState<Filled>({});
  return (
    <Dialog open={open} onClose={onClose} title="Anketi Düzenle">
      <FreshForm id={survey.id} filled={filled} setFilled={setFilled} onDone={onClose} />
    </Dialog>
  );
}

interface FormProps {
  filled: Filled;
  setFilled: Dispatch<SetStateAction<Filled>>;
  onDone: () => void;
}

/** From an older copy one would take back what was changed elsewhere. This reading is no view. */
function FreshForm({ id, ...form }: { id: number } & FormProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["survey", String(id), "to be changed"],
    queryFn: ({ signal }) =>
      callApi("GET /api/auth/surveys/{id}", { params: { id }, prefetch: true, signal }),
    gcTime: 0,
  });
  if (data) return <ChangeForm survey={data.item} {...form} />;
  return error ? <ProblemState error={error} onRetry={refetch} /> : <Skeletons />;
}

function ChangeForm({ survey, filled, setFilled, onDone }: { survey: Survey } & FormProps) {
  const [before] = useState(survey);
  const { change } = useOwnSurvey(before.id);
  const endBefore = before.expire_time && istanbulClock(Date.parse(before.expire_time));
  const [proposed] = useState(endBefore ?? istanbulClock(Date.now() + WEEK));
  const {
    description = before.description,
    end = proposed,
    isEndless = endBefore === null,
  } = filled;
  const fill = (fields: Filled) => setFilled((now) => ({ ...now, ...fields }));
  const [wasPressed, setPressed] = useState(false);
  // Also where the year has five digits, which one may type.
  const lacksEnd = !isEndless && !Number.isFinite(endsAt(end));
  const wrong = change.error instanceof ApiProblem ? change.error.fields : {};

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setPressed(true);
    if (lacksEnd) return;
    const isSameEnd = isEndless ? endBefore === null : end === endBefore;
    const changes = {
      ...(description !== before.description && { description }),
      ...(!isSameEnd && {
        expire_time: isEndless ? null : new Date(endsAt(end)).toISOString(),
      }),
    };
    // Told also to who has closed the dialog meanwhile, whose callback is dropped.
    change.mutateAsync(changes, { onSuccess: onDone }).then(() => {
      setFilled((now) => (now === filled ? {} : now));
      toast.success("Anket Güncellendi", "Değişiklikleriniz kaydedildi.");
    }, toastProblem);
  };

  const giveUp = () => {
    setFilled({});
    onDone();
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="font-semibold wrap-anywhere">{before.question}</p>
      <TextArea
        label="Açıklama"
        hint={`En fazla ${DESCRIPTION_MAX} karakter. Soru ve şıklar yayınlandıktan sonra değişmez.`}
        value={description}
        readOnly={change.isPending}
        onChange={({ target }) => fill({ description: target.value })}
        error={wrong.description}
      />
      <TextField
        label="Bitiş"
        type="datetime-local"
        hint="Türkiye saatiyle"
        value={isEndless ? "" : end}
        disabled={isEndless}
        readOnly={change.isPending}
        onChange={({ target }) => fill({ end: target.value })}
        error={
          wasPressed && lacksEnd
            ? "Bitiş tarihini ve saatini seçin ya da Süresiz’i işaretleyin."
            : wrong.expire_time
        }
      />
      <Checkbox
        label="Süresiz"
        checked={isEndless}
        onChange={({ target }) => change.isPending || fill({ isEndless: target.checked })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={giveUp}>Vazgeç</Button>
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
