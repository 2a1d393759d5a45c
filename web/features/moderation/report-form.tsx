import { useMutation } from "@tanstack/react-query";
import { reportTarget, type TargetKind } from "#contract/endpoints/moderation.ts";
import { REASONS } from "#contract/shapes/report-reasons.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import { report } from "./report.api.ts";

export interface ReportFormProps {
  kind: TargetKind;
  /** The survey's or the person's. */
  id: number;
  onDone: () => void;
}

type Fields = Pick<Body<"POST /api/auth/reports">, "reason" | "text">;

/** Reports a survey or a person with a reason and, if wanted, words (R624). */
export function ReportForm({ kind, id, onDone }: ReportFormProps) {
  const toBody = (fields: Fields) => ({ kind, id, ...fields });
  const form = useContractForm<Fields>(reportTarget.body, {
    defaultValues: { text: "" },
    toBody,
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => report(toBody(fields)),
    onSuccess: () => {
      toast.success("Bildiriminiz Alındı", "Sonuçlanınca bildirimlerinizde görürsünüz.");
      onDone();
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-5">
      <p className="text-muted text-pretty">
        Bildiriminizi yetkililer <TextLink to="/rules">Topluluk Kuralları</TextLink>na göre inceler.
        Bildirdiğiniz kişi, kimin bildirdiğini öğrenmez.
      </p>
      <Select label="Neden" error={form.errorOf("reason")} {...form.register("reason")}>
        <option value="">Seçin</option>
        <Options of={REASONS} />
      </Select>
      <TextArea
        label="Açıklama (isteğe bağlı)"
        error={form.errorOf("text")}
        {...form.register("text")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Vazgeç</Button>
        <Button type="submit" variant="primary" busy={send.isPending}>
          Bildir
        </Button>
      </div>
    </form>
  );
}
