import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  answerLegalRequest as contract,
  type LegalOutcome,
} from "#contract/endpoints/moderation/legal-requests.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { answerLegalRequest, OUTCOMES, REQUESTS } from "./legal-requests.api.ts";

interface Fields {
  outcome: LegalOutcome;
  answer: string;
}

/** Closes a request with what was done and why (R671). */
export function AnswerForm({ id }: { id: number }) {
  const queryClient = useQueryClient();
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: { outcome: "carried_out", answer: "" },
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => answerLegalRequest(id, fields),
    onSuccess: () => {
      toast.success("Talep Yanıtlandı");
      return queryClient.invalidateQueries({ queryKey: REQUESTS });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form
      noValidate
      onSubmit={form.submitTo(send.mutateAsync)}
      className="grid gap-4 border-t border-line pt-5"
    >
      <Select label="Sonuç" error={form.errorOf("outcome")} {...form.register("outcome")}>
        <Options of={OUTCOMES} />
      </Select>
      <TextArea
        label="Yanıt"
        hint="Ne yapıldığını ve nedenini yazın; kayıtta da durur."
        error={form.errorOf("answer")}
        {...form.register("answer")}
      />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Talebi Kapat
      </Button>
    </form>
  );
}
