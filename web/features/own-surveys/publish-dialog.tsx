import { useState } from "react";
import type { OwnSurveyCard, Visibility } from "#contract/survey-shapes.ts";
import { useOwnSurvey } from "#web/features/own-surveys/own-surveys.api.ts";
import { VisibilityChoice } from "#web/features/surveys/visibility-choice.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.ts";

interface Props {
  survey: OwnSurveyCard;
  open: boolean;
  onClose: () => void;
}

/** Publishes a draft whose publishing was cut off, also from another device than it was made on. */
export function PublishDialog({ survey: { id, question }, open, onClose }: Props) {
  const [visibility, setVisibility] = useState<Visibility>("private");
  const { publish } = useOwnSurvey(id);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Yayınla"
      confirm="Yayınla"
      kind="act"
      onConfirm={async () => {
        await publish.mutateAsync(visibility);
        toast.success("Anket Yayınlandı");
      }}
    >
      <p className="mb-6">
        “{question}” yayınlanınca oy verilebilir; sorusu ve şıkları artık değiştirilemez.
      </p>
      <VisibilityChoice value={visibility} onChange={setVisibility} />
    </ConfirmDialog>
  );
}
