import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { type Account, PasswordChange } from "#contract/account.ts";
import { placed } from "#web/features/accounts/contract-form.ts";
import { PasswordField } from "#web/features/accounts/password-field.tsx";
import { callApi } from "#web/lib/api-client.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import type { Body } from "#web/lib/api-types.ts";
import { toastProblem } from "#web/lib/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Props extends Pick<Account, "email"> {
  /** Changed or given up. */
  onDone: () => void;
}

type Fields = Body<"PUT /api/auth/account/my/password">;

export function ChangePasswordForm({ email, onDone }: Props) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Fields>({
    resolver: zodResolver(PasswordChange, { jitless: true }),
  });
  const { errors } = formState;
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (body: Fields) => callApi("PUT /api/auth/account/my/password", { body }),
    onSuccess: () =>
      toast.success("Şifre Değiştirildi", "Öteki cihazlardaki oturumlarınız kapatıldı."),
    onError: (error) => {
      // In its field, unless the dialog was closed meanwhile.
      const wrong = form.current && error instanceof ApiProblem ? wrongFields(error) : [];
      if (wrong.length === 0) toastProblem(error);
      for (const [name, message] of wrong) setError(name, { message }, { shouldFocus: true });
    },
  });
  useEffect(() => setFocus("current_password"), [setFocus]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit((fields) => change.mutate(fields, { onSuccess: onDone }))}
      className="grid gap-5"
    >
      <p className="text-muted text-pretty">
        Bu cihazda oturumunuz açık kalır, öteki cihazlarda kapanır.
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Şimdiki şifre"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...register("current_password")}
      />
      <PasswordField
        label="Yeni şifre"
        autoComplete="new-password"
        hint="En az 6 karakter"
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordField
        label="Yeni şifre tekrarı"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...register("confirm_password")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Vazgeç</Button>
        <Button type="submit" variant="primary" busy={change.isPending}>
          Şifreyi Değiştir
        </Button>
      </div>
    </form>
  );
}

const wrongFields = ({ code, message, fields }: ApiProblem): [keyof Fields, string][] =>
  code === "wrong_password" ? [["current_password", message]] : placed(fields, {});
