import { useEffect, useState } from "react";
import type { OwnSurveyCard, Visibility } from "#contract/shapes/survey-shapes.ts";
import { IN_REVIEW, IN_REVIEW_BADGE } from "#web/features/own-surveys/in-review.tsx";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { VisibilityChoice } from "#web/features/surveys/visibility-choice.tsx";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { ConfirmDialog } from "#web/ui/overlay/confirm-dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Props {
  survey: Pick<OwnSurveyCard, "id" | "question" | "start_time" | "expire_time" | "adults_only">;
  open: boolean;
  onClose: () => void;
}

/** Publishes a draft whose publishing was interrupted, on this or another device. */
export function PublishDialog({ survey, open, onClose }: Props) {
  const { id } = survey;
  const [visibility, setVisibility] = useState<Visibility>("private");
  const { publish } = useOwnSurvey(id);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Yayınla"
      confirmLabel="Yayınla"
      variant="primary"
      onConfirm={async () => {
        const { item } = await publish.mutateAsync(visibility);
        if (item.in_review) toast.success(IN_REVIEW_BADGE, IN_REVIEW);
        else toast.success("Anket Yayınlandı");
      }}
    >
      <Consequences survey={survey} error={publish.error} />
      <VisibilityChoice value={visibility} onChange={setVisibility} />
      {survey.adults_only && (
        <p className="mt-4">
          Bu anketi her iki durumda da yalnızca 18 yaş ve üstü üyeler görür; listelerde ve aramada
          görünmez.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Says what publishing would do now, and what the draft lacks. */
function Consequences({ survey, error }: Pick<Props, "survey"> & { error: unknown }) {
  const { question, start_time, expire_time } = survey;
  const now = useNow();
  const opens =
    Date.parse(start_time) > now
      ? "başlangıç tarihinde oylamaya açılır"
      : "yayınlanınca oy verilebilir";
  const isPast = expire_time !== null && Date.parse(expire_time) <= now;
  const missing = isPast ? "bitiş tarihi geçti" : areOptionsMissing(error) && "şıkları eksik";
  return (
    <>
      <p className="mb-6">
        “<bdi>{question}</bdi>” {opens}; ilk oydan sonra sorusu ve şıkları değiştirilemez.
      </p>
      {missing && (
        <p role="alert" className="mb-6 font-semibold">
          Bu taslağın {missing}. Başladığınız tarayıcıda Anket Oluştur sayfasından tamamlayabilir ya
          da silebilirsiniz.
        </p>
      )}
    </>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const areOptionsMissing = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === "options_missing";
