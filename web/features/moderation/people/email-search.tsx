import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { findByEmail as contract } from "#contract/endpoints/moderation/people.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea, TextField } from "#web/ui/form/field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { findByEmail } from "./people.api.ts";
import { personHash } from "./person-hash.ts";

/** Finds the account of a mailbox, for a reason that the record has (R689). */
export function EmailSearch() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        E-postayla Bul
      </Button>
      <Dialog open={isOpen} onClose={close} title="E-postayla bul">
        <EmailForm onClose={close} />
      </Dialog>
    </>
  );
}

interface Fields {
  email: string;
  words: string;
}

const NO_EMAIL: Record<string, string> = { email: "Lütfen bir e-posta adresi yazın." };

function EmailForm({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector("input")?.focus(), []);
  const router = useRouter();
  const form = useContractForm<Fields>(contract.body, {
    defaultValues: { email: "", words: "" },
    check: ({ email }) => (email.includes("@") ? {} : NO_EMAIL),
  });
  const send = useMutation({
    mutationFn: ({ email, words }: Fields) => findByEmail(email, words),
    onSuccess: async ({ items: [person] }) => {
      if (!person) return toast.info("Hesap Bulunamadı", "Bu adresle açılmış bir hesap yok.");
      onClose();
      const params = { id: undefined };
      await router.navigate({ to: "/moderation/{-$id}", params, hash: personHash(person.id) });
    },
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.submitTo(send.mutateAsync)}
      className="grid gap-4"
    >
      <TextField
        label="E-posta adresi"
        type="email"
        autoComplete="off"
        error={form.errorOf("email")}
        {...form.register("email")}
      />
      <TextArea
        label="Gerekçe"
        hint="Bulunan hesapla kayda geçer; adres geçmez."
        error={form.errorOf("words")}
        {...form.register("words")}
      />
      <Button type="submit" variant="primary" busy={send.isPending}>
        Bul
      </Button>
    </form>
  );
}
