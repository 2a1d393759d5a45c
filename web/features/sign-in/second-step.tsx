import { useMutation } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { startSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError, TextField } from "#web/ui/form/field.tsx";
import { NoPasskeys } from "./no-passkeys.tsx";
import { canUsePasskeys } from "./passkey-support.ts";
import { completeWithPasskey } from "./passkeys.api.ts";
import { completeLogin } from "./session.api.ts";

interface Props {
  ticket: string;
  methods: ApiProblem["methods"];
  /** Returns to e-mail and password; `reason` says why if it has to. */
  onGiveUp: (reason?: string) => void;
}

/** The second step of a login: a code, a recovery code or a passkey (R261). */
export function SecondStep({ ticket, methods, onGiveUp }: Props) {
  const hasCodes = methods.includes("totp");
  const ownsPasskey = methods.includes("passkey");
  const hasPasskey = ownsPasskey && canUsePasskeys();
  const [isRecovering, setRecovering] = useState(!hasCodes && !hasPasskey);
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.code === "sign_in_expired") onGiveUp(error.message);
    else field.current?.select();
  };
  const complete = useMutation({ mutationFn: completeLogin, onSuccess: startSession, onError });
  const withPasskey = useMutation({
    mutationFn: () => completeWithPasskey(ticket),
    onSuccess: startSession,
    onError,
  });
  const field = useRef<HTMLInputElement>(null);
  const way = useRef<HTMLDivElement>(null);
  const asksForText = isRecovering || hasCodes;
  useEffect(() => {
    (asksForText ? field.current : way.current?.querySelector("button"))?.focus();
  }, [asksForText]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (complete.isPending) return;
    const text = field.current?.value.trim() ?? "";
    complete.mutate({ ticket, ...(isRecovering ? { recovery_code: text } : { code: text }) });
  };
  const switchTo = (recovering: boolean) => {
    complete.reset();
    setRecovering(recovering);
  };
  const error = complete.error ? messageOf(complete.error) : undefined;

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <h3 className="text-lg font-extrabold">İkinci adım</h3>
      {asksForText && (
        <>
          {isRecovering ? (
            <TextField
              key="recovery"
              ref={field}
              label="Kurtarma kodu"
              hint="İki adımlı doğrulamayı açarken kaydettiğiniz kodlardan biri. Her kod bir kez geçer."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              dir="ltr"
              error={error}
            />
          ) : (
            <TextField
              key="code"
              ref={field}
              label="Doğrulama kodu"
              hint="Doğrulama uygulamanızın gösterdiği 6 rakam."
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              error={error}
            />
          )}
          <Button type="submit" variant="primary" size="large" busy={complete.isPending}>
            Doğrula
          </Button>
        </>
      )}
      <div ref={way} className="grid gap-3">
        {ownsPasskey && !hasPasskey && (
          <NoPasskeys inApp="Geçiş anahtarınız burada kullanılamaz. Sayfayı tarayıcınızda açın ya da aşağıdan devam edin." />
        )}
        {hasPasskey && (
          <>
            <FieldError error={withPasskey.error?.message} />
            <Button
              variant={asksForText ? "outline" : "primary"}
              busy={withPasskey.isPending}
              onClick={() => withPasskey.mutate()}
            >
              <KeyRound className="size-5" aria-hidden="true" />
              Geçiş anahtarı kullan
            </Button>
          </>
        )}
        {methods.includes("recovery_code") && !isRecovering && (
          <Button variant="ghost" onClick={() => switchTo(true)}>
            Kurtarma kodu kullan
          </Button>
        )}
        {isRecovering && (hasCodes || hasPasskey) && (
          <Button variant="ghost" onClick={() => switchTo(false)}>
            {hasCodes ? "Doğrulama kodu kullan" : "Kurtarma kodundan vazgeç"}
          </Button>
        )}
        <Button variant="ghost" onClick={() => onGiveUp()}>
          Başa dön
        </Button>
      </div>
    </form>
  );
}

/** A field's error says more than the call's own message. */
const messageOf = (error: Error): string =>
  error instanceof ApiProblem ? (Object.values(error.fields)[0] ?? error.message) : error.message;
