import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  createLegalRequest as contract,
  type LegalAsker,
} from "#contract/endpoints/moderation/legal-requests.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { ISTANBUL_OFFSET, istanbulClock } from "#web/lib/turkish.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { ASKERS, createLegalRequest, REQUESTS } from "./legal-requests.api.ts";

interface Fields {
  asker: LegalAsker;
  reference: string;
  target: string;
  words: string;
  /** In Istanbul, such as "2026-05-04T10:30". */
  received: string;
}

const toBody = ({ received, ...fields }: Fields) => ({
  ...fields,
  received_at: received ? `${received}:00${ISTANBUL_OFFSET}` : "",
});

/** Registers a request; what it is about is copied at once (R670). */
export function RequestForm({ onCreated }: { onCreated: (id: number) => void }) {
  const queryClient = useQueryClient();
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: {
      ...{ asker: "court", reference: "", target: "", words: "" },
      received: istanbulClock(Date.now()),
    },
    toBody,
    fieldNames: { received_at: "received" },
  });
  const send = useMutation({
    mutationFn: (fields: Fields) => createLegalRequest(toBody(fields)),
    onSuccess: ({ item }) => {
      toast.success("Talep Kaydedildi");
      void queryClient.invalidateQueries({ queryKey: REQUESTS });
      onCreated(item.id);
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form noValidate onSubmit={form.submitTo(send.mutateAsync)} className="grid gap-4">
      <Select label="Kimden" error={form.errorOf("asker")} {...form.register("asker")}>
        <Options of={ASKERS} />
      </Select>
      <TextField
        label="Karar ya da yazı numarası"
        error={form.errorOf("reference")}
        {...form.register("reference")}
      />
      <TextField
        label="Geliş zamanı"
        type="datetime-local"
        hint="Türkiye saatiyle; süre bu andan başlar."
        error={form.errorOf("received")}
        {...form.register("received")}
      />
      <TextField
        label="Adres"
        hint="Anketin, profilin ya da resmin adresi. Gösterdiklerinin bir kopyası hemen saklanır."
        error={form.errorOf("target")}
        {...form.register("target")}
      />
      <TextArea label="Ne isteniyor" error={form.errorOf("words")} {...form.register("words")} />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Talebi Kaydet
      </Button>
    </form>
  );
}
