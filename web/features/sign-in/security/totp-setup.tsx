import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { confirmTotp } from "./security.api.ts";
import type { View } from "./view.ts";

interface Props {
  secret: string;
  uri: string;
  onDone: (view: View | undefined) => void;
}

/** Shows the secret as a QR code and as text, and asks for the first code generated from it. */
export function TotpSetup({ secret, uri, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const confirm = useMutation({
    mutationFn: confirmTotp,
    onSuccess: ({ recovery_codes }) => {
      toast.success("Doğrulama Kodları Açıldı");
      onDone(recovery_codes ? { step: "codes", codes: recovery_codes } : undefined);
    },
    onError: () => field.current?.select(),
  });
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate(field.current?.value ?? "");
  };
  const { error } = confirm;
  const message = error instanceof ApiProblem ? (error.fields.code ?? error.message) : undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-pretty">
        Doğrulama uygulamanızla bu kareyi okutun. Bu cihazdaysanız uygulamada aç bağlantısına
        dokunun ya da anahtarı elle yazın.
      </p>
      <QrCode
        text={uri}
        label="Doğrulama uygulaması için karekod"
        className="size-52 justify-self-center rounded"
      />
      <p className="text-center wrap-anywhere">
        <span className="block text-sm text-muted">Anahtar</span>
        <code className="select-all">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <a href={uri} className={buttonStyle("outline", "normal", "justify-self-center")}>
        Uygulamada aç
      </a>
      <TextField
        ref={field}
        label="Doğrulama kodu"
        hint="Uygulamanın gösterdiği 6 rakam."
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        error={message}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => onDone(undefined)}>Vazgeç</Button>
        <Button type="submit" variant="primary" busy={confirm.isPending}>
          Kodları Aç
        </Button>
      </div>
    </form>
  );
}
