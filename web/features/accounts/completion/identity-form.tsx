import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { completeIdentity } from "#contract/endpoints/completion.ts";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { NicknameField } from "#web/features/accounts/nickname-field.tsx";
import { suggestNickname } from "#web/features/accounts/suggest-nickname.ts";
import { closeAuthDialog } from "#web/features/sign-in/auth-dialog-store.ts";
import { CodeSteps } from "#web/features/sign-in/codes/code-steps.tsx";
import type { CodeUsed } from "#web/features/sign-in/codes/codes.api.ts";
import { PasswordField } from "#web/features/sign-in/password-field.tsx";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { useContractForm } from "#web/lib/api/contract-form.ts";
import { toastProblem } from "#web/lib/api/toast-problem.ts";
import { isRemembered, renewSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Fields {
  first_name: string;
  surname: string;
  nickname: string;
  new_password: string;
  confirm_password: string;
  communication_consent: boolean;
}

const toBody = ({ first_name, surname, ...rest }: Fields) => ({
  ...rest,
  name: `${first_name.trim()} ${surname.trim()}`,
});

const isProofMissing = (problem: unknown): boolean =>
  problem instanceof ApiProblem && ["proof_required", "sign_in_again"].includes(problem.code);

/**
 * Asks for the name, nickname and password that an account opened by a code lacks (R504). Where the
 * session is too old to set a password, a code that is sent to the address proves its owner.
 */
export function IdentityForm() {
  const queryClient = useQueryClient();
  const { data: account } = useQuery(accountQuery);
  const form = useContractForm<Fields>(completeIdentity.body, {
    toBody,
    fieldNames: { name: "first_name" },
    fieldsOfCodes: { nickname_taken: "nickname" },
    check: ({ first_name, surname }) => ({
      ...(!first_name?.trim() && { first_name: "Ad alanı boş bırakılamaz" }),
      ...(!surname?.trim() && { surname: "Soyad alanı boş bırakılamaz" }),
    }),
  });
  const { register, watch, errorOf, setFocus, getValues, setValue } = form;
  const [isProving, setProving] = useState(false);
  const saving = useMutation({
    mutationFn: (fields: Fields) =>
      callApi("PUT /api/auth/account/my/identity", { body: toBody(fields) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(accountQuery.queryKey, saved);
      toast.success("Hesabınız Tamam", "Artık şifrenizle de giriş yapabilirsiniz.");
      closeAuthDialog(true);
    },
    onError: (problem) => {
      if (isProofMissing(problem)) setProving(true);
      else form.showErrors(problem) || toastProblem(problem);
    },
  });
  useEffect(() => setFocus("first_name"), [setFocus]);

  const suggested = useRef("");
  const suggest = async () => {
    const [first, last, nickname] = getValues(["first_name", "surname", "nickname"]);
    const isOwn = ![undefined, "", suggested.current].includes(nickname);
    if (!first?.trim() || !last?.trim() || isOwn) return;
    suggested.current = await suggestNickname(queryClient, `${first} ${last}`);
    setValue("nickname", suggested.current);
  };

  async function goOnProved({ session }: CodeUsed) {
    await renewSession(async () => session);
    setProving(false);
    await saving.mutateAsync(getValues()).catch(() => undefined);
  }

  return (
    <>
      {isProving && (
        <div className="flex flex-col gap-4">
          <p className="text-pretty">
            Güvenliğiniz için: Şifrenizi, adresinize gelen bir kodla onaylayın. Yazdıklarınız
            duruyor.
          </p>
          <CodeSteps email={account?.item.email} remember={isRemembered()} onUsed={goOnProved} />
        </div>
      )}
      <form
        method="post"
        noValidate
        hidden={isProving}
        onSubmit={form.submitTo(saving.mutateAsync)}
        className="flex flex-col gap-4 [[hidden]]:hidden"
      >
        <p className="text-muted text-pretty">
          Devam etmek için adınız, kullanıcı adınız ve şifreniz gerekir. Sonra kaldığınız yerden
          sürer.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Ad"
            autoComplete="given-name"
            error={errorOf("first_name")}
            {...register("first_name", { onBlur: suggest })}
          />
          <TextField
            label="Soyad"
            autoComplete="family-name"
            error={errorOf("surname")}
            {...register("surname", { onBlur: suggest })}
          />
        </div>
        <NicknameField
          nickname={watch("nickname") ?? ""}
          error={errorOf("nickname")}
          {...register("nickname")}
        />
        <input
          type="email"
          autoComplete="username"
          value={account?.item.email ?? ""}
          readOnly
          hidden
        />
        <PasswordField
          label="Şifre"
          autoComplete="new-password"
          hint="En az 6 karakter"
          error={errorOf("new_password")}
          {...register("new_password")}
        />
        <PasswordField
          label="Şifre tekrarı"
          autoComplete="new-password"
          error={errorOf("confirm_password")}
          {...register("confirm_password")}
        />
        <Checkbox
          label="Hesabımla ilgili iletilerin bana gönderilmesini kabul ediyorum."
          error={errorOf("communication_consent")}
          {...register("communication_consent")}
        />
        <Button type="submit" variant="primary" size="large" busy={saving.isPending}>
          Devam et
        </Button>
      </form>
    </>
  );
}
