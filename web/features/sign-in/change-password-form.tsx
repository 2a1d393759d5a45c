import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Account, changePassword as contract } from "#contract/endpoints/account.ts";
import { isOwnPassword, OWN_PASSWORD } from "#contract/shapes/own-password.ts";
import { NewPasswordFields } from "#web/features/sign-in/new-password-fields.tsx";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { changePassword } from "#web/features/sign-in/session.api.ts";
import type { Body } from "#web/lib/api/api-types.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Props {
  account: Pick<Account, "name" | "nickname" | "email">;
  /** Called when the password has been changed, or "Vazgeç" is pressed. */
  onDone: () => void;
}

type Fields = Body<"PUT /api/auth/account/my/password">;

export function ChangePasswordForm({ account, onDone }: Props) {
  const form = useContractForm<Fields>(contract.body, {
    fieldsOfCodes: { wrong_password: "current_password" },
    check: ({ password }): Record<string, string> =>
      isOwnPassword(password, account) ? { password: OWN_PASSWORD } : {},
  });
  const { register, errorOf, setFocus } = form;
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () =>
      toast.success("Şifre Değiştirildi", "Diğer cihazlardaki oturumlarınız kapatıldı."),
    onError: (error) => form.showErrors(error) || toastProblem(error),
  });
  useEffect(() => setFocus("current_password"), [setFocus]);

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submitTo((fields) => change.mutateAsync(fields, { onSuccess: onDone }))}
      className="grid gap-5"
    >
      <p className="text-muted text-pretty">
        Bu cihazda oturumunuz açık kalır, diğer cihazlarda kapanır.
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField
        label="Şimdiki şifre"
        autoComplete="current-password"
        error={errorOf("current_password")}
        {...register("current_password")}
      />
      <NewPasswordFields
        label="Yeni şifre"
        password={register("password")}
        confirmation={register("confirm_password")}
        errorOf={errorOf}
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
