import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type * as z from "zod";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Options } from "#web/ui/form/options.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Reason {
  words: string;
  days: number;
}

interface Props {
  open: boolean;
  title: string;
  /** What it does. */
  text: string;
  /** Who reads the reason. */
  hint: string;
  action: string;
  done: string;
  /** Asks for a number of days too. */
  hasDays?: boolean;
  schema: z.ZodType;
  /** The call's body. */
  toBody: (reason: Reason) => unknown;
  send: (reason: Reason) => Promise<unknown>;
  onDone: () => unknown;
  onClose: () => void;
}

const DAYS = { 7: "7 gün", 30: "30 gün", 90: "90 gün", 365: "1 yıl" };

interface Fields {
  words: string;
  days: string;
}

const toReason = ({ words, days }: Fields): Reason => ({ words, days: Number(days) });

/**
 * Asks staff why, before something that leaves a row in the record. It has to stay mounted while it is
 * closed: a dialog that is removed does not give the focus back.
 */
export function ReasonDialog({ open, title, onClose, ...rest }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ReasonForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function ReasonForm(props: Omit<Props, "open" | "title">) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>("select, textarea")?.focus(), []);
  const { text, hint, action, done, hasDays, schema, toBody, send, onDone, onClose } = props;
  const form = useContractForm<Fields>(schema, {
    defaultValues: { words: "", days: "7" },
    toBody: (fields) => toBody(toReason(fields)),
  });
  const sending = useMutation({
    mutationFn: (fields: Fields) => send(toReason(fields)),
    onSuccess: () => {
      toast.success(done);
      onClose();
      return onDone();
    },
    onError: (error) => {
      if (form.showErrors(error)) return;
      toastProblem(error);
      return onDone();
    },
  });
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submitTo(sending.mutateAsync)}
      className="grid gap-4"
    >
      <p className="text-pretty text-muted">{text}</p>
      {hasDays && (
        <Select label="Süre" error={form.errorOf("days")} {...form.register("days")}>
          <Options of={DAYS} />
        </Select>
      )}
      <TextArea
        label="Gerekçe"
        hint={hint}
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <Button type="submit" variant="primary" busy={sending.isPending}>
        {action}
      </Button>
    </form>
  );
}
